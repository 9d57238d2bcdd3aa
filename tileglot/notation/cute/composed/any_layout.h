// SPDX-License-Identifier: Apache-2.0
// composed/any_layout.h: random swizzles and composed layouts for property tests.
//
// What     any_swizzle, any_bit_permutation and any_composed_layout draw swizzles, layouts that only
//          permute the bits of an index, and what they make behind one another.
// Why      As any_layout.h; a random layout is hardly ever one that a swizzle can pass.
// Example  const ComposedLayout composed = *any_composed_layout();
#pragma once

#include <rapidcheck.h>

#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::notation::cute {

/// Up to 4 bits, base up to 4, either direction.
rc::Gen<Swizzle> any_swizzle();

/// A layout of powers of two whose offsets are a permutation of its indices, at most 1024 elements,
/// in any nesting.
rc::Gen<Layout<>> any_bit_permutation();

/// A swizzle or, now and then, a layout, behind an offset that keeps what it is given at 0 or above.
rc::Gen<ComposedLayout> any_composed_layout();

}  // namespace tileglot::notation::cute
