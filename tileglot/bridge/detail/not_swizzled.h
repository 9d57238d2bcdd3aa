// SPDX-License-Identifier: Apache-2.0
// not_swizzled.h: why a linear layout is not a CuTe layout, not even a swizzled one.
//
// What     why_not_swizzled(layout) is the error for a layout for which swizzled.h found no
//          swizzle: inputs whose vectors xor to 0, or two vectors that no swizzle can separate.
// Why      A swizzle is invertible and linear over xor like the layout, so vectors that cancel stay
//          cancelled; strides only add.
// Example  In {lane: [[4],[4]]} -> {d: 8}, L(lane=1) and L(lane=2) are both 4 and their xor is 0,
//          where strides would add up to 8.
//          [tests: not_swizzled_test.cc, "vectors that cancel are not strides"]
// Errors   It returns bridge.not_affine.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Error why_not_swizzled(const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
