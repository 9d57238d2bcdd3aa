// SPDX-License-Identifier: Apache-2.0
// advised.h: a report as people and programs read it, for tests.
#pragma once

#include <string>

#include "tileglot/advice/advise.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

struct Advised {
  std::string text;
  value::Json json;
};

core::Result<Advised> advised(const Request& request);

/// The rule of that name; null if there is none.
value::Json rule_of(const core::Result<Advised>& advised, const std::string& name);

/// The error's code, or "none".
std::string code_of(const Request& request);

}  // namespace tileglot::advice
