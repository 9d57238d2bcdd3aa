// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/number_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/core/utf8.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kDigits = "0123456789";

std::string shown(std::string_view text) { return fmt::format("'{}'", core::printable(text)); }

bool are_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
}

/// Digits as a number, unless it takes more than 64 bits.
std::optional<std::uint64_t> number_of(std::string_view digits) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// Powers of 1024: k, kb, ki and kib are the first.
std::optional<unsigned> power_of(std::string unit) {
  for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (unit.empty() || unit == "b") return 0;
  constexpr std::string_view kPrefixes = "kmgtpe";
  const std::size_t prefix = kPrefixes.find(unit[0]);
  const std::string_view rest = std::string_view(unit).substr(1);
  if (prefix == std::string_view::npos ||
      !(rest.empty() || rest == "b" || rest == "i" || rest == "ib"))
    return std::nullopt;
  return static_cast<unsigned>(prefix) + 1;
}

std::string read_byte_size(std::string& text) {
  if (text.starts_with('-')) return fmt::format("{} is negative", core::printable(text));
  const std::string_view digits = std::string_view(text).substr(0, text.find_first_not_of(kDigits));
  std::string_view unit = std::string_view(text).substr(digits.size());
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  const std::optional<unsigned> power = power_of(std::string(unit));
  if (digits.empty() || !power)
    return fmt::format("{} is not a number of bytes, such as 1048576 or 2GiB", shown(text));
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::optional<std::uint64_t> number = number_of(digits);
  if (!number || *number > kMost >> 10 * *power)
    return fmt::format("{} is more than {} bytes", shown(text), kMost);
  text = std::to_string(*number << 10 * *power);
  return {};
}

}  // namespace

std::string read_whole_number(std::string& text, std::int64_t least, std::uint64_t most) {
  const bool is_negative = text.starts_with('-');
  const bool has_sign = is_negative || text.starts_with('+');
  const std::string_view digits = std::string_view(text).substr(has_sign ? 1 : 0);
  if (!are_digits(digits)) return fmt::format("{} is not a whole number", shown(text));
  const std::optional<std::uint64_t> size = number_of(digits);
  // A negative number is compared by its size: -x >= least where x <= -least.
  const bool fits =
      size && (is_negative && *size != 0
                   ? least < 0 && *size <= 0 - static_cast<std::uint64_t>(least)
                   : *size <= most && (least <= 0 || std::cmp_greater_equal(*size, least)));
  if (!fits) return fmt::format("{} is not between {} and {}", core::printable(text), least, most);
  text = fmt::format("{}{}", is_negative && *size != 0 ? "-" : "", *size);
  return {};
}

CLI::Validator byte_size() { return {read_byte_size, ""}; }

}  // namespace tileglot::cli
