// SPDX-License-Identifier: Apache-2.0
// check_operation.h: checks that an operation's attributes fit its operands.
//
// What     check_operation(module, id) rejects dimensions that do not exist or are named twice,
//          slices out of bounds, windows that do not give the result's extents, and the like.
// Why      The operations index arrays by these numbers without further checks. The verifier of
//          hlo/ir rejects most of it with a better message; memory safety rests on this check.
// Example  dot with lhs_contracting_dims={5} of f32[2,3].
//          [tests: hlo/run/operation/check_operation_test.cc, "every attribute out of range is
//          refused"]
// Errors   run.operands.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::run {

/// Precondition: verify(module), and operands that are arrays with fixed bounds.
core::Status check_operation(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::run
