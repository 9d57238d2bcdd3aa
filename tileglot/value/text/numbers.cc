// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/numbers.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tileglot::value {

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string ratio_text(std::int64_t whole, std::int64_t part) {
  std::string text = fmt::format("{:.2f}", static_cast<double>(whole) / static_cast<double>(part));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + "x";
}

}  // namespace tileglot::value
