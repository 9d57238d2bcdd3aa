// SPDX-License-Identifier: Apache-2.0
// gpu_convolution.h: the layouts that cuDNN needs for the arrays of a convolution.
//
// What     add_for_gpu_convolution requests for a custom call to `__cudnn$conv..` input, filter and
//          output in NCHW, NHWC or NCHW_VECT_C (notation/xla/runtime/convolution_layout.h), as its
//          element type, its number of spatial dimensions, XLA's flags and the GPU decide; an array
//          that is added to the output gets the output's layout.
// Why      The form decides which of cuDNN's kernels run; a form without a kernel is several times
//          slower.
// Example  b01f_01io->b01f of f16 on sm_70: input {3,2,1,0}, filter {2,1,0,3}; of f32: input
//          {2,1,3,0}, filter {1,0,2,3}.
//          [tests: hlo/pass/platform/acceptance_gpu_layout_assignment_test.cc, "convolutions get
//          cuDNN's forms"]
// Source   XLA, GpuLayoutAssignment::AddBackendConstraintsToDnnConvCustomCall.
#pragma once

#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {

/// A custom call to cuDNN, of any kind.
bool is_gpu_convolution(const Instruction& instruction);

void add_for_gpu_convolution(LayoutConstraints& constraints, InstructionId id,
                             std::int64_t compute_capability, GpuFlags flags);

}  // namespace tileglot::hlo::pass
