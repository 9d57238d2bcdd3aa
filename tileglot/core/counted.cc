// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/counted.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tileglot::core {

std::string noun_for(std::int64_t number, std::string_view noun) {
  if (number == 1) return std::string(noun);
  const bool ends_in_y =
      noun.ends_with('y') && noun.size() > 1 &&
      std::string_view("aeiou").find(noun[noun.size() - 2]) == std::string_view::npos;
  if (ends_in_y) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  const bool hisses = noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("ch");
  return fmt::format("{}{}", noun, hisses ? "es" : "s");
}

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}", number, noun_for(number, noun));
}

std::string counted(std::int64_t number, std::string_view written, std::string_view noun) {
  return fmt::format("{} {}", written, noun_for(number, noun));
}

}  // namespace tileglot::core
