// SPDX-License-Identifier: Apache-2.0
// gpu_dot.h: how a GPU wants the operands and the result of a dot.
//
// What     add_for_gpu_dot asks for operands that cuBLAS can read as a batch of matrices, and for a
//          result that it can write as one; add_for_gpu_transpose_of_dot asks a dot to write what a
//          transpose behind it needs, so that the transpose is free.
// Why      cuBLAS reads a matrix in either order, so most dots ask for nothing. Batches, several
//          contracted dimensions, and types of 8 bits do.
// Example  Dot of f32[8,16,4] with batch {2} and contracting {1}: {0,1,2}, since the batch may not be
//          most minor. s8[64,32] with contracting {0}: {0,1}, contracted dimensions most minor.
//          [tests: hlo/pass/platform/acceptance_gpu_layout_assignment_test.cc, "the batch of a dot moves off the
//          minor end"]
//          A layout that the module has already is kept where it will do.
// Source   XLA, GpuLayoutAssignment::AddDotBackendConstraints, SetDotLayout. That f8e5m2fnuz is named
//          there, and f8e5m2 is not, is XLA's.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

/// What a dot's layouts depend on beside the dot.
struct GpuDotContext {
  std::int64_t compute_capability = 0;
  const std::vector<bool>& of_open_parameters;  ///< as open_parameter.h gives it; empty: none is
  const std::unordered_set<InstructionId>& packed;  ///< operands to lie along what is contracted
};

void add_for_gpu_dot(LayoutConstraints& constraints, InstructionId dot,
                     const GpuDotContext& context);

void add_for_gpu_transpose_of_dot(LayoutConstraints& constraints, InstructionId transpose);

}  // namespace tileglot::hlo::pass
