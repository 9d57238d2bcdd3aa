// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/answer.h"

#include <string>
#include <vector>

#include "tileglot/calculator/xla/operations.h"

namespace tileglot::api {

std::string dumped(const std::string& op, const std::vector<std::string>& args) {
  const auto result = apply_xla_operation("xla." + op, args);
  return result ? result->dump() : result.error()->code;
}

std::string printed(const std::string& op, const std::vector<std::string>& args) {
  const auto result = apply_xla_operation("xla." + op, args);
  const bool has_text = result && result->is_object() && result->contains("print");
  return has_text ? (*result)["print"].get<std::string>() : dumped(op, args);
}

}  // namespace tileglot::api
