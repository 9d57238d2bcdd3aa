// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/calculator/evaluate.h"
#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
using calculator::Argument;
using calculator::Arguments;
using calculator::Expression;
using calculator::Family;
using calculator::Value;

struct KindOfName {
  std::string_view name;
  OperationKind kind;
};

constexpr KindOfName kKinds[] = {
    {"logical_divide", OperationKind::kDivide},
    {"zipped_divide", OperationKind::kDivide},
    {"tiled_divide", OperationKind::kDivide},
    {"flat_divide", OperationKind::kDivide},
    {"logical_product", OperationKind::kProduct},
    {"zipped_product", OperationKind::kProduct},
    {"tiled_product", OperationKind::kProduct},
    {"flat_product", OperationKind::kProduct},
    {"blocked_product", OperationKind::kProduct},
    {"raked_product", OperationKind::kProduct},
    {"composition", OperationKind::kComposition},
    {"complement", OperationKind::kComplement},
    {"right_inverse", OperationKind::kInverse},
    {"left_inverse", OperationKind::kInverse},
    {"coalesce", OperationKind::kSameOffsets},
    {"coalesce_by_mode", OperationKind::kSameOffsets},
    {"filter", OperationKind::kSameOffsets},
    {"filter_by_mode", OperationKind::kSameOffsets},
    {"filter_zeros", OperationKind::kSameOffsets},
    {"flatten", OperationKind::kSameOffsets},
    {"unflatten", OperationKind::kSameOffsets},
    {"get", OperationKind::kSameOffsets},
    {"group", OperationKind::kSameOffsets},
    {"layout", OperationKind::kSameOffsets},
    {"reverse", OperationKind::kSameOffsets},
    {"select", OperationKind::kSameOffsets},
    {"slice_and_offset", OperationKind::kSameOffsets},
    {"take", OperationKind::kSameOffsets},
    {"with_shape", OperationKind::kSameOffsets},
    {"wrap", OperationKind::kSameOffsets},
};

OperationKind kind_of_operation(std::string_view name) {
  const auto* found = std::ranges::find(kKinds, name, &KindOfName::name);
  return found == std::end(kKinds) ? OperationKind::kOther : found->kind;
}

std::size_t calls_in(const Expression& expression) {
  std::size_t count = expression.name.empty() ? 0 : 1;
  for (const Expression& argument : expression.arguments) count += calls_in(argument);
  return count;
}

/// The i-th of "layout, [extent]"; empty where one before it may be repeated.
std::string_view parameter_of(std::string_view signature, std::size_t i) {
  if (signature.find("..") != std::string_view::npos) return {};
  for (; i > 0; --i) {
    const std::size_t comma = signature.find(", ");
    if (comma == std::string_view::npos) return {};
    signature.remove_prefix(comma + 2);
  }
  return signature.substr(0, signature.find(", "));
}

/// A shape alone is a layout only where nothing else can be meant.
bool may_be_layout(std::string_view text, std::string_view parameter) {
  const bool is_written =
      text.find(':') != std::string_view::npos || text.find("ayout") != std::string_view::npos;
  return is_written || parameter == "layout" || parameter == "tile";
}

std::optional<bridge::AnyLayout> cute_layout(const std::string& text) {
  const auto value = calculator::parse_cute_value(text);
  return value ? layout_of_value(*value) : std::nullopt;
}

std::optional<bridge::AnyLayout> xla_layout(const std::string& text) {
  auto shape = bridge::parse_layout(text, {.notation = bridge::Notation::kXla});
  return shape ? std::optional(*std::move(shape)) : std::nullopt;
}

/// A linear layout, as text or JSON, or the layout of CuTe that becomes one.
std::optional<bridge::AnyLayout> linear_or_cute_layout(const Argument& given) {
  const auto linear = calculator::linear_argument(Arguments("", {&given, 1}), 0);
  if (linear) return *linear;
  const std::string text = given.text();
  return may_be_layout(text, "") ? cute_layout(text) : std::nullopt;
}

std::optional<bridge::AnyLayout> layout_of_argument(const Argument& given, Family family,
                                                    std::string_view parameter) {
  if (const Value* value = given.value()) return layout_of_value(*value);
  const std::string text = given.text();
  switch (family) {
    case Family::kCute: return may_be_layout(text, parameter) ? cute_layout(text) : std::nullopt;
    case Family::kXla: return xla_layout(text);
    case Family::kLinear: return linear_or_cute_layout(given);
    case Family::kHlo: return std::nullopt;
  }
  return std::nullopt;
}

core::Error not_a_call(const std::string& text) {
  return {{.code = "show.option",
           .message = fmt::format("'{}' is not a call of an operation",
                                  core::printable(std::string_view(text).substr(0, 64))),
           .help = "write zipped_divide((8,6):(1,8), <4,2>); `show` draws a layout"}};
}

}  // namespace

core::Result<OperationCall> evaluate_call(const std::string& text) {
  const calculator::OperationTable& table = calculator::operations();
  TILEGLOT_TRY(expression, core::with_line(calculator::parse_expression(text, table), text));
  if (expression.name.empty()) return core::fail(not_a_call(text));
  TILEGLOT_TRY(calls, calculator::evaluate(expression, table));
  const std::string_view name = table.name_here(expression.name, expression.arguments.size());
  OperationCall call{
      .name = std::string(name), .kind = kind_of_operation(name), .value = calls.back().value};
  const calculator::Operation* operation = table.find(name);
  const std::string_view signature = operation == nullptr ? "" : operation->signature;
  std::size_t answered = 0;
  for (const Expression& argument : expression.arguments) {
    answered += calls_in(argument);
    Argument given =
        argument.name.empty() ? Argument(argument.text) : Argument(calls[answered - 1].value);
    const bool is_first_composed = name == "composition" && call.operands.empty();
    const std::string_view parameter =
        is_first_composed ? "layout" : parameter_of(signature, call.operands.size());
    auto layout = layout_of_argument(given, calculator::family_of(name), parameter);
    call.operands.push_back({std::move(given), std::move(layout)});
  }
  return call;
}

std::optional<bridge::AnyLayout> layout_of_value(const Value& value) {
  if (const auto* layout = std::get_if<cute::Layout<>>(&value)) {
    return has_basis(layout->stride) ? std::nullopt : std::optional<bridge::AnyLayout>(*layout);
  }
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&value)) {
    // One that ends in a swizzle has no domain.
    return composed->inner.is_swizzle ? std::nullopt : std::optional<bridge::AnyLayout>(*composed);
  }
  if (const auto* part = std::get_if<calculator::LayoutAtOffset>(&value)) {
    return std::visit([](const auto& layout) { return layout_of_value(layout); }, part->layout);
  }
  if (const auto* linear = std::get_if<notation::linear::Layout>(&value)) return *linear;
  if (const auto* shape = std::get_if<notation::xla::Shape>(&value)) return *shape;
  return std::nullopt;
}

std::optional<bridge::AnyLayout> layout_by(std::string_view operation,
                                           const std::vector<Argument>& arguments) {
  const auto value = calculator::operations().apply(operation, arguments);
  return value ? layout_of_value(*value) : std::nullopt;
}

Argument argument_of(const bridge::AnyLayout& layout) {
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout))
    return Argument(Value(*composed));
  return Argument(Value(std::get<cute::Layout<>>(layout)));
}

}  // namespace tileglot::api
