// SPDX-License-Identifier: Apache-2.0
// special_case_copies.h: copies that are needed whatever the layouts are.
//
// What     insert_special_case_copies puts a copy before operand 0 of each send and before each
//          operand that a custom call with operand_layout_constraints writes its output into,
//          unless it is a copy without other uses.
// Why      Both take over their operand's memory; no other instruction may use it, or need it in
//          another order.
// Example  custom-call(a, b), output_to_operand_aliasing={{}: (1, {})},
//          operand_layout_constraints={..} becomes custom-call(a, copy(b)).
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "what is written over is copied"]
// Source   XLA, LayoutAssignment::Run and GpuLayoutAssignment.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// The copies, each used once.
std::vector<InstructionId> insert_special_case_copies(Module& module);

}  // namespace tileglot::hlo::pass
