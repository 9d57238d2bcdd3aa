// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/answer.h"

#include <string>
#include <variant>
#include <vector>

#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"

namespace tileglot::calculator {

std::string linear_answer(const std::string& op, const std::vector<std::string>& args) {
  const auto value = operations().apply("linear." + op, args);
  if (!value) return value.error()->code;
  const auto* json = std::get_if<Json>(&*value);
  return json == nullptr ? print_value(*value) : json->dump();
}

}  // namespace tileglot::calculator
