// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

using core::fail;
using core::Result;

core::Error no_list(const std::string& text) {
  return {{.code = "eval.syntax",
           .message = fmt::format("'{}' is not a list", text.substr(0, 64)),
           .help = "write [2,3] for numbers, [true,false] for flags, or null"}};
}

core::Error no_integer(const std::string& text) {
  return {{.code = "eval.syntax",
           .message = fmt::format("'{}' is not an integer", text.substr(0, 64)),
           .help = "write a number, as in 12"}};
}

std::optional<bool> flag_of(const Json& json) {
  return json.is_boolean() ? std::optional(json.get<bool>()) : std::nullopt;
}

/// The list that a text has as JSON; nothing for null.
template <class T>
Result<std::optional<std::vector<T>>> list_or_null(const std::string& text,
                                                   std::optional<T> (*read)(const Json&)) {
  const Json json = json_in(text);
  if (json.is_null()) return std::optional<std::vector<T>>();
  if (!json.is_array()) return fail(no_list(text));
  std::vector<T> list;
  for (const Json& item : json) {
    const std::optional<T> value = read(item);
    if (!value) return fail(no_list(text));
    list.push_back(*value);
  }
  return std::optional(std::move(list));
}

}  // namespace

Result<bool> flag_argument(Arguments args, std::size_t i) {
  if (args[i] == "true" || args[i] == "false") return args[i] == "true";
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is neither true nor false", args[i].substr(0, 64)),
               .help = "write true or false"});
}

Result<std::int64_t> number_argument(Arguments args, std::size_t i) {
  if (const auto number = integer_of(json_in(args[i]))) return *number;
  return fail(no_integer(args[i]));
}

Result<std::optional<std::int64_t>> number_or_null_argument(Arguments args, std::size_t i) {
  const Json json = json_in(args[i]);
  const auto number = integer_of(json);
  if (number || json.is_null()) return number;
  return fail(no_integer(args[i]));
}

Result<std::vector<std::int64_t>> numbers_argument(Arguments args, std::size_t i) {
  TILEGLOT_TRY(numbers, numbers_or_null_argument(args, i));
  if (numbers) return *std::move(numbers);
  return fail(no_list(args[i]));
}

Result<std::optional<std::vector<std::int64_t>>> numbers_or_null_argument(Arguments args,
                                                                          std::size_t i) {
  return list_or_null<std::int64_t>(args[i], integer_of);
}

Result<std::optional<std::vector<bool>>> flags_or_null_argument(Arguments args, std::size_t i) {
  return list_or_null<bool>(args[i], flag_of);
}

}  // namespace tileglot::value
