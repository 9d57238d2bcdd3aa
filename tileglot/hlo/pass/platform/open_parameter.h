// SPDX-License-Identifier: Apache-2.0
// open_parameter.h: does a value come from a parameter whose layout is open.
//
// What     values_of_open_parameters(module) marks the entry parameters for which
//          entry_computation_layout has no layout, and what operations of one operand (elementwise,
//          transpose, reshape) and concatenates make of them.
// Why      Where nobody has said how the parameter lies, the dot that reads it may.
// Example  With p open, convert(transpose(p)) is marked; add(p, q) is not, nor is negate(iota).
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "chains lead to the parameter"]
// Source   XLA, GpuLayoutAssignment: PropagateLayoutFromAutoParameters, by what it answers.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// By instruction.
std::vector<bool> values_of_open_parameters(const Module& module);

}  // namespace tileglot::hlo::pass
