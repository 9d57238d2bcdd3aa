// SPDX-License-Identifier: Apache-2.0
// gpu_dot.h: the layouts that a GPU needs for the operands and the result of a dot.
//
// What     add_for_gpu_dot requests operands that cuBLAS can read as a batch of matrices, and a
//          result that it can write as one; add_for_gpu_transpose_of_dot requests that a dot write
//          what a following transpose needs, so that the transpose is free.
// Why      cuBLAS reads a matrix in either order, so most dots request nothing. Batches, several
//          contracted dimensions, and types of 8 bits do.
// Example  Dot of f32[8,16,4] with batch {2} and contracting {1}: {0,1,2}, since the batch may not
//          be most minor. s8[64,32] with contracting {0}: {0,1}, contracted dimensions most minor.
//          [tests: hlo/pass/platform/acceptance_gpu_layout_assignment_test.cc, "the batch of a dot
//          moves off the minor end"]
//          A layout that the module already has is kept where it is suitable.
// Source   XLA, GpuLayoutAssignment::AddDotBackendConstraints, SetDotLayout. As in XLA, the rule
//          for 8-bit floats covers f8e4m3fn and f8e5m2fnuz, but not f8e5m2.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

/// What a dot's layouts depend on in addition to the dot.
struct GpuDotContext {
  std::int64_t compute_capability = 0;
  const std::vector<bool>& of_open_parameters;  ///< as open_parameter.h gives it; empty: none is
  const std::unordered_set<InstructionId>& packed;  ///< operands to pack along the contraction
};

void add_for_gpu_dot(LayoutConstraints& constraints, InstructionId dot,
                     const GpuDotContext& context);

void add_for_gpu_transpose_of_dot(LayoutConstraints& constraints, InstructionId transpose);

}  // namespace tileglot::hlo::pass
