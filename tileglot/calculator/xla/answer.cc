// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/answer.h"

#include <string>
#include <vector>

#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"

namespace tileglot::calculator {

std::string dumped(const std::string& op, const std::vector<std::string>& args) {
  const auto value = operations().apply("xla." + op, args);
  return value ? to_json(*value).dump() : value.error()->code;
}

std::string printed(const std::string& op, const std::vector<std::string>& args) {
  const auto value = operations().apply("xla." + op, args);
  const Json json = value ? to_json(*value) : Json();
  return json.is_object() && json.contains("print") ? print_value(*value) : dumped(op, args);
}

}  // namespace tileglot::calculator
