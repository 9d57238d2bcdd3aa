// SPDX-License-Identifier: Apache-2.0
// packed_values.h: whether a value comes from elements that are smaller than a byte.
//
// What     packed_values(module, computation) are the arrays whose elements are smaller than a
//          byte, s4 and the like, and the values that elementwise operations of one or two operands
//          make of them.
// Why      A dot of them reads pairs of elements from one byte; if pairs run along the contracted
//          dimension, it multiplies both at once.
// Example  w s4, convert(w) to bf16, multiply(convert(w), scale) are packed; scale and a transpose
//          of w to bf16 are not, nor is pred.
//          [tests: hlo/pass/platform/acceptance_gpu_layout_assignment_test.cc, "a chain of packed
//          elements contracts the most minor"]
// Source   XLA, GpuLayoutAssignment, with xla_gpu_experimental_pack_dot_operands_along_k_dimension.
#pragma once

#include <unordered_set>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

std::unordered_set<InstructionId> packed_values(const Module& module, ComputationId computation);

}  // namespace tileglot::hlo::pass
