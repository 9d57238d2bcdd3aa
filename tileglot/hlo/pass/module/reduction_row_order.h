// SPDX-License-Identifier: Apache-2.0
// reduction_row_order.h: the order in which a reduction reads rows.
//
// What     reduction_row_shape(module, reduce, number) is the shape of the reduction's operand in
//          the layout that makes the reduced dimensions contiguous: these in the reverse of their
//          list, the most minor first, and then the others in the order that the result has.
// Why      Where a policy requires it (LayoutPolicy::passes_reduction_to_operand), every other
//          order makes each sum jump through memory.
// Example  f32[8,128,64] reduced over {1} to f32[8,64]{1,0} has rows in {1,2,0}.
//          [tests: hlo/pass/cost/layout_cost_test.cc, "rows are what is added up"]
// Source   XLA, LayoutAssignment::ChooseOperandLayoutFromOutputLayout; derived_layout.h uses it for
//          layouts that are not decided.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// The order, minor to major, of an array of rank `rank` whose `reduced` dimensions are reduced.
std::vector<std::int64_t> reduction_row_order(std::span<const std::int64_t> reduced,
                                              std::span<const std::int64_t> result_order,
                                              std::size_t rank);

/// Preconditions: verify(module); a reduce, and the number of one of its inputs.
notation::xla::Shape reduction_row_shape(const Module& module, InstructionId reduce,
                                         std::size_t number);

}  // namespace tileglot::hlo::pass
