// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/describe.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/layout_title.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/calculator/evaluate.h"
#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
using calculator::Value;

/// The layout that a value is, if it is one.
std::optional<bridge::AnyLayout> layout_of(const Value& value) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&value)) return *plain;
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&value)) {
    // One that ends in a swizzle has no domain.
    return composed->inner.is_swizzle ? std::nullopt : std::optional<bridge::AnyLayout>(*composed);
  }
  if (const auto* linear = std::get_if<notation::linear::Layout>(&value)) return *linear;
  if (const auto* shape = std::get_if<notation::xla::Shape>(&value)) return *shape;
  return std::nullopt;
}

Json layout_json(const bridge::AnyLayout& layout) {
  Json json{{"kind", "layout"},
            {"layout", bridge::print(layout)},
            {"notation", bridge::name_of(bridge::notation_of(layout))},
            {"title", layout_title(layout)}};
  // Layouts with scaled bases as strides have no offsets.
  if (const auto evaluator = bridge::Evaluator::of(layout)) json["size"] = evaluator->size();
  return json;
}

Json value_json(const Value& value) {
  if (const auto layout = layout_of(value)) return layout_json(*layout);
  return {{"kind", "value"},
          {"title", calculator::type_name(value)},
          {"text", calculator::print_value(value)}};
}

Reply describe_call(const calculator::Expression& call, const OperationTable& operations) {
  TILEGLOT_TRY(calls, calculator::evaluate(call, operations));
  const Value& value = calls.back().value;
  Answer answer{.json = value_json(value)};
  answer.json["call"] = true;
  answer.json["operation"] = operations.name_here(call.name, call.arguments.size());
  answer.json["argument"] = calculator::argument_text(value);
  return answer;
}

template <class CuteValue>
Json operand_json(const char* title, const CuteValue& value) {
  return {{"kind", "value"}, {"title", title}, {"text", cute::print(value)}};
}

/// A word, and then a bracket.
bool begins_like_call(std::string_view text) {
  const auto end = std::ranges::find_if(
      text, [](char c) { return c == '(' || c == '<' || c == '=' || c == '[' || c == '{'; });
  return end != text.end() && (*end == '(' || *end == '<');
}

/// A tiler, a swizzle, a tuple or a number: operands that are not layouts.
std::optional<Json> operand_in(std::string_view text) {
  if (const auto swizzle = cute::parse_swizzle(text)) return operand_json("cute.swizzle", *swizzle);
  if (const auto tuple = cute::parse_int_tuple(text))
    return operand_json(tuple->is_scalar ? "int" : "cute.int_tuple", *tuple);
  if (const auto tiler = cute::parse_tiler(text)) return operand_json("cute.tiler", *tiler);
  return std::nullopt;
}

/// An instruction is drawn as a layout is, by its operands.
Reply describe_instruction(const std::string& text) {
  TILEGLOT_TRY(atom, core::with_line(cute::find_mma(text), text));
  return Answer{.json = {{"kind", "layout"},
                         {"layout", cute::cute_name(atom)},
                         {"notation", "instruction"},
                         {"title", "MMA instruction"},
                         {"argument", text}}};
}

}  // namespace

Reply describe_layout(const DescribeRequest& request) {
  if (cute::looks_like_instruction(request.text)) return describe_instruction(request.text);
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  const auto layout = value::read_layout(request.text, request.notation, tensor, request.dtype);
  Answer answer;
  if (layout) {
    answer.json = layout_json(*layout);
  } else if (auto operand = operand_in(request.text);
             operand && !request.notation && layout.error()->code != "layout.tensor") {
    answer.json = *std::move(operand);
  } else {
    return core::fail(core::with_line(layout.error(), request.text));
  }
  answer.json["argument"] = request.text;
  return answer;
}

Reply describe(const DescribeRequest& request, const OperationTable& operations) {
  const auto expression = calculator::parse_expression(request.text, operations);
  if (expression && !expression->name.empty()) return describe_call(*expression, operations);
  auto layout = describe_layout(request);
  // `shape=(3,4) strides=(4,1)` begins with the name of an operation.
  if (layout || expression || !begins_like_call(request.text)) return layout;
  return core::fail(core::with_line(expression.error(), request.text));
}

}  // namespace tileglot::api
