// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/arguments.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
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

/// The elements of a list, each as `read` reads it; nothing for null.
template <class T>
Result<std::optional<std::vector<T>>> list_or_null(const Arguments& args, std::size_t i,
                                                   std::optional<T> (*read)(const Json&)) {
  const Json json = json_in(args, i);
  if (json.is_null()) return std::optional<std::vector<T>>();
  if (!json.is_array()) return fail(no_list(args.text(i)));
  std::vector<T> list;
  for (const Json& item : json) {
    const std::optional<T> value = read(item);
    if (!value) return fail(no_list(args.text(i)));
    list.push_back(*value);
  }
  return std::optional(std::move(list));
}

}  // namespace

std::string Argument::text() const {
  const Value* value = std::get_if<Value>(&given_);
  return value != nullptr ? argument_text(*value) : std::get<std::string>(given_);
}

std::vector<Argument> arguments_of(std::span<const std::string> texts) {
  return {texts.begin(), texts.end()};
}

std::string Arguments::source() const {
  std::string all;
  for (const Argument& argument : given_)
    all += (&argument == given_.data() ? "" : ", ") + argument.text();
  return all;
}

core::Error Arguments::placed(core::Error error, std::size_t i) const {
  if (!error->span) return error;
  std::size_t begin = 0;
  for (const Argument& before : given_.first(i)) begin += before.text().size() + 2;
  error->span = core::Span{begin + error->span->begin, begin + error->span->end};
  return error;
}

Json json_in(const Arguments& args, std::size_t i) {
  const Json* json = args.value<Json>(i);
  const bool is_its_own_text =
      json != nullptr && !json->is_string() && !(json->is_object() && json->contains("print"));
  return is_its_own_text ? *json : value::json_in(args.text(i));
}

Result<bool> flag_argument(const Arguments& args, std::size_t i) {
  const std::string text = args.text(i);
  if (text == "true" || text == "false") return text == "true";
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is neither true nor false", text.substr(0, 64)),
               .help = "write true or false"});
}

Result<std::int64_t> number_argument(const Arguments& args, std::size_t i) {
  if (const auto number = value::integer_of(json_in(args, i))) return *number;
  return fail(no_integer(args.text(i)));
}

Result<std::optional<std::int64_t>> number_or_null_argument(const Arguments& args, std::size_t i) {
  const Json json = json_in(args, i);
  const auto number = value::integer_of(json);
  if (number || json.is_null()) return number;
  return fail(no_integer(args.text(i)));
}

Result<std::vector<std::int64_t>> numbers_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(numbers, numbers_or_null_argument(args, i));
  if (numbers) return *std::move(numbers);
  return fail(no_list(args.text(i)));
}

Result<std::optional<std::vector<std::int64_t>>> numbers_or_null_argument(const Arguments& args,
                                                                          std::size_t i) {
  return list_or_null<std::int64_t>(args, i, value::integer_of);
}

Result<std::optional<std::vector<bool>>> flags_or_null_argument(const Arguments& args,
                                                                std::size_t i) {
  return list_or_null<bool>(args, i, flag_of);
}

Result<Json> json_argument(const Arguments& args, std::size_t i) {
  Json json = json_in(args, i);
  if (!json.is_discarded()) return json;
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is not JSON", args.text(i).substr(0, 64)),
               .help = R"(write a list or an object, as [["dim0",4]])"});
}

}  // namespace tileglot::calculator
