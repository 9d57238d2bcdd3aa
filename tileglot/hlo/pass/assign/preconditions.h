// SPDX-License-Identifier: Apache-2.0
// preconditions.h: a module of which layout assignment can believe what it reads.
//
// What     check_preconditions(module) refuses a module in which what layout assignment follows does not
//          fit together: numbers of operands, dimensions that an operation names, tuples and what is
//          taken out of them, what is passed to called computations, layouts that are written.
// Why      Text that parses need not make sense, and a pass that trusts it reads beyond a list. This is
//          no more than the pass needs; whether the operation itself is right is not asked.
// Example  transpose(f32[2,3] p), dimensions={0,2} is refused: they are not a permutation of p's
//          dimensions.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "what does not fit is refused"]
// Errors   hlo.mismatch with the place of the instruction; hlo.bitcast where layouts would lie about
//          bytes; those of validate.h for layouts.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

core::Status check_preconditions(const Module& module);

}  // namespace tileglot::hlo::pass
