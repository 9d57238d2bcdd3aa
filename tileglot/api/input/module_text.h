// SPDX-License-Identifier: Apache-2.0
// module_text.h: the text of a module that a request is about, HLO or Triton's IR.
#pragma once

#include <string>

namespace tileglot::api {

struct ModuleText {
  std::string name = {};  ///< as messages show it: "'m.hlo'"
  std::string text = {};
};

}  // namespace tileglot::api
