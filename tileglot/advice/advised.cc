// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/advised.h"

#include <string>

#include "tileglot/advice/advise.h"
#include "tileglot/advice/report.h"
#include "tileglot/core/error.h"

namespace tileglot::advice {

core::Result<Advised> advised(const Request& request) {
  TILEGLOT_TRY(report, advise(request));
  return Advised{.text = text_of(report, {}), .json = to_json(report)};
}

value::Json rule_of(const core::Result<Advised>& advised, const std::string& name) {
  for (const value::Json& rule : advised->json["rules"]) {
    if (rule["rule"] == name) return rule;
  }
  return {};
}

std::string code_of(const Request& request) {
  const auto report = advise(request);
  return report ? "none" : report.error()->code;
}

}  // namespace tileglot::advice
