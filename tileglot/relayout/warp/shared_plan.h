// SPDX-License-Identifier: Apache-2.0
// shared_plan.h: a conversion through shared memory.
//
// What     shared_plan(src, dst, bits) writes registers to memory laid out by the optimal swizzle,
//          waits, and reads them; where registers are common to both sides, in rounds that use the
//          same memory. The instructions are those that the swizzle was chosen for: stmatrix and
//          ldmatrix where 8 rows of 16 bytes fit, else stores and loads as wide as both sides
//          allow.
// Why      Fewest instructions first, no conflicts second, least memory third.
// Units    A block's memory holds the elements of its threads; an element that no thread of the
//          block has is read from the memory of a block that has it. Barriers are as narrow as
//          possible: of a warp where each warp reads only its own writes, of the cluster where
//          blocks read from others.
// Example  The f16 accumulators of mma, read in rows of 8: stmatrix.x4 and ld.128.
//          [tests: plan_test.cc, "each class has its conversions"]
// Errors   linear.not_surjective.
// Source   arXiv 2505.23819; PTX ISA.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {

/// Sets only instructions, results and memory. Precondition: both are distributed layouts of one
/// tensor; bits is 8 to 128.
core::Result<Plan> shared_plan(const notation::linear::Layout& src,
                               const notation::linear::Layout& dst, int bits);

}  // namespace tileglot::relayout::warp
