// SPDX-License-Identifier: Apache-2.0
// mandatory_constraints.h: constraints of the program itself, the same on every platform.
//
// What     add_mandatory_constraints adds, for one computation, the layouts that callers and called
//          computations agreed on: parameters, calls, loops, branches, infeeds, collectives with
//          binding layouts, and finally the result. add_custom_call_constraints does so for custom
//          calls that state their operands' layouts.
// Why      These are contracts; everything else adapts to them. Platforms' rules come between the
//          two.
// Example  while(tuple(a)) whose body leaves {0,1} reads a as {0,1}, whatever a is.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a loop carries its state as its body
//          leaves it"]
//          Of a conditional's branches the one with the most instructions decides the result's
//          layout; the others follow from the next round on.
// Source   XLA, LayoutAssignment::AddMandatoryConstraints and RunOnComputation.
#pragma once

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/assign/channel_layout_constraints.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

/// `round` counts from 0.
void add_mandatory_constraints(LayoutConstraints& constraints, ComputationLayouts& computations,
                               const ChannelLayoutConstraints& channels, ComputationId computation,
                               int round);

void add_custom_call_constraints(LayoutConstraints& constraints, ComputationId computation);

}  // namespace tileglot::hlo::pass
