// SPDX-License-Identifier: Apache-2.0
// hlo_operations.h: operations on HLO modules, by name.
//
// What     hlo.parse of a text answers with what XLA prints of the module, as "print" and, in the
//          short form, "short". hlo.assign of a text and a target, cpu or gpu:sm_90, assigns
//          layouts and answers with "entry_layout", "layouts" by instruction and "copies"
//          (hlo/assign.h), hlo.assign_optimal with those that move the fewest bytes. hlo.apply_pass
//          of a pass, a text and a target gives the module's text "after" it (hlo/apply_pass.h).
//          hlo.run of a text and a list of inputs evaluates the module.
// Example  hlo.parse("ENTRY e { ROOT a = f32[2] parameter(0) }") has the header of a module_e.
//          [tests: hlo_operations_test.cc, "a module is printed as XLA does"]
// Errors   eval.arguments; those of hlo/text/parse.h and hlo/run.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

/// In alphabetical order.
std::vector<std::string_view> hlo_operation_names();

bool is_hlo_operation(std::string_view op);

/// Precondition: is_hlo_operation(op).
core::Result<Json> apply_hlo_operation(std::string_view op, std::span<const std::string> args);

}  // namespace tileglot::api
