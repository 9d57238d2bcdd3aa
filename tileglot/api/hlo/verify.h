// SPDX-License-Identifier: Apache-2.0
// hlo/verify.h: `tileglot hlo verify MODULE`.
//
// What     Checks that the module is valid, and with `after` that the guarantees of that pass hold;
//          if not, reports the first violation, with its line, and exit code 1.
// Why      Modules are edited by hand and made by passes.
// Example  'm.hlo': 2 instructions in 1 computation, valid.
//          [tests: hlo/verify_test.cc, "a module makes sense or does not"]
// Errors   Those of hlo/parse.h; hlo.pass.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct HloVerifyRequest {
  ModuleText module = {};
  std::optional<std::string> after = {};  ///< the name of a pass
  bool lenient = false;                   ///< keeps unknown attributes
};

/// Refuses what is wrong whatever the module is.
core::Status check_options(const HloVerifyRequest& request);

Reply hlo_verify(const HloVerifyRequest& request);

}  // namespace tileglot::api
