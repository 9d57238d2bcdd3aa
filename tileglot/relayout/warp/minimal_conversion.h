// SPDX-License-Identifier: Apache-2.0
// minimal_conversion.h: the part of a conversion that moves anything.
//
// What     minimal_cvt_layout(src, dst) maps each position of dst to a position of src that holds
//          the same element, without block, then warp, then lane, then register, as long as each
//          stays where it is.
// Why      The remaining inputs give the cost: nothing; registers renamed; lanes shuffled; warps or
//          blocks through shared memory.
// Example  Two layouts that differ in lanes leave register and lane; equal ones leave nothing.
//          [tests: minimal_conversion_test.cc, "what stays is left out"]
// Errors   linear.not_distributed, linear.other_tensor, linear.not_in_image.
// Source   Triton's minimalCvtLayout.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::relayout::warp {

core::Result<notation::linear::Layout> minimal_cvt_layout(const notation::linear::Layout& src,
                                                          const notation::linear::Layout& dst);

}  // namespace tileglot::relayout::warp
