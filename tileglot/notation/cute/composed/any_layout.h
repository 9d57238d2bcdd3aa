// SPDX-License-Identifier: Apache-2.0
// composed/any_layout.h: random swizzles and composed layouts for property tests.
//
// What     any_swizzle, any_bit_permutation and any_composed_layout draw swizzles, layouts that
//          only permute the bits of an index, and compositions of them.
// Why      As for any_layout.h; a swizzle can rarely be pushed through a random layout.
// Example  const ComposedLayout composed = *any_composed_layout();
#pragma once

#include <rapidcheck.h>

#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::notation::cute {

/// Up to 4 bits, base up to 4, shifts in either direction.
rc::Gen<Swizzle> any_swizzle();

/// A layout of powers of two whose offsets are a permutation of its indices, at most 1024 elements,
/// in any nesting.
rc::Gen<Layout<>> any_bit_permutation();

/// A swizzle or, sometimes, a layout, after an offset that keeps its input at 0 or above.
rc::Gen<ComposedLayout> any_composed_layout();

}  // namespace tileglot::notation::cute
