// SPDX-License-Identifier: Apache-2.0
// hlo_operations.h: operations on HLO modules, as rows of the table of eval.
//
// What     hlo.parse of a text answers with what XLA prints of the module, as "print" and, in the
//          short form, "short". hlo.assign of a text and a target, cpu or gpu:sm_90, assigns
//          layouts and answers with "entry_layout", "layouts" by instruction and "copies"
//          (hlo/assign.h), hlo.assign_optimal with those that move the fewest bytes. hlo.apply_pass
//          of a pass, a text and a target gives the module's text "after" it (hlo/apply_pass.h).
//          hlo.run of a text and a list of inputs evaluates the module.
// Example  hlo.parse("ENTRY e { ROOT a = f32[2] parameter(0) }") has the header of a module_e.
//          [tests: hlo_operations_test.cc, "a module is printed as XLA does"]
// Errors   Those of hlo/text/parse.h and hlo/run.h.
#pragma once

#include <span>

#include "tileglot/calculator/operation/operation.h"

namespace tileglot::api {

std::span<const calculator::Operation> hlo_operations();

}  // namespace tileglot::api
