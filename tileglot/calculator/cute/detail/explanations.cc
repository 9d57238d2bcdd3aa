// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/explanations.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/cute/operations.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {

core::Result<std::string> add_answer(Lines& lines, std::string_view what,
                                     std::string_view operation,
                                     const std::vector<std::string>& arguments) {
  TILEGLOT_TRY(value, cute_operations().apply(operation, arguments));
  std::string text = print_value(value, Spelling::kCanonical);
  lines.push_back(fmt::format("{} = {}", what, text));
  return text;
}

void add_indented(Lines& lines, const Lines& inner) {
  for (const std::string& line : inner) lines.push_back("  " + line);
}

}  // namespace tileglot::calculator
