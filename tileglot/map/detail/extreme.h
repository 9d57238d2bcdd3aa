// SPDX-License-Identifier: Apache-2.0
// extreme.h: the smallest and largest value of a sum by branch and bound.
//
// What     range_by_boxes(f, part, members, limit) halves boxes of coordinates and discards those
//          whose bound cannot beat the best value found. Exact, or std::nullopt after `limit`
//          boxes.
// Why      Where periods are too large for the limits, few boxes are still enough if bounds are
//          tight.
// Example  Digits of a fused, tiled pair of dimensions of 10^6 each: some hundred boxes, not 10^12
//          points.
//          [tests: exact_range_test.cc, "boxes decide where periods are too long"]
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/map/classes.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// Precondition: part depends on members only, and its sources beyond the rank are f's inner
/// values.
std::optional<Range> range_by_boxes(const IndexMap& f, const Value& part, const DimClass& members,
                                    std::int64_t limit);

}  // namespace tileglot::map
