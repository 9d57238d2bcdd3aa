// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/answer.h"

#include <string>
#include <variant>
#include <vector>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/calculator/linear/operations.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::api {

std::string linear_answer(const std::string& op, const std::vector<std::string>& args) {
  const auto result = apply_linear_operation("linear." + op, args);
  if (!result) return result.error()->code;
  const auto* layout = std::get_if<notation::linear::Layout>(&*result);
  return layout == nullptr ? std::get<Json>(*result).dump() : notation::linear::print(*layout);
}

}  // namespace tileglot::api
