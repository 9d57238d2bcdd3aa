// SPDX-License-Identifier: Apache-2.0
// layout_requests.cc: the verbs of layouts, as requests of the library.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/check.h"
#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/equal.h"
#include "tileglot/api/eval/describe.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/access.h"
#include "tileglot/api/words.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"
#include "tileglot/web/asked.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"
#include "tileglot/web/layout_requests.h"
#include "tileglot/web/lines.h"
#include "tileglot/web/pictures.h"
#include "tileglot/web/scan.h"

namespace tileglot::web {
namespace {

using api::Answer;
using api::Reply;

Json with_line_keys(const ResolvedLine& line, Json json) {
  if (!line.name.empty()) json["name"] = line.name;
  return json;
}

/// Two layouts, or two values.
Reply compare(const Asked& asked, const ResolvedLine& line, api::EqualRequest request) {
  const auto described = [&](const Resolved& side) {
    return asked.door().describe(
        {.text = side.text, .notation = request.notation, .tensor = request.tensor});
  };
  TILEGLOT_TRY(left, described(line.left));
  TILEGLOT_TRY(right, described(*line.right));
  const bool are_layouts = left.json["kind"] == "layout" && right.json["kind"] == "layout";
  const bool are_values = left.json["kind"] == "value" && right.json["kind"] == "value";
  // Values are compared as they are printed. A number alone can also be read as a layout.
  const char* text = are_layouts ? "layout" : are_values ? "text" : "argument";
  request.left = left.json[text].get<std::string>();
  request.right = right.json[text].get<std::string>();
  Answer answer{.json = {{"kind", "equal"}, {"left", request.left}, {"right", request.right}}};
  if (!are_layouts) {
    answer.json["equal"] = request.left == request.right;
    answer.exit_code = request.left == request.right ? api::kYes : api::kNo;
    return answer;
  }
  TILEGLOT_TRY(found, api::equal(request));
  answer.exit_code = found.exit_code;
  if (found.json.contains("left")) {
    answer.json["values"] = {found.json["left"], found.json["right"]};
    found.json.erase("left");
    found.json.erase("right");
  }
  answer.json.update(found.json);
  return answer;
}

Reply answer_line(Asked& asked) {
  Given given(asked.of());
  api::DescribeRequest request;
  TILEGLOT_TRY(line, asked.line(given));
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  given.take("dtype", request.dtype);
  TILEGLOT_TRY_STATUS(given.finish());
  if (line.left.text.empty() && !line.right)
    return Answer{.json = with_line_keys(line, {{"kind", "empty"}})};
  if (line.right)
    return compare(asked, line, {.notation = request.notation, .tensor = request.tensor});
  request.text = line.left.text;
  TILEGLOT_TRY(answer, asked.door().describe(request));
  answer.json["expression"] = line.left.text;
  answer.json = with_line_keys(line, std::move(answer.json));
  return std::move(answer);
}

Reply answer_equal(Asked& asked) {
  Given given(asked.of());
  api::EqualRequest request;
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  if (given.has("line")) {
    TILEGLOT_TRY(line, asked.line(given));
    TILEGLOT_TRY_STATUS(given.finish());
    if (line.right) return compare(asked, line, std::move(request));
    return core::fail({.code = "web.line",
                       .message = fmt::format("line {} has no ==", line.line + 1),
                       .help = "write A == B"});
  }
  TILEGLOT_TRY(left, asked.text(given, "left"));
  TILEGLOT_TRY(right, asked.text(given, "right"));
  TILEGLOT_TRY_STATUS(given.finish());
  request.left = left;
  request.right = right;
  return api::equal(request);
}

Reply answer_convert(Asked& asked) {
  Given given(asked.of());
  api::ConvertRequest request{.to = "all"};
  TILEGLOT_TRY(layout, asked.layout(given));
  request.layout = layout;
  given.take("to", request.to);
  given.take("dtype", request.dtype);
  given.take("padded", request.padded);
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  given.take("convention", request.convention);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::convert(request);
}

Reply answer_check(Asked& asked) {
  Given given(asked.of());
  api::CheckRequest request;
  TILEGLOT_TRY(layout, asked.layout(given));
  request.asked.layout = layout;
  given.take("dtype", request.asked.dtype);
  given.take("notation", request.asked.notation);
  given.take("tensor", request.asked.tensor);
  given.take("target", request.asked.use.target);
  given.take("reduce", request.asked.use.reduce);
  given.take("conv", request.asked.use.convolution);
  given.take("operand", request.asked.use.operand);
  TILEGLOT_TRY_STATUS(asked.take_text(given, "convert_to", request.asked.use.convert_to));
  given.take("access", request.asked.accesses.access);
  TILEGLOT_TRY_STATUS(asked.take_text(given, "mem", request.asked.accesses.memory));
  given.take("banks", request.asked.accesses.banks);
  given.take("bank_width", request.asked.accesses.bank_width);
  given.take("suggest", request.asked.accesses.suggest);
  given.take("explain", request.asked.accesses.explain);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::check(request);
}

Reply answer_access(Asked& asked) {
  Given given(asked.of());
  api::AccessRequest request;
  TILEGLOT_TRY(layout, asked.layout(given));
  request.layout = layout;
  given.take("dtype", request.dtype);
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  given.take("access", request.access);
  given.take("suggest", request.suggest);
  TILEGLOT_TRY_STATUS(given.finish());
  return api::access(request);
}

Reply answer_scan(Asked& asked) {
  Given given(asked.of());
  std::string text;
  given.take("text", text);
  TILEGLOT_TRY_STATUS(given.finish());
  return scan(text);
}

Reply answer_words(Asked& asked) {
  TILEGLOT_TRY_STATUS(Given(asked.of()).finish());
  return api::words();
}

constexpr std::array kWords{Verb{"words", answer_words}};
constexpr std::array kVerbs{Verb{"scan", answer_scan},       Verb{"line", answer_line},
                            Verb{"show", answer_show},       Verb{"cell", answer_cell},
                            Verb{"access", answer_access},   Verb{"equal", answer_equal},
                            Verb{"convert", answer_convert}, Verb{"check", answer_check}};

}  // namespace

std::span<const Verb> layout_verbs() { return kVerbs; }

const Door& layout_door() {
  static constexpr std::array<std::span<const Verb>, 2> kAll{kWords, kVerbs};
  static const Door door{.verbs = kAll, .describe = api::describe_layout};
  return door;
}

}  // namespace tileglot::web
