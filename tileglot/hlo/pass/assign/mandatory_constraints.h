// SPDX-License-Identifier: Apache-2.0
// mandatory_constraints.h: what is wanted by the program itself, on every platform.
//
// What     add_mandatory_constraints asks, for one computation, for what callers and called computations
//          agreed on: parameters, calls, loops, branches, infeeds, collectives with binding layouts, and
//          at last the result. add_custom_call_constraints does it for custom calls that say how their
//          operands lie.
// Why      These are contracts; everything else adapts to them. Platforms' rules come between the two.
// Example  while(tuple(a)) whose body leaves {0,1} reads a as {0,1}, whatever a is.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "a loop carries its state as its body leaves it"]
//          Of a conditional's branches the one with most instructions decides how the result lies; the
//          others follow from the next round on.
// Source   XLA, LayoutAssignment::AddMandatoryConstraints and RunOnComputation.
#pragma once

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/assign/channel_layouts.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

/// `round` counts from 0.
void add_mandatory_constraints(LayoutConstraints& constraints, ComputationLayouts& computations,
                               const ChannelLayouts& channels, ComputationId computation,
                               int round);

void add_custom_call_constraints(LayoutConstraints& constraints, ComputationId computation);

}  // namespace tileglot::hlo::pass
