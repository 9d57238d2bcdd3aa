// SPDX-License-Identifier: Apache-2.0
// hlo/changed_module.h: what a request made of a module.
//
// What     to_answer(changed) is what the request asks to be told, else the module's text.
// Why      A caller that writes the module to a file prints what was asked for, else the summary.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct ChangedModule {
  hlo::Module module = {};
  std::optional<std::string> told = {};  ///< nothing: the request asks for the module alone
  std::string summary = {};
  Json json = {};
  std::string note = {};
};

Answer to_answer(ChangedModule changed);

}  // namespace tileglot::api
