// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/eval.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/calculator/expression.h"
#include "tileglot/api/eval/hlo_operations.h"
#include "tileglot/calculator/linear/operation.h"
#include "tileglot/calculator/linear/operations.h"
#include "tileglot/calculator/xla/operations.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/values.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/source_text.h"
#include "tileglot/calculator/cute/explain.h"
#include "tileglot/calculator/cute/operations.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/notation/cute/text/listing.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/json.h"
#include "tileglot/value/linear.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;

constexpr std::int64_t kMaxOffsets = 1 << 22;
constexpr std::string_view kXlaOffsets = "xla.offsets";

/// The layout that has values to list, if the value is one.
std::optional<cute::CuteLayout> layout_in(const cute::Value& value) {
  if (const auto* layout = std::get_if<cute::Layout<>>(&value)) return *layout;
  const auto* composed = std::get_if<cute::ComposedLayout>(&value);
  // A composed layout that ends in a swizzle has no domain.
  if (composed != nullptr && !composed->inner.is_swizzle) return *composed;
  if (const auto* part = std::get_if<cute::LayoutAtOffset>(&value)) return part->layout;
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

/// The result's text, and for a layout the size and the first values.
Reply cute_answer(const cute::Value& value, const EvalOptions& options) {
  const std::string text = cute::print_value(value, options.spelling);
  const bool ends_in_newline = std::holds_alternative<cute::Text>(value) && text.ends_with('\n');
  Answer answer{.text = ends_in_newline ? text : text + "\n",
                .json = {{"type", cute::type_name(value)}, {"result", text}}};
  if (const auto layout = layout_in(value)) {
    TILEGLOT_TRY_STATUS(add_values(answer.json, *layout, options));
  }
  return answer;
}

std::string text_of(const Call& call) {
  return fmt::format("{}({})", call.op, fmt::join(call.args, ", "));
}

/// Puts the call and its steps before what the answer already has.
core::Status add_steps(const Call& call, Answer& answer) {
  TILEGLOT_TRY(steps, cute::explain_operation(call.op, call.args));
  std::string text = text_of(call) + "\n";
  for (const std::string& step : steps) text += "  " + step + "\n";
  answer.text = text + answer.text;
  answer.json["steps"] = std::move(steps);
  return {};
}

core::Error explains_exact_only() {
  return {{.code = "eval.explain",
           .message = "the steps that are explained lead to the exact answer, not to that of C++",
           .help = "leave out --explain or --semantics cute-cpp"}};
}

Reply cute_operation(const Call& call, const EvalOptions& options) {
  const bool in_cpp = options.semantics == Semantics::kCuteCpp && cute::differs_in_cpp(call.op);
  if (options.explain && in_cpp) return core::fail(explains_exact_only());
  TILEGLOT_TRY(value, cute::apply_operation(call.op, call.args, options.semantics));
  TILEGLOT_TRY(answer, cute_answer(value, options));
  if (options.explain) TILEGLOT_TRY_STATUS(add_steps(call, answer));
  return answer;
}

Reply xla_offsets(const Call& call, const EvalOptions& options) {
  if (call.args.size() != 1) {
    return core::fail({.code = "eval.arguments",
                       .message = fmt::format("{} takes one shape, and {} arguments are given",
                                              kXlaOffsets, call.args.size())});
  }
  TILEGLOT_TRY(layout, bridge::parse_layout(call.args[0], {.notation = bridge::Notation::kXla}));
  TILEGLOT_TRY(values, bridge::values_of(layout, kMaxOffsets, options.via));
  if (values.size > kMaxOffsets) {
    return core::fail(
        {.code = "xla.too_many_offsets",
         .message = fmt::format("the shape has {} elements; at most {} offsets are listed",
                                values.size, kMaxOffsets)});
  }
  Json result{{"physical_elements", values.codomain_size}, {"offsets", std::move(values.offsets)}};
  const std::string text = result.dump() + "\n";
  return Answer{.text = text, .json = {{"type", "object"}, {"result", std::move(result)}}};
}

std::string_view type_of(const Json& result) {
  if (result.is_boolean()) return "bool";
  if (result.is_number()) return "int";
  if (result.is_string()) return "text";
  if (result.is_array()) return "list";
  return result.is_null() ? "null" : "object";
}

/// A shape or layout as its text, a text as is, everything else as JSON.
std::string text_of(const Json& result) {
  const bool has_print = result.is_object() && result.contains("print");
  const Json& shown = has_print ? result["print"] : result;
  return shown.is_string() ? shown.get<std::string>() : shown.dump();
}

Reply xla_operation(const Call& call) {
  TILEGLOT_TRY(result, apply_xla_operation(call.op, call.args));
  return Answer{.text = text_of(result) + "\n",
                .json = {{"type", type_of(result)}, {"result", result}}};
}

Reply hlo_operation(const Call& call) {
  TILEGLOT_TRY(result, apply_hlo_operation(call.op, call.args));
  return Answer{.text = text_of(result) + "\n",
                .json = {{"type", type_of(result)}, {"result", result}}};
}

Reply linear_operation(const Call& call) {
  TILEGLOT_TRY(result, apply_linear_operation(call.op, call.args));
  if (const auto* layout = std::get_if<notation::linear::Layout>(&result)) {
    return Answer{.text = notation::linear::print(*layout) + "\n",
                  .json = {{"type", "linear.layout"}, {"result", value::linear_to_json(*layout)}}};
  }
  const Json& json = std::get<Json>(result);
  const std::string text = text_of(json);
  return Answer{.text = text.ends_with('\n') ? text : text + "\n",
                .json = {{"type", type_of(json)}, {"result", json}}};
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names = cute::operation_names();
  for (const std::string_view name : xla_operation_names()) names.push_back(name);
  for (const std::string_view name : linear_operation_names()) names.push_back(name);
  for (const std::string_view name : hlo_operation_names()) names.push_back(name);
  names.push_back(kXlaOffsets);
  return names;
}

core::Error unknown_operation(std::string_view op) {
  const std::vector<std::string_view> names = operation_names();
  const std::string guess = core::did_you_mean(op, names);
  return {
      {.code = "eval.operation",
       .message = fmt::format("there is no operation '{}'", op.substr(0, 64)),
       .help = guess.empty() ? "docs/reference/cute-operations.md and cli.md list them" : guess}};
}

Reply answer_of(const Call& asked, const EvalOptions& options) {
  const Call call{.op = std::string(cute::operation_spelled(asked.op, asked.args.size())),
                  .args = asked.args};
  if (call.op == kXlaOffsets) return xla_offsets(call, options);
  if (is_xla_operation(call.op)) return xla_operation(call);
  if (is_linear_operation(call.op)) return linear_operation(call);
  if (is_hlo_operation(call.op)) return hlo_operation(call);
  const auto names = cute::operation_names();
  if (std::find(names.begin(), names.end(), call.op) != names.end())
    return cute_operation(call, options);
  return core::fail(unknown_operation(call.op));
}

std::string_view type_of(const bridge::AnyLayout& layout) {
  const bridge::Notation notation = bridge::notation_of(layout);
  if (notation == bridge::Notation::kXla) return "xla.shape";
  return notation == bridge::Notation::kLinear ? "linear.layout" : "strided.layout";
}

Reply layout_answer(const std::string& text, const EvalOptions& options) {
  if (const auto value = cute::parse_value(text)) return cute_answer(*value, options);
  TILEGLOT_TRY(layout, bridge::parse_layout(text));
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return cute_answer(*plain, options);
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout)) {
    return cute_answer(*composed, options);
  }
  TILEGLOT_TRY(values, bridge::values_of(layout, options.values, options.via));
  const std::string printed = bridge::print(layout);
  return Answer{.text = printed + "\n",
                .json = {{"type", type_of(layout)},
                         {"result", printed},
                         {"size", values.size},
                         {"values", std::move(values.offsets)}}};
}

/// Arguments that are calls are evaluated first and replaced by their result's text. `before` gets
/// the text and the steps of each.
core::Result<Call> with_answered_arguments(const Expression& expression, const EvalOptions& options,
                                           Answer& before) {
  EvalOptions inside = options;
  inside.spelling = Spelling::kCuteCpp;  // the only one that keeps the marks
  Call call{.op = expression.name};
  for (const Expression& argument : expression.arguments) {
    if (argument.name.empty()) {
      call.args.push_back(argument.text);
      continue;
    }
    TILEGLOT_TRY(inner, with_answered_arguments(argument, options, before));
    TILEGLOT_TRY(answer, evaluate(inner, inside));
    call.args.push_back(text_of(answer.json["result"]));
    before.text += answer.text;
    before.json["steps"].push_back(fmt::format("{} = {}", text_of(inner), call.args.back()));
  }
  return call;
}

core::Error bad_request(std::string message) {
  return {{.code = "eval.request",
           .message = std::move(message),
           .help = R"json(write {"op":"coalesce","args":["(2,4):(1,2)"]})json"}};
}

core::Result<Call> parse_call(const Json& json) {
  if (!json.is_object() || !json.contains("op") || !json["op"].is_string()) {
    return core::fail(
        bad_request("a request is an object with the name of an operation as \"op\""));
  }
  Call call{.op = json["op"].get<std::string>()};
  const bool takes_objects = is_linear_operation(call.op);
  const Json args = json.value("args", Json::array());
  if (!args.is_array()) return core::fail(bad_request("\"args\" must be a list"));
  for (const Json& arg : args) {
    if (arg.is_object() && !takes_objects)
      return core::fail(bad_request("an argument is a text, or a list or null"));
    call.args.push_back(arg.is_string() ? arg.get<std::string>() : arg.dump());
  }
  return call;
}

Reply reply_to_line(std::string_view line, const EvalOptions& options) {
  const Json json = value::json_in(line);
  if (json.is_discarded()) {
    return core::fail(
        {.code = "eval.json",
         .message = "the line is not JSON",
         .help = fmt::format("lists and objects nest at most {} deep", value::kMaxJsonDepth)});
  }
  TILEGLOT_TRY(call, core::with_line(parse_call(json), line));
  return evaluate(call, options);
}

/// The text that error spans refer to.
std::string source_of(const Call& call) { return fmt::format("{}", fmt::join(call.args, ", ")); }

}  // namespace

Reply evaluate(const Call& call, const EvalOptions& options) {
  return core::with_line(answer_of(call, options), source_of(call));
}

Reply evaluate_expression(const std::string& text, const EvalOptions& options) {
  TILEGLOT_TRY(expression, core::with_line(parse_expression(text, operation_names()), text));
  if (expression.name.empty())
    return core::with_line(layout_answer(expression.text, options), text);
  Answer before{.json = {{"steps", Json::array()}}};
  TILEGLOT_TRY(call, with_answered_arguments(expression, options, before));
  TILEGLOT_TRY(answer, evaluate(call, options));
  if (!options.explain || !answer.json.contains("steps")) return answer;
  answer.text = before.text + answer.text;
  for (const Json& step : answer.json["steps"]) before.json["steps"].push_back(step);
  answer.json["steps"] = std::move(before.json["steps"]);
  return answer;
}

std::string evaluate_line(std::string_view line, const EvalOptions& options) {
  const Reply reply = reply_to_line(line, options);
  const Json json = reply ? to_json(*reply) : to_json(reply.error());
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void evaluate_lines(std::istream& input, const Write& write, const EvalOptions& options) {
  std::string line;
  while (std::getline(input, line)) {
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      write(evaluate_line(line, options) + "\n");
  }
}

}  // namespace tileglot::api
