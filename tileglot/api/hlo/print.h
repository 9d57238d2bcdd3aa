// SPDX-License-Identifier: Apache-2.0
// hlo/print.h: `tileglot hlo print MODULE`.
//
// What     The module's text: full (complete), xla (as XLA prints it, large constants elided) or
//          short.
// Why      One spelling for modules written by people, frameworks and compilers.
// Example  a module without header, ENTRY and result shapes gets all of them.
//          [tests: hlo/print_test.cc, "a module is printed in three styles"]
// Errors   Those of hlo/parse.h; hlo.style.
#pragma once

#include <string>

#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct HloPrintRequest {
  ModuleText module = {};
  std::string style = "full";
  bool lenient = false;  ///< keeps unknown attributes
};

/// Refuses what is wrong whatever the module is.
core::Status check_options(const HloPrintRequest& request);

Reply hlo_print(const HloPrintRequest& request);

}  // namespace tileglot::api
