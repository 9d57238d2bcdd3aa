// SPDX-License-Identifier: Apache-2.0
// check_operation.h: whether an operation's attributes fit its operands.
//
// What     check_operation(module, id) refuses dimensions that are not there or named twice, slices
//          beyond the border, windows that do not give the result's extents, and the like.
// Why      The operations index arrays by these numbers and do not look again. The verifier of hlo/ir
//          refuses most of it with a better sentence; this is what memory safety rests on.
// Example  dot with lhs_contracting_dims={5} of f32[2,3].
//          [tests: hlo/run/operation/check_operation_test.cc, "every attribute out of range is refused"]
// Errors   run.operands.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::run {

/// Precondition: verify(module), and operands that are arrays with fixed bounds.
core::Status check_operation(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::run
