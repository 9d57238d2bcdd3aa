// SPDX-License-Identifier: Apache-2.0
// any_layout.h: random tuples, layouts and coordinates for property tests.
//
// What     any_int_tuple, any_layout and any_coordinate draw nested values with static and dynamic
//          integers, rank-1 tuples, `()`, extents of 0 and 1, negative and zero strides.
// Why      One generator, compiled once; every law of the package is stated on the same layouts.
// Example  const Layout layout = *any_layout();
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Any integers in any nesting of at most 8 slots and depth 4.
rc::Gen<IntTuple> any_int_tuple();

/// At most 512 elements.
rc::Gen<Layout<>> any_layout();

/// Most of these have a complement: in some order, the stride of each mode is a multiple of where
/// the one before ends. At most 512 elements.
rc::Gen<Layout<>> any_nested_layout();

/// The offsets at the indices 0, 1, 2, ..., which tests compare. Precondition: no scaled bases.
std::vector<std::int64_t> offsets_of(const Layout<>& layout);

/// A coordinate inside the shape: one integer for the whole, or split to a random depth by mode.
/// Precondition: the shape has elements.
rc::Gen<IntTuple> any_coordinate(const IntTuple& shape);

}  // namespace tileglot::notation::cute
