// SPDX-License-Identifier: Apache-2.0
// layout_invariant.h: what is true of a module after layout assignment.
//
// What     check_layouts_assigned(module) checks that every array outside fusions has a layout;
//          that a value that is passed on keeps the layout of its source; that operations that
//          cannot change layouts read operands of their rank in the layout they write; that calls,
//          loops and branches pass the layouts that the computations take; that parameters and root
//          have the entry layout. check_layouts_written(module) is the first of these alone, which
//          passes after layout assignment require.
// Why      Each missing copy shows here, whatever the reason.
// Example  add(p {1,0}, q {0,1}) is rejected: operand 1 is read in another order than the result.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a missing copy is noticed"]
// Errors   hlo.layouts with the place of the instruction.
// Source   XLA, LayoutAssignment::CheckLayouts.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

core::Status check_layouts_written(const Module& module);
core::Status check_layouts_assigned(const Module& module);

}  // namespace tileglot::hlo::pass
