// SPDX-License-Identifier: Apache-2.0
// hlo/print.h: `tileglot hlo print MODULE`.
//
// What     The module's text: full (complete), xla (as XLA prints it, large constants elided) or
//          short.
// Why      One spelling for modules written by people, frameworks and compilers.
// Example  a module without header, ENTRY and result shapes gets all of them.
//          [tests: hlo/print_test.cc, "a module is printed in three styles"]
// Errors   Those of hlo/file.h; hlo.style.
#pragma once

#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct HloPrintRequest {
  std::string path = {};  ///< "-": stdin
  std::string style = "full";
  bool lenient = false;
  std::string output = {};  ///< a file to write; empty: stdout
  bool force = false;
};

Reply hlo_print(const HloPrintRequest& request);

}  // namespace tileglot::api
