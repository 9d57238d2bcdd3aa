// SPDX-License-Identifier: Apache-2.0
// layout_invariant.h: what is true of a module after layout assignment.
//
// What     check_layouts_assigned(module) holds a module to it: every array outside fusions has a layout;
//          what is passed on lies as where it comes from; operations that cannot change layouts read
//          operands of their rank as they write; calls,
//          loops and branches pass what the computations take; parameters and root lie as the entry
//          layout says. check_layouts_written(module) is the first of it alone, which passes after
//          layout assignment ask for before they begin.
// Why      Each copy that is missing shows here, whatever the reason.
// Example  add(p {1,0}, q {0,1}) is refused: operand 1 is read in another order than the result.
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
