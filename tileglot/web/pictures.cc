// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/pictures.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/cell.h"
#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"
#include "tileglot/web/asked.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"
#include "tileglot/web/lines.h"

namespace tileglot::web {
namespace {

using api::Answer;
using api::DrawnPicture;
using api::Reply;

/// Four lines on a stage, and a version of one of them; fewer if they are large.
constexpr std::size_t kMostKept = 5;
constexpr std::size_t kMostCellsKept = std::size_t{1} << 17;

struct Kept {
  std::string key;
  std::shared_ptr<const DrawnPicture> picture;
};

core::Result<api::ShowRequest> show_request(Asked& asked) {
  Given given(asked.of());
  api::ShowRequest request{.as = "json"};
  TILEGLOT_TRY(layout, asked.layout(given));
  request.layout = layout;
  given.take("view", request.view);
  given.take("color", request.color);
  given.take("label", request.label);
  given.take("palette", request.palette);
  given.take("theme", request.theme);
  given.take("crop", request.crop);
  given.take("fold", request.fold);
  given.take("every", request.every);
  given.take("group", request.group);
  given.take("per_row", request.per_row);
  given.take("access", request.access);
  TILEGLOT_TRY_STATUS(asked.take_text(given, "side_by_side", request.side_by_side));
  TILEGLOT_TRY_STATUS(asked.take_text(given, "against", request.against));
  TILEGLOT_TRY_STATUS(asked.take_text(given, "relayout_to", request.relayout_to));
  TILEGLOT_TRY_STATUS(asked.take_text(given, "gather", request.gather));
  given.take("dtype", request.dtype);
  given.take("notation", request.notation);
  given.take("tensor", request.tensor);
  TILEGLOT_TRY_STATUS(given.finish());
  return request;
}

/// The names that are operands by themselves; an empty text for any other operand.
std::vector<std::string> operand_names(std::string_view call,
                                       const std::vector<std::string_view>& names) {
  std::vector<std::string> found;
  const std::size_t open = call.find('(');
  if (open == std::string_view::npos) return found;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t at = begin; at < call.size() && depth >= 0; ++at) {
    const char c = call[at];
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (depth > 0 || (depth == 0 && c != ',')) continue;
    std::string_view operand = call.substr(begin, at - begin);
    while (operand.starts_with(' ')) operand.remove_prefix(1);
    while (operand.ends_with(' ')) operand.remove_suffix(1);
    const bool is_name = std::ranges::find(names, operand) != names.end();
    found.emplace_back(is_name ? operand : std::string_view());
    begin = at + 1;
  }
  return found;
}

core::Result<api::ShowOperationRequest> operation_request(Asked& asked) {
  Given given(asked.of());
  api::ShowOperationRequest request;
  if (given.has("line")) {
    TILEGLOT_TRY(line, asked.one_side(given));
    request.call = line.left.text;
    request.names = operand_names(line.written, asked.lines().names_before(line.line));
  } else {
    TILEGLOT_TRY(call, asked.text(given, "call"));
    request.call = call;
  }
  given.take("dtype", request.dtype);
  given.take("color", request.color);
  given.take("label", request.label);
  given.take("palette", request.palette);
  TILEGLOT_TRY_STATUS(given.finish());
  return request;
}

core::Result<DrawnPicture> draw(Asked& asked) {
  if (asked.verb() != "operation") {
    TILEGLOT_TRY(request, show_request(asked));
    return api::draw(request);
  }
  TILEGLOT_TRY(request, operation_request(asked));
  if (asked.door().draw_call != nullptr) return asked.door().draw_call(request);
  return core::fail({.code = "web.request", .message = "this module does not evaluate calls"});
}

/// Cells and their owners.
std::size_t size_of(const DrawnPicture& drawn) {
  std::size_t size = 0;
  for (const auto& panel : drawn.picture.panels) {
    for (const auto& cell : panel.cells) size += 1 + cell.thread_values.size();
  }
  return size;
}

/// Drops the oldest until what is left is small; the newest stays.
void drop_old(std::deque<Kept>& kept) {
  std::size_t size = 0;
  std::size_t count = 0;
  for (const Kept& one : kept) {
    size += size_of(*one.picture);
    if (count > 0 && (size > kMostCellsKept || count == kMostKept)) break;
    ++count;
  }
  kept.resize(count);
}

/// Drawn now, or one of the last few.
core::Result<std::shared_ptr<const DrawnPicture>> picture_of(Asked& asked) {
  static std::deque<Kept> kept;
  const std::string key = asked.key();
  const auto found = std::ranges::find(kept, key, &Kept::key);
  if (found != kept.end()) return found->picture;
  TILEGLOT_TRY(drawn, draw(asked));
  kept.push_front({key, std::make_shared<const DrawnPicture>(std::move(drawn))});
  drop_old(kept);
  return kept.front().picture;
}

Reply answer_picture(Asked& asked) {
  TILEGLOT_TRY(drawn, picture_of(asked));
  Answer answer{.json = api::in_columns(*drawn), .note = drawn->note};
  // What joins cells is a property of the picture.
  if (answer.json.contains("joins")) {
    answer.json["picture"]["joins"] = answer.json["joins"];
    answer.json.erase("joins");
  }
  return answer;
}

/// The picture that a request is about: what show or operation was asked, and which.
core::Result<Asked> picture_named(Given& given, const Asked& asked) {
  Json of;
  given.take("of", of);
  TILEGLOT_TRY_STATUS(given.finish());
  std::string verb = "show";
  if (of.is_object() && of.contains("verb") && of["verb"].is_string()) {
    verb = of["verb"].get<std::string>();
    of.erase("verb");
  }
  if ((verb == "show" || verb == "operation") && of.is_object())
    return asked.about(std::move(verb), std::move(of));
  return core::fail({.code = "web.request",
                     .message = "\"of\" must name the picture",
                     .help = R"x(write "of":{"verb":"show","layout":"(4,8):(8,1)"})x"});
}

}  // namespace

Reply answer_show(Asked& asked) {
  if (!asked.is_as_program()) return answer_picture(asked);
  TILEGLOT_TRY(request, show_request(asked));
  return api::show(request);
}

Reply answer_operation(Asked& asked) { return answer_picture(asked); }

Reply answer_cell(Asked& asked) {
  Given given(asked.of());
  api::CellPlace place;
  given.take("panel", place.panel);
  given.take("row", place.row);
  given.take("column", place.column);
  TILEGLOT_TRY(about, picture_named(given, asked));
  const auto drawn = picture_of(about);
  asked.point_as(about);
  if (!drawn) return core::fail(drawn.error());
  return api::cell(**drawn, place);
}

Reply answer_export(Asked& asked) {
  Given given(asked.of());
  api::ShowRequest how;
  given.take("as", how.as);
  given.take("theme", how.theme);
  given.take("palette", how.palette);
  TILEGLOT_TRY(about, picture_named(given, asked));
  const auto drawn = picture_of(about);
  asked.point_as(about);
  if (!drawn) return core::fail(drawn.error());
  TILEGLOT_TRY(text, api::written(**drawn, how));
  return Answer{.json = {{"text", std::move(text)}}, .note = (*drawn)->note};
}

}  // namespace tileglot::web
