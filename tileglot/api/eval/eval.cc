// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/eval.h"

#include <fmt/format.h>

#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/eval/hlo_operations.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/values.h"
#include "tileglot/calculator/evaluate.h"
#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/listing.h"
#include "tileglot/value/json.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
using calculator::AnsweredCall;
using calculator::argument_text;
using calculator::Expression;
using calculator::print_value;
using calculator::type_name;
using calculator::Value;

/// The layout that has values to list, if the value is one.
std::optional<cute::CuteLayout> layout_in(const Value& value) {
  if (const auto* layout = std::get_if<cute::Layout<>>(&value)) return *layout;
  const auto* composed = std::get_if<cute::ComposedLayout>(&value);
  // A composed layout that ends in a swizzle has no domain.
  if (composed != nullptr && !composed->inner.is_swizzle) return *composed;
  if (const auto* part = std::get_if<calculator::LayoutAtOffset>(&value)) return part->layout;
  return std::nullopt;
}

/// A plain layout is evaluated by its evaluator or its map, which must agree; any other by its map
/// if that is requested and possible.
std::optional<bridge::AnyLayout> evaluated_layout(const cute::CuteLayout& layout, bridge::Via via) {
  const auto* plain = std::get_if<cute::Layout<>>(&layout);
  if (plain != nullptr && has_basis(plain->stride)) return std::nullopt;
  if (plain != nullptr) return *plain;
  const auto& composed = std::get<cute::ComposedLayout>(layout);
  const bool by_map = via == bridge::Via::kMap && !composed.inner.is_swizzle;
  return by_map ? std::optional<bridge::AnyLayout>(composed) : std::nullopt;
}

core::Status add_values(Json& json, const cute::CuteLayout& layout, const EvalOptions& options) {
  if (const auto evaluated = evaluated_layout(layout, options.via)) {
    TILEGLOT_TRY(values, bridge::values_of(*evaluated, options.values, options.via));
    json["size"] = values.size;
    json["values"] = std::move(values.offsets);
    return {};
  }
  TILEGLOT_TRY(listing, cute::list_values(layout, options.values));
  json["size"] = listing.size;
  json["values"] = listing.coordinates.empty() ? Json(std::move(listing.offsets))
                                               : Json(std::move(listing.coordinates));
  return {};
}

/// The value's text as lines. A text may end its last line itself.
std::string lines_of(const Value& value, Spelling spelling) {
  const auto* json = std::get_if<Json>(&value);
  const bool is_text =
      std::holds_alternative<calculator::Text>(value) || (json != nullptr && json->is_string());
  const std::string text = print_value(value, spelling);
  return is_text && text.ends_with('\n') ? text : text + "\n";
}

/// The result's text, and for a layout of CuTe the size and the first values.
Reply answer_of(const Value& value, const EvalOptions& options) {
  Answer answer{.text = lines_of(value, options.spelling),
                .json = {{"type", type_name(value)},
                         {"result", calculator::to_json(value, options.spelling)}}};
  if (const auto layout = layout_in(value)) {
    TILEGLOT_TRY_STATUS(add_values(answer.json, *layout, options));
  }
  return answer;
}

/// A call of CuTe and its steps, as they stand before its value.
std::string lines_of_steps(const AnsweredCall& call) {
  if (!call.steps) return "";
  std::string text = call.applied + "\n";
  for (const std::string& step : *call.steps) text += "  " + step + "\n";
  return text;
}

/// Puts the calls inside and the steps before what the answer has, if the whole is a call of CuTe.
void add_steps(std::span<const AnsweredCall> calls, Answer& answer) {
  const AnsweredCall& whole = calls.back();
  if (!whole.steps) return;
  std::string before;
  Json steps = Json::array();
  for (const AnsweredCall& call : calls.first(calls.size() - 1)) {
    before += lines_of_steps(call) + lines_of(call.value, Spelling::kCuteCpp);
    steps.push_back(fmt::format("{} = {}", call.written, argument_text(call.value)));
  }
  for (const std::string& step : *whole.steps) steps.push_back(step);
  answer.text = before + lines_of_steps(whole) + answer.text;
  answer.json["steps"] = std::move(steps);
}

Reply answer_of(const Expression& call, const EvalOptions& options,
                const OperationTable& operations) {
  TILEGLOT_TRY(calls, calculator::evaluate(
                          call, operations, {.via = options.via, .semantics = options.semantics},
                          options.explain ? calculator::Explain::kYes : calculator::Explain::kNo));
  TILEGLOT_TRY(answer, answer_of(calls.back().value, options));
  add_steps(calls, answer);
  return answer;
}

std::string_view type_of(const bridge::AnyLayout& layout) {
  const bridge::Notation notation = bridge::notation_of(layout);
  if (notation == bridge::Notation::kXla) return "xla.shape";
  return notation == bridge::Notation::kLinear ? "linear.layout" : "strided.layout";
}

Reply layout_answer(const std::string& text, const EvalOptions& options) {
  if (const auto value = calculator::parse_cute_value(text)) return answer_of(*value, options);
  TILEGLOT_TRY(layout, bridge::parse_layout(text));
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout))
    return answer_of(Value(*plain), options);
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout)) {
    return answer_of(Value(*composed), options);
  }
  TILEGLOT_TRY(values, bridge::values_of(layout, options.values, options.via));
  const std::string printed = bridge::print(layout);
  return Answer{.text = printed + "\n",
                .json = {{"type", type_of(layout)},
                         {"result", printed},
                         {"size", values.size},
                         {"values", std::move(values.offsets)}}};
}

core::Error bad_request(std::string message) {
  return {{.code = "eval.request",
           .message = std::move(message),
           .help = R"json(write {"op":"coalesce","args":["(2,4):(1,2)"]})json"}};
}

core::Result<Call> parse_call(const Json& json, const OperationTable& operations) {
  if (!json.is_object() || !json.contains("op") || !json["op"].is_string()) {
    return core::fail(
        bad_request("a request is an object with the name of an operation as \"op\""));
  }
  Call call{.op = json["op"].get<std::string>()};
  const bool takes_objects =
      operations.knows(call.op) && calculator::family_of(call.op) == calculator::Family::kLinear;
  const Json args = json.value("args", Json::array());
  if (!args.is_array()) return core::fail(bad_request("\"args\" must be a list"));
  for (const Json& arg : args) {
    if (arg.is_object() && !takes_objects)
      return core::fail(bad_request("an argument is a text, or a list or null"));
    call.args.push_back(arg.is_string() ? arg.get<std::string>() : arg.dump());
  }
  return call;
}

Reply reply_to_line(std::string_view line, const EvalOptions& options,
                    const OperationTable& operations) {
  const Json json = value::json_in(line);
  if (json.is_discarded()) {
    return core::fail(
        {.code = "eval.json",
         .message = "the line is not JSON",
         .help = fmt::format("lists and objects nest at most {} deep", value::kMaxJsonDepth)});
  }
  TILEGLOT_TRY(call, core::with_line(parse_call(json, operations), line));
  return evaluate(call, options, operations);
}

}  // namespace

const OperationTable& layout_operations() { return calculator::operations(); }

const OperationTable& eval_operations() {
  static const OperationTable table = [] {
    const std::vector<calculator::Operation> rows = hlo_operations();
    const std::span<const calculator::Operation> groups[] = {rows};
    return calculator::operations().with(groups);
  }();
  return table;
}

Reply evaluate(const Call& call, const EvalOptions& options, const OperationTable& operations) {
  Expression expression{.name = call.op};
  for (const std::string& text : call.args) expression.arguments.push_back({.text = text});
  return answer_of(expression, options, operations);
}

Reply evaluate_expression(const std::string& text, const EvalOptions& options,
                          const OperationTable& operations) {
  TILEGLOT_TRY(expression, core::with_line(calculator::parse_expression(text, operations), text));
  if (!expression.name.empty()) return answer_of(expression, options, operations);
  return core::with_line(layout_answer(expression.text, options), text);
}

std::string evaluate_line(std::string_view line, const EvalOptions& options,
                          const OperationTable& operations) {
  const Reply reply = reply_to_line(line, options, operations);
  const Json json = reply ? to_json(*reply) : to_json(reply.error());
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void evaluate_lines(std::istream& input, const Write& write, const EvalOptions& options,
                    const OperationTable& operations) {
  std::string line;
  while (std::getline(input, line)) {
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      write(evaluate_line(line, options, operations) + "\n");
  }
}

}  // namespace tileglot::api
