// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/equal.h"
#include "tileglot/notation/xla/hex.h"
#include "tileglot/notation/xla/make_shape.h"
#include "tileglot/notation/xla/parse.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/wire.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;
using Arguments = std::span<const std::string>;

/// These are XLA's own functions: they read what XLA reads, not the spellings of its documents.
constexpr xla::ParseOptions kAsXla{.spelling = xla::Spelling::kXla};

template <class T>
Json described(const T& value) {
  return {{"print", xla::print(value)}, {"proto", xla::to_hex(xla::to_wire(value))}};
}

Result<Json> parse_shape(Arguments args) {
  TILEGLOT_TRY(shape, xla::parse_shape(args[0], kAsXla));
  return described(shape);
}

/// The layout of a buffer at run time: where the buffer is, is said elsewhere.
Result<Json> parse_pjrt_layout(Arguments args) {
  TILEGLOT_TRY(parsed, xla::parse_layout(args[0], kAsXla));
  xla::Layout layout = parsed;
  layout.memory_space = 0;
  return described(layout);
}

Result<Json> layout_from_proto(Arguments args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args[0]));
  TILEGLOT_TRY(layout, xla::layout_from_wire(bytes));
  return described(layout);
}

Result<Json> shape_from_proto(Arguments args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args[0]));
  TILEGLOT_TRY(shape, xla::shape_from_wire(bytes));
  return described(shape);
}

/// The second argument's; an error points into both, with ", " between.
template <class T>
Result<T> second(Arguments args, Result<T> (*read)(std::string_view, xla::ParseOptions)) {
  auto value = read(args[1], kAsXla);
  if (value || !value.error().span) return value;
  core::Error error = std::move(value).error();
  const std::size_t begin = args[0].size() + 2;
  error.span = core::Span{begin + error.span->begin, begin + error.span->end};
  return fail(std::move(error));
}

Result<Json> layout_equal(Arguments args) {
  TILEGLOT_TRY(a, xla::parse_layout(args[0], kAsXla));
  TILEGLOT_TRY(b, second(args, xla::parse_layout));
  return Json(xla::equal(a, b));
}

Result<Json> shape_equal(Arguments args) {
  TILEGLOT_TRY(a, xla::parse_shape(args[0], kAsXla));
  TILEGLOT_TRY(b, second(args, xla::parse_shape));
  return Json(xla::equal(a, b));
}

/// The list in a text as of JSON; nothing for null.
template <class T>
Result<std::optional<std::vector<T>>> list(const std::string& text, bool (Json::*is_one)() const) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_null()) return std::optional<std::vector<T>>();
  const bool is_list = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [&](const Json& j) { return (j.*is_one)(); });
  if (is_list) return std::optional(json.get<std::vector<T>>());
  return fail({.code = "eval.syntax",
               .message = fmt::format("'{}' is no list", text.substr(0, 64)),
               .help = "write [2,3] for numbers, [true,false] for flags, or null"});
}

Result<xla::PrimitiveType> type_of(const std::string& name) {
  if (const auto type = xla::primitive_type_named(name)) return *type;
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is no XLA type", name.substr(0, 64)),
               .help = "types are written as f32, bf16, s4, pred"});
}

Result<Json> make_array_shape(Arguments args) {
  TILEGLOT_TRY(type, type_of(args[0]));
  const auto numbers = [](const std::string& text) {
    return list<std::int64_t>(text, &Json::is_number_integer);
  };
  TILEGLOT_TRY(bounds, numbers(args[1]));
  TILEGLOT_TRY(order, numbers(args[2]));
  TILEGLOT_TRY(dynamic, list<bool>(args[3], &Json::is_boolean));
  TILEGLOT_TRY(shape, xla::make_array_shape(type, bounds.value_or(std::vector<std::int64_t>()),
                                            order, dynamic));
  return described(shape);
}

struct Operation {
  std::string_view name;
  std::size_t arguments;
  Result<Json> (*apply)(Arguments);
};

constexpr std::array<Operation, 7> kOperations{{
    {"xla.layout_equal", 2, layout_equal},
    {"xla.layout_from_proto", 1, layout_from_proto},
    {"xla.make_array_shape", 4, make_array_shape},
    {"xla.parse_pjrt_layout", 1, parse_pjrt_layout},
    {"xla.parse_shape", 1, parse_shape},
    {"xla.shape_equal", 2, shape_equal},
    {"xla.shape_from_proto", 1, shape_from_proto},
}};

const Operation* find(std::string_view op) {
  const auto* found = std::find_if(kOperations.begin(), kOperations.end(),
                                   [op](const Operation& o) { return o.name == op; });
  return found == kOperations.end() ? nullptr : found;
}

}  // namespace

std::vector<std::string_view> xla_operation_names() {
  std::vector<std::string_view> names;
  names.reserve(kOperations.size());
  for (const Operation& operation : kOperations) names.push_back(operation.name);
  return names;
}

bool is_xla_operation(std::string_view op) { return find(op) != nullptr; }

Result<Json> apply_xla_operation(std::string_view op, Arguments args) {
  const Operation& operation = *find(op);
  if (args.size() == operation.arguments) return operation.apply(args);
  return fail({.code = "eval.arguments",
               .message = fmt::format("{} takes {} arguments, and {} are given", op,
                                      operation.arguments, args.size())});
}

}  // namespace tileglot::api
