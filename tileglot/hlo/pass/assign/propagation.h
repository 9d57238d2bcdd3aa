// SPDX-License-Identifier: Apache-2.0
// propagation.h: how a layout constraint spreads to its neighbours.
//
// What     propagate takes constraints from the worklist until it is empty. A value's layout
//          propagates to the operands that it is computed from and to all its readers. An operand's
//          layout propagates to the instruction that makes the value, to the other operands of the
//          same user and to the user's result. The layout of a computation's result propagates to
//          the instruction that makes it.
//
// Directions, with each request's flags (m mandatory, d depth-first; p the priority passed on):
//          value -> operands that must have its layout         m, d, the round's priority
//          value -> operand of broadcast                       m
//          value -> operand of transpose, reshape, reduce      d if goes_depth_first
//          value -> its readers' operands                      d, p
//          value that a loop's body leaves -> its parameter    d
//          operand -> the instruction that makes it            d, p
//          operand -> the other operands of its user           m, d, p   if the user reads alike
//          operand -> the user's result                        m, d, p   if it writes as it reads
//          operand -> result of transpose, reduce              m, d if goes_depth_first, p
//          operand -> result of reshape                        d if goes_depth_first, p
//          Vectors and scalars have one order, so nothing propagates from them.
//
// Why      A few constraints settle a whole program; where two meet in different orders, a copy is
//          inserted. Each step is constant time except for the number of neighbours.
// Example  Entry p {0,1}, t = transpose(p): p's readers, t's operand, t's result {1,0}: no copy.
//          [tests: hlo/pass/assign/acceptance_layout_assignment_test.cc, "a transpose between
//          matching layouts is free"]
// Source   XLA, LayoutAssignment: PropagateConstraints, PropagateBufferConstraint,
//          PropagateOperandConstraint, PropagateResultConstraint, PropagateUseConstraintToDefs.
#pragma once

#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

namespace tileglot::hlo::pass {

void propagate(LayoutConstraints& constraints, const ComputationLayouts& computations);

}  // namespace tileglot::hlo::pass
