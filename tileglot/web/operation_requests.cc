// SPDX-License-Identifier: Apache-2.0
// operation_requests.cc: the verbs of operations and those that a page needs later, such as the files of
// pictures; the door that has all but HLO.
#include <array>
#include <span>
#include <string>
#include <utility>

#include "tileglot/api/convert/index.h"
#include "tileglot/api/eval/describe.h"
#include "tileglot/api/eval/eval.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/operation.h"
#include "tileglot/api/triton/inspect_module.h"
#include "tileglot/api/words.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"
#include "tileglot/web/asked.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"
#include "tileglot/web/layout_requests.h"
#include "tileglot/web/lines.h"
#include "tileglot/web/pictures.h"

namespace tileglot::web {
namespace {

using api::Reply;

/// As a line of `eval --jsonl` has it.
Reply answer_call(const Json& of) {
  api::Call call;
  Json arguments = of.value("args", Json::array());
  Json rest = of;
  rest.erase("args");
  Given given(rest);
  given.take("op", call.op);
  TILEGLOT_TRY_STATUS(given.finish());
  if (!arguments.is_array()) arguments = Json::array({std::move(arguments)});
  for (const Json& argument : arguments)
    call.args.push_back(argument.is_string() ? argument.get<std::string>() : argument.dump());
  return api::evaluate(call, {}, api::layout_operations());
}

Reply answer_eval(Asked& asked) {
  if (asked.is_as_program() && asked.of().contains("op")) return answer_call(asked.of());
  Given given(asked.of());
  api::EvalOptions options;
  std::string expression;
  if (given.has("line")) {
    TILEGLOT_TRY(line, asked.one_side(given));
    expression = line.left.text;
  } else {
    TILEGLOT_TRY(text, asked.text(given, "expression"));
    expression = text;
  }
  given.take("explain", options.explain);
  std::string semantics = "exact";
  given.take("semantics", semantics);
  if (semantics != "exact" && semantics != "cute-cpp") {
    return core::fail(
        {.code = "web.request", .message = "\"semantics\" must be exact or cute-cpp"});
  }
  if (semantics == "cute-cpp") options.semantics = api::Semantics::kCuteCpp;
  given.take("values", options.values);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::evaluate_expression(expression, options, api::layout_operations());
}

Reply answer_index(Asked& asked) {
  Given given(asked.of());
  api::IndexRequest request;
  TILEGLOT_TRY(layout, asked.layout(given));
  request.layout = layout;
  given.take("places", request.places);
  given.take("inverse", request.inverse);
  given.take("explain", request.explain);
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::index(request);
}

Reply answer_inspect(Asked& asked) {
  Given given(asked.of());
  api::ModuleText module{.name = "'module.ttgir'", .text = {}};
  given.take("name", module.name);
  given.take("text", module.text);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::inspect_module(module);
}

Reply answer_words(Asked& asked) {
  TILEGLOT_TRY_STATUS(Given(asked.of()).finish());
  return api::words(api::layout_operations());
}

Reply describe(const api::DescribeRequest& request) {
  return api::describe(request, api::layout_operations());
}

constexpr std::array kVerbs{Verb{"words", answer_words},         Verb{"eval", answer_eval},
                            Verb{"operation", answer_operation}, Verb{"index", answer_index},
                            Verb{"export", answer_export},       Verb{"inspect", answer_inspect}};

}  // namespace

const Door& whole_door() {
  static const std::array<std::span<const Verb>, 2> all{kVerbs, layout_verbs()};
  static const Door door{.verbs = all, .describe = describe, .draw_call = api::draw_operation};
  return door;
}

}  // namespace tileglot::web
