// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/fresh_names.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace tileglot::hlo {
namespace {

struct NumberedName {
  std::string_view prefix = {};
  std::int64_t number = 0;
  bool has_number = false;
};

NumberedName split(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return {name};
  std::int64_t number = 0;
  const char* const end = name.data() + name.size();
  const auto read = std::from_chars(name.data() + dot + 1, end, number);
  if (read.ec != std::errc{} || read.ptr != end) return {name};
  return {name.substr(0, dot), number, true};
}

}  // namespace

std::string FreshNames::take(std::string_view name) {
  const NumberedName parts = split(name);
  Numbers& numbers = by_prefix_[std::string(parts.prefix)];
  std::int64_t number = parts.number;
  if (!numbers.used.insert(number).second) {
    while (!numbers.used.insert(numbers.next).second) ++numbers.next;
    number = numbers.next;
  }
  std::string result(parts.prefix);
  if (number != 0 || parts.has_number) result += '.' + std::to_string(number);
  return result;
}

}  // namespace tileglot::hlo
