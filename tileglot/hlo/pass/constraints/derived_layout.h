// SPDX-License-Identifier: Apache-2.0
// derived_layout.h: derives the layout on one side of an operation from that on its other side.
//
// What     operand_layout(problem, user, number, layout) is the layout that the operand should have
//          if the result has `layout`; result_layout(problem, user, number, layout, part) is the
//          layout that the result should have if the operand has `layout`. Nothing where the
//          operation has no preference.
// Why      A transpose or a reshape between layouts that match moves nothing. This file defines for
//          each operation what "match" is.
// Example  For transpose, dimensions={2,3,0,1}, a result {3,2,1,0} wants the operand
//          {1,0,3,2}, and an operand {1,0,3,2} the result {3,2,1,0}.
//          [tests: hlo/pass/constraints/derived_layout_test.cc, "layouts go through operations"]
// Source   XLA, LayoutAssignment: ChooseOperandLayoutFromOutputLayout,
//          ChooseOutputLayoutFromOperandLayout and PropagateBufferConstraintToOperands.
#pragma once

#include <cstddef>
#include <optional>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

std::optional<LayoutId> operand_layout(Problem& problem, InstructionId user, std::size_t number,
                                       LayoutId layout);
std::optional<LayoutId> result_layout(Problem& problem, InstructionId user, std::size_t number,
                                      LayoutId layout, Position part);

/// The operand's dimensions in the order that they have in the result. As in XLA they are assumed
/// to be listed in ascending order.
LayoutId broadcast_operand_layout(Problem& problem, InstructionId broadcast, LayoutId layout);

/// For a bitcast-convert that changes the rank: drops the last dimension, or adds it as the most
/// minor.
LayoutId bitcast_convert_operand_layout(Problem& problem, InstructionId convert, LayoutId layout);

}  // namespace tileglot::hlo::pass
