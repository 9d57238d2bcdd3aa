// SPDX-License-Identifier: Apache-2.0
// equal.h: whether two maps are the same function, and the first coordinate where they differ.
//
// What     first_difference(f, g) is the first coordinate x in row-major order with f(x) != g(x),
//          with both values, or nothing when the maps agree everywhere. Codomains are not compared.
// Why      Every conversion and optimization claims that two layouts are the same function; this
//          proves it, whatever the extents.
// How      The difference is a sum of functions of classes of dimensions, each decided separately:
//          one plain dimension   floors are independent: the smallest divisor left decides
//          parities, unclipped   bits and parities are independent: bits are fixed one by one
//          anything else         terms repeat, so a window that does not grow with the extents
//                                decides
// Example  f32[100000,100000] with T(8,128) against T(8,128)(2,1) differs first at (0,1), 1 against
//          2.
//          [tests: equal_test.cc, "tiles of a large matrix differ at the second element"]
// Errors   map.domain_mismatch where the extents differ. map.too_large_to_decide where a window is
//          larger than limits.h allows and no difference was found within it: Sw<3,4,3> over three
//          odd strides can need 1025^3 points.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::map {

struct Difference {
  Coordinate at;
  std::int64_t left = 0;   ///< f at that coordinate
  std::int64_t right = 0;  ///< g at that coordinate
  friend bool operator==(const Difference&, const Difference&) = default;
};

/// A window of more than `limit` points is rejected, or of fewer where f and g have many terms.
core::Result<std::optional<Difference>> first_difference(const IndexMap& f, const IndexMap& g,
                                                         std::int64_t limit = kPointLimit);

/// Whether f and g are the same function on the same domain.
core::Result<bool> is_equal(const IndexMap& f, const IndexMap& g, std::int64_t limit = kPointLimit);

}  // namespace tileglot::map
