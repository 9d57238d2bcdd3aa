// SPDX-License-Identifier: Apache-2.0
// open_parameter.h: whether a value comes from a parameter whose layout is open.
//
// What     values_of_open_parameters(module) marks the entry parameters for which
//          entry_computation_layout has no layout, and the values that operations of one operand
//          (elementwise, transpose, reshape) and concatenates make of them.
// Why      Where the parameter's layout is not given, the dot that reads it may choose it.
// Example  With p open, convert(transpose(p)) is marked; add(p, q) is not, nor is negate(iota).
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "chains lead to the parameter"]
// Source   XLA, GpuLayoutAssignment: PropagateLayoutFromAutoParameters, by its observed answers.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Indexed by instruction.
std::vector<bool> values_of_open_parameters(const Module& module);

}  // namespace tileglot::hlo::pass
