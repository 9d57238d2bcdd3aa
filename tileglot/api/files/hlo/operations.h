// SPDX-License-Identifier: Apache-2.0
// hlo/operations.h: every operation of eval.
//
// What     Those of api, hlo.assign_optimal with the installed solver, and hlo.run of a text and a
//          list of inputs.
// Example  hlo.run(TEXT, [{"shape":"s32[2]","values":[1,2]}]) of negate is
//          {"outputs":[{"shape":"s32[2]","layout":"{0}","values":[-1,-2]}]}.
//          [tests: hlo/operations_test.cc, "a request brings its inputs"]
// Errors   Those of api/eval/hlo_operations.h and run.h.
#pragma once

#include "tileglot/calculator/operation/operation_table.h"

namespace tileglot::api::files {

const calculator::OperationTable& eval_operations();

}  // namespace tileglot::api::files
