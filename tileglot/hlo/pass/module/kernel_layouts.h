// SPDX-License-Identifier: Apache-2.0
// kernel_layouts.h: operations whose kernels would not run as well in every layout.
//
// What     runs_in_a_kernel(instruction) tells convolutions and batch normalizations: a library or a
//          kernel of its own does what they do, and its speed depends on the layouts.
// Why      Layout assignment lets raw ones read and write any layout. A cost of moved bytes alone
//          would give their operands different orders for nothing, so the optimal strategy keeps
//          the layouts that they have in XLA's answer.
// Example  [tests: hlo/optimal/assign_optimal_test.cc, "a raw convolution keeps XLA's layouts"]
#pragma once

#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {

bool runs_in_a_kernel(const Instruction& instruction);

}  // namespace tileglot::hlo::pass
