// SPDX-License-Identifier: Apache-2.0
// hlo/apply_pass.h: the operation hlo.apply_pass: one pass on the text of a module.
//
// What     applied_pass_json(pass, text, target) reads and verifies the module, applies the pass of
//          that name in XLA, and answers with the module's text as "after" and with what it did as
//          "changes".
// Why      A pass is best understood, and compared with XLA's, by a module before and after it.
// Example  reshape-decomposer of a reshape that moves nothing: the reshape is a bitcast, one
//          change.
//          [tests: hlo/apply_pass_test.cc, "a pass is applied to a text"]
// Errors   hlo.pass; those of target_policy.h, hlo/text, hlo/ir/verify.h and of the pass.
#pragma once

#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

core::Result<Json> applied_pass_json(std::string_view pass, std::string_view text,
                                     std::string_view target);

}  // namespace tileglot::api
