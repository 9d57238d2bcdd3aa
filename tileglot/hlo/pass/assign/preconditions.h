// SPDX-License-Identifier: Apache-2.0
// preconditions.h: checks that layout assignment can trust what it reads in a module.
//
// What     check_preconditions(module) rejects a module in which the facts that layout assignment
//          relies on are inconsistent: numbers of operands, dimensions that an operation names,
//          tuples and the elements taken from them, arguments of called computations, written
//          layouts.
// Why      Text that parses need not make sense, and a pass that trusts it reads past the end of a
//          list. Only what the pass needs is checked, not whether the operation itself is correct.
// Example  transpose(f32[2,3] p), dimensions={0,2} is rejected: they are not a permutation of p's
//          dimensions.
//          [tests: hlo/pass/assign/assign_layouts_test.cc, "what does not fit is refused"]
// Errors   hlo.mismatch with the place of the instruction; hlo.bitcast where layouts would
//          misrepresent bytes; those of notation/xla/validate/validate.h for layouts.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

core::Status check_preconditions(const Module& module);

}  // namespace tileglot::hlo::pass
