// SPDX-License-Identifier: Apache-2.0
// range.h: proven bounds of a value over a box of coordinates.
//
// What     range_over(v, sources) contains every value of v when each source stays in its range;
//          range_over_box does so for a whole map, inner values first. Exact for a chain of nesting
//          divisors on one source; otherwise the bounds of the parts are added up.
// Why      Carries are decided by bounds, and the search for preimages discards boxes by them.
// Units    Ranges are inclusive on both ends.
// Example  x - 3*(x/4) over [0,9]: digits (4:1)(rest:1), so [0,4]. The last coordinate is not the
//          largest: 9 gives 3, 7 gives 4.
//          [tests: range_test.cc, "the largest value is not at the last coordinate"]
// Errors   std::nullopt where a bound overflows int64.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// `inner` are the inner values that v's sources beyond `rank` refer to; sources[s] is the range of
/// source s.
std::optional<Range> range_over(const Value& v, std::span<const Range> sources,
                                std::span<const Value> inner, std::size_t rank);

/// Bounds of f where x_k stays in box[k]. Precondition: each side of the box is inside the
/// dimension and not empty.
std::optional<Range> range_over_box(const IndexMap& f, std::span<const Range> box);

}  // namespace tileglot::map
