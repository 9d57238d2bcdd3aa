// SPDX-License-Identifier: Apache-2.0
// any_layout.h: random tuples, layouts and coordinates for property tests.
//
// What     any_int_tuple, any_layout and any_coordinate draw nested values with static and dynamic
//          integers, rank-1 tuples, `()`, extents of 0 and 1, negative and zero strides.
// Why      One generator, compiled once; every law of the package is tested on the same layouts.
// Example  const Layout layout = *any_layout();
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Arbitrary integers in any nesting, with at most 8 slots and depth 4.
rc::Gen<IntTuple> any_int_tuple();

/// At most 512 elements.
rc::Gen<Layout<>> any_layout();

/// Most of these have a complement: in some order, the stride of each mode is a multiple of the
/// offset where the previous mode ends. At most 512 elements.
rc::Gen<Layout<>> any_nested_layout();

/// The offsets at the indices 0, 1, 2, ..., for tests to compare. Precondition: no scaled bases.
std::vector<std::int64_t> offsets_of(const Layout<>& layout);

/// A coordinate inside the shape: one integer for the whole, or split by mode to a random depth.
/// Precondition: the shape has elements.
rc::Gen<IntTuple> any_coordinate(const IntTuple& shape);

}  // namespace tileglot::notation::cute
