// SPDX-License-Identifier: Apache-2.0
// not_swizzled.h: why a linear layout is no CuTe layout, not even a swizzled one.
//
// What     why_not_swizzled(layout) is the refusal of a layout that swizzled.h found no swizzle
//          for: inputs whose vectors xor to 0, or two vectors that no swizzle takes apart.
// Why      A swizzle is invertible and xors as the layout does, so what cancels stays cancelled;
//          strides only add.
// Example  Of {lane: [[4],[4]]} -> {d: 8}, L(lane=1) and L(lane=2) are 4 and together 0, where
//          strides add up to 8.
//          [tests: not_swizzled_test.cc, "vectors that cancel are no strides"]
// Errors   bridge.not_affine is what it makes.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Error why_not_swizzled(const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
