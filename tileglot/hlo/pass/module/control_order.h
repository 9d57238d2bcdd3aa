// SPDX-License-Identifier: Apache-2.0
// control_order.h: instructions whose order is constrained other than by operands.
//
// What     instructions_under_control(module) marks, by instruction, those that have
//          control-predecessors and those that are one.
// Why      A pass that removes one of them would lose the order, or leave a name that does not
//          exist.
// Example  b = negate(p), control-predecessors={a}: a and b are marked.
//          [tests: hlo/pass/rewrite/sink_copies_test.cc, "a copy that others wait for stays"]
#pragma once

#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

std::vector<bool> instructions_under_control(const Module& module);

}  // namespace tileglot::hlo::pass
