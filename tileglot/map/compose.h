// SPDX-License-Identifier: Apache-2.0
// compose.h: one map read through another.
//
// What     compose(A, B)(x) = A(B(x)). B's value is a coordinate of A: where B has as many codomain
//          extents as A has dimensions they are matched one to one, otherwise the value is the
//          row-major index of a coordinate of A.
// Why      Slicing, reshaping and A o off o B are compositions. Maps are closed under it, so it
//          fails only where B leaves A's domain.
// Example  A = x0 + 4*x1 on (4,6), B = 5*x on 5: 20 is the coordinate (3,2), which A puts at 11. A
//          o B is 20*x - 23*((5*x)/6): 5*x carries over 6, so it stays an inner value.
//          [tests: compose_test.cc, "a number is read row-major"]
// Errors   map.out_of_domain, and map.negative_index where A has several dimensions, with a
//          coordinate that B sends outside; map.domain_mismatch where arguments disagree. Decided
//          by the exact range of B, never by a loose bound, so also map.too_large_to_decide.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// outer(inner(x)), over inner's domain, with outer's codomain.
core::Result<IndexMap> compose(const IndexMap& outer, const IndexMap& inner);

/// outer(arguments[0](x), arguments[1](x), ..): one argument for each dimension of outer, all over
/// one domain. Precondition: outer has a dimension.
core::Result<IndexMap> compose(const IndexMap& outer, std::span<const IndexMap> arguments);

}  // namespace tileglot::map
