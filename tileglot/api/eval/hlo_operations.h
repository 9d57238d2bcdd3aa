// SPDX-License-Identifier: Apache-2.0
// hlo_operations.h: operations on HLO modules, as rows of the table of eval.
//
// What     hlo.parse of a text answers with what XLA prints of the module, as "print" and, in the
//          short form, "short". hlo.assign of a text and a target, cpu or gpu:sm_90, assigns
//          layouts and answers with "entry_layout", "layouts" by instruction and "copies"
//          (hlo/assign.h), hlo.assign_optimal with those that move the fewest bytes. hlo.apply_pass
//          of a pass, a text and a target gives the module's text "after" it (hlo/apply_pass.h).
// Why      A caller that can evaluate modules adds a row, hlo.run, which needs threads.
// Example  hlo.parse("ENTRY e { ROOT a = f32[2] parameter(0) }") has the header of a module_e.
//          [tests: hlo_operations_test.cc, "a module is printed as XLA does"]
// Errors   Those of hlo/text/parse.h and of the operations' headers.
#pragma once

#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

using HloAnswer = core::Result<calculator::Value> (*)(const calculator::Arguments& args);

/// hlo.assign_optimal of a text and a target, without a solver.
core::Result<calculator::Value> assign_optimal(const calculator::Arguments& args);

/// A caller with a solver passes an hlo.assign_optimal of its own.
std::vector<calculator::Operation> hlo_operations(HloAnswer optimal = assign_optimal);

}  // namespace tileglot::api
