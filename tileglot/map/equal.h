// SPDX-License-Identifier: Apache-2.0
// equal.h: whether two maps are one function, and where they differ first.
//
// What     first_difference(f, g) is the first coordinate x in row-major order with f(x) != g(x), with both values, or nothing when
//          the maps agree everywhere. Codomains are not compared.
// Why      Every conversion and optimisation claims that two layouts are the same function; this proves it, whatever the extents.
// How      The difference is a sum of functions of classes of dimensions (classes.h), each decided alone:
//          one plain dimension   floors are independent, so the smallest divisor left is the first difference;
//          parities, no carries  bits and parities are independent, so bits are fixed one by one, most significant first;
//          anything else         terms repeat (period.h), so a window that does not grow with the extents decides. Along k it has
//                                min(N, lcm + 1, 2 + sum of (P - 1)) points for the periods P of the terms left: the difference satisfies
//                                a linear recurrence of that order. Only multiples of a divisor in use are visited.
// Example  f32[100000,100000] with T(8,128) against T(8,128)(2,1) differs first at (0,1), 1 against 2.
//          [tests: equal_test.cc, "tiles of a large matrix differ at the second element"]
// Errors   map.domain_mismatch where the extents differ. map.too_large_to_decide where the window is larger than limits.h allows and
//          no difference was met within it: Sw<3,4,3> over three odd strides can need 1025^3 points.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct Difference {
  Coordinate at;
  std::int64_t left = 0;   ///< f there
  std::int64_t right = 0;  ///< g there
  friend bool operator==(const Difference&, const Difference&) = default;
};

core::Result<std::optional<Difference>> first_difference(const IndexMap& f, const IndexMap& g);

/// Whether f and g are one function on one domain.
core::Result<bool> is_equal(const IndexMap& f, const IndexMap& g);

}  // namespace tileglot::map
