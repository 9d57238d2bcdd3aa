// SPDX-License-Identifier: Apache-2.0
// compose.h: one map read through another.
//
// What     compose(A, B)(x) = A(B(x)). B's value is a coordinate of A: where B has as many codomain extents as A has dimensions they
//          are read one for one, otherwise the value is a row-major number of A's coordinates.
// Why      Slicing, reshaping and A o off o B are compositions. Maps are closed under it, so it fails only where B leaves A's domain.
// Units    Values of B are numbers of coordinates, not bytes.
// Example  A = 6*x0 + x1 on (4,6), B = 4*x on 6: B's 4*x is the coordinate (4*x/6, 4*x mod 6), whose place is 4*x again.
//          [tests: compose_test.cc, "a number is read row-major"]
// Errors   map.out_of_domain, map.negative_index: with the first coordinate found whose value is not in A's domain. Decided by the
//          exact range of B, never by a loose bound, so also map.too_large_to_decide.
// Source   docs/reference/index-map.md, composition.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// outer(inner(x)), over inner's domain, with outer's codomain.
core::Result<IndexMap> compose(const IndexMap& outer, const IndexMap& inner);

/// outer(arguments[0](x), arguments[1](x), ..); the arguments have one domain and are as many as outer has dimensions.
/// Precondition: outer has a dimension.
core::Result<IndexMap> compose(const IndexMap& outer, std::span<const IndexMap> arguments);

}  // namespace tileglot::map
