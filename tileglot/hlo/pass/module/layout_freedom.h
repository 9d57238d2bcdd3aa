// SPDX-License-Identifier: Apache-2.0
// layout_freedom.h: which instructions may read one layout and write another.
//
// What     can_change_layout(instruction) is false where an operand of the result's rank must have
//          the result's layout: elementwise operations, pad, slice, sort, most collectives. The
//          other functions determine how eagerly a layout is propagated through an instruction.
// Why      No add reads {1,0} and writes {0,1}, but a dot may. All of propagation rests on this
//          difference.
// Example  add cannot; transpose and dot can; a custom call can unless it is a LayoutConstraint.
//          [tests: hlo/pass/module/layout_freedom_test.cc, "what computes element by element keeps
//          its layout"]
// Source   XLA, LayoutAssignment: InstructionCanChangeLayout, OperandLayoutAlwaysPropagateForward,
//          OperandLayoutAlwaysPropagateToSiblings, InstructionShouldPropagateDepthFirst.
#pragma once

#include <string_view>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

bool can_change_layout(const Instruction& instruction);

/// `custom-call(..), custom_call_target="target"`.
bool calls_target(const Instruction& instruction, std::string_view target);
/// A custom call that states its operands' layouts.
bool is_layout_constrained_call(const Instruction& instruction);
/// A collective whose written layouts are binding.
bool is_layout_constrained_collective(const Instruction& instruction);

/// Whether a layout is propagated through the instruction before other waiting constraints: a
/// reshape that only adds or drops dimensions of size 1, a transpose, a gather, a scatter, a fusion
/// of kind kCustom.
bool goes_depth_first(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::pass
