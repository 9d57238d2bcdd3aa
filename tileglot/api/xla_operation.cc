// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/hex.h"
#include "tileglot/notation/xla/parse.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/wire.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

constexpr xla::ParseOptions kAsXla{.spelling = xla::Spelling::kXla};

template <class T>
Json described_as(const T& value) {
  return {{"print", xla::print(value)}, {"proto", xla::to_hex(xla::to_wire(value))}};
}

/// The value, or its error moved behind the arguments before the i-th.
template <class T>
Result<T> in_argument(Result<T> value, XlaArguments args, std::size_t i) {
  if (value || !value.error().span) return value;
  std::size_t begin = 0;
  for (const std::string& before : args.first(i)) begin += before.size() + 2;
  core::Error error = std::move(value).error();
  error.span = core::Span{begin + error.span->begin, begin + error.span->end};
  return fail(std::move(error));
}

core::Error no_list(const std::string& text) {
  return {.code = "eval.syntax",
          .message = fmt::format("'{}' is no list", text.substr(0, 64)),
          .help = "write [2,3] for numbers, [true,false] for flags, or null"};
}

/// The list in a text as of JSON; nothing for null.
template <class T>
Result<std::optional<std::vector<T>>> list_or_null(const std::string& text,
                                                   bool (Json::*is_one)() const) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_null()) return std::optional<std::vector<T>>();
  const bool is_list = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [&](const Json& j) { return (j.*is_one)(); });
  if (is_list) return std::optional(json.get<std::vector<T>>());
  return fail(no_list(text));
}

}  // namespace

Json described(const xla::Shape& shape) { return described_as(shape); }
Json described(const xla::Layout& layout) { return described_as(layout); }

Result<xla::Shape> shape_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_shape(args[i], kAsXla), args, i);
}

Result<xla::Shape> shape_as_written_argument(XlaArguments args, std::size_t i) {
  constexpr xla::ParseOptions kAsWritten{.spelling = xla::Spelling::kXla,
                                         .missing_layout = xla::MissingLayout::kNone};
  return in_argument(xla::parse_shape(args[i], kAsWritten), args, i);
}

Result<xla::Shape> valid_shape_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_valid_shape(args[i], kAsXla), args, i);
}

Result<xla::Layout> layout_argument(XlaArguments args, std::size_t i) {
  return in_argument(xla::parse_layout(args[i], kAsXla), args, i);
}

Result<xla::PrimitiveType> type_argument(XlaArguments args, std::size_t i) {
  if (const auto type = xla::primitive_type_named(args[i])) return *type;
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is no XLA type", args[i].substr(0, 64)),
               .help = "types are written as f32, bf16, s4, pred"});
}

Result<bool> flag_argument(XlaArguments args, std::size_t i) {
  if (args[i] == "true" || args[i] == "false") return args[i] == "true";
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is neither true nor false", args[i].substr(0, 64)),
               .help = "write true or false"});
}

Result<std::int64_t> number_argument(XlaArguments args, std::size_t i) {
  const Json json = Json::parse(args[i], nullptr, false);
  if (json.is_number_integer()) return json.get<std::int64_t>();
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is no integer", args[i].substr(0, 64)),
               .help = "write a number, as in 12"});
}

Result<std::vector<std::int64_t>> numbers_argument(XlaArguments args, std::size_t i) {
  TILEGLOT_TRY(numbers, numbers_or_null_argument(args, i));
  if (numbers) return *std::move(numbers);
  return fail(no_list(args[i]));
}

Result<std::optional<std::vector<std::int64_t>>> numbers_or_null_argument(XlaArguments args,
                                                                          std::size_t i) {
  return list_or_null<std::int64_t>(args[i], &Json::is_number_integer);
}

Result<std::optional<std::vector<bool>>> flags_or_null_argument(XlaArguments args, std::size_t i) {
  return list_or_null<bool>(args[i], &Json::is_boolean);
}

}  // namespace tileglot::api
