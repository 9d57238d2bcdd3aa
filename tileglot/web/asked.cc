// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/eval/describe.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/value/json.h"
#include "tileglot/web/door.h"
#include "tileglot/web/given.h"
#include "tileglot/web/lines.h"

namespace tileglot::web {
namespace {

constexpr std::size_t kMostLines = 1000;

/// The bytes of a printable text that its carets are under.
core::Span span_of_carets(const core::SourceLine& line) {
  const std::size_t first = line.carets.find('^');
  const std::size_t begin_column = first == std::string::npos ? line.carets.size() : first;
  const std::size_t end_column = std::max(line.carets.size(), begin_column + 1);
  core::Span span{line.text.size(), line.text.size()};
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.text.size();) {
    if (column == begin_column) span.begin = at;
    if (column >= end_column) {
      span.end = at;
      break;
    }
    const core::Character character = core::character_at(std::string_view(line.text).substr(at));
    at += character.length;
    column += character.columns();
  }
  span.begin = std::min(span.begin, span.end);
  return span;
}

/// The part of a text that an error shows, and the bytes of it that are wrong.
struct ShownPart {
  std::string_view text;
  core::Span span;
};

/// Without the dots where a long line was cut.
ShownPart part_of(const core::SourceLine& line) {
  constexpr std::string_view kCut = "...";
  ShownPart part{line.text, span_of_carets(line)};
  if (part.text.starts_with(kCut) && part.span.begin >= kCut.size()) {
    part.text.remove_prefix(kCut.size());
    part.span.begin -= kCut.size();
    part.span.end -= kCut.size();
  }
  if (part.text.ends_with(kCut) && part.span.end + kCut.size() <= part.text.size())
    part.text.remove_suffix(kCut.size());
  return part;
}

/// Where the part is in `whole`, whatever blanks either has: the bytes of its span.
std::optional<core::Span> find_part(std::string_view whole, const ShownPart& shown) {
  const std::string_view part = shown.text;
  const core::Span span = shown.span;
  const auto dense = [](std::string_view text, std::vector<std::size_t>& places) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t') continue;
      kept += text[i];
      places.push_back(i);
    }
    return kept;
  };
  std::vector<std::size_t> in_whole;
  std::vector<std::size_t> in_part;
  const std::string dense_whole = dense(whole, in_whole);
  const std::string dense_part = dense(part, in_part);
  const std::size_t found = dense_part.empty() ? std::string::npos : dense_whole.find(dense_part);
  if (found == std::string::npos) return {};
  const auto place = [&](std::size_t byte) {
    const auto next = std::ranges::lower_bound(in_part, byte);
    const auto index = found + static_cast<std::size_t>(next - in_part.begin());
    return index < in_whole.size() ? in_whole[index] : whole.size();
  };
  const std::size_t begin = place(span.begin);
  // After the last byte of the span, not before the first one after it.
  const std::size_t end = span.end > span.begin ? place(span.end - 1) + 1 : begin + 1;
  return core::Span{begin, std::max(end, begin + 1)};
}

void put_span(Json& json, core::Span span) { json["span"] = {span.begin, span.end}; }

}  // namespace

/// What a text stands for among the arguments of a call.
core::Result<std::string> Asked::argument_of(const std::string& text) const {
  const auto found = door_->describe({.text = text});
  if (found) return found->json["argument"].get<std::string>();
  // A layout without a shape is one of the tensor that is asked about.
  const auto tensor = of_.find("tensor");
  if (tensor == of_.end() || !tensor->is_string()) return core::fail(found.error());
  TILEGLOT_TRY(of_tensor, door_->describe({.text = text, .tensor = tensor->get<std::string>()}));
  return of_tensor.json["argument"].get<std::string>();
}

Lines::ArgumentOf Asked::reader() const {
  return [this](const std::string& text) { return argument_of(text); };
}

core::Result<Asked> Asked::of_json(Json request, const Door& door) {
  if (!request.is_object()) return core::fail(bad_request("a request must be a JSON object"));
  Asked asked(door);
  std::int64_t version = 1;
  std::vector<std::string> lines;
  Given given(request);
  request.erase("id");
  given.take("v", version);
  given.take("do", asked.verb_);
  given.take("lines", lines);
  given.take("of", asked.of_);
  given.take("form", asked.form_);
  TILEGLOT_TRY_STATUS(given.finish());
  if (version != 1)
    return core::fail(bad_request(fmt::format("version {} is not supported, only 1", version)));
  if (!asked.form_.empty() && asked.form_ != "columns" && asked.form_ != "program")
    return core::fail(bad_request("\"form\" must be columns or program"));
  if (lines.size() > kMostLines)
    return core::fail(bad_request(fmt::format("a request has at most {} lines", kMostLines)));
  asked.key_ = Json(lines).dump(-1, ' ', false, Json::error_handler_t::replace);
  asked.lines_ = Lines(std::move(lines));
  return asked;
}

Asked Asked::about(std::string verb, Json of) const {
  Asked asked = *this;
  asked.verb_ = std::move(verb);
  asked.of_ = std::move(of);
  return asked;
}

std::string Asked::key() const {
  return key_ + verb_ + of_.dump(-1, ' ', false, Json::error_handler_t::replace);
}

core::Result<ResolvedLine> Asked::line(Given& given) {
  std::int64_t line = 0;
  given.take("line", line);
  TILEGLOT_TRY_STATUS(given.status());
  if (line < 0 || line >= static_cast<std::int64_t>(lines_.size())) {
    return core::fail(
        {.code = "web.line",
         .message = fmt::format("there is no line with the number {} from 0; there are {}", line,
                                lines_.size())});
  }
  line_ = ResolvedLine{.line = static_cast<std::size_t>(line)};
  TILEGLOT_TRY(resolved, lines_.resolve(line_->line, reader()));
  line_ = resolved;
  is_resolved_ = true;
  return resolved;
}

core::Result<ResolvedLine> Asked::one_side(Given& given) {
  TILEGLOT_TRY(resolved, line(given));
  if (!resolved.right) return std::move(resolved);
  return core::fail({.code = "web.line",
                     .message = fmt::format("line {} compares two layouts", resolved.line + 1),
                     .help = "ask for one of them"});
}

core::Result<std::string> Asked::layout(Given& given) {
  if (!given.has("line")) return text(given, "layout");
  TILEGLOT_TRY(resolved, one_side(given));
  if (resolved.left.text.empty()) {
    return core::fail({.code = "web.line",
                       .message = fmt::format("line {} has nothing to read", resolved.line + 1)});
  }
  // A call has a value, and any other text that can be read is the layout.
  const auto described = door_->describe({.text = resolved.left.text});
  if (!described) return resolved.left.text;
  const Json& found = described->json;
  if (found["kind"] == "layout")
    return found.contains("call") ? found["layout"].get<std::string>() : resolved.left.text;
  return core::fail({.code = "web.line",
                     .message = fmt::format("line {} is {}, not a layout", resolved.line + 1,
                                            found["text"].get<std::string>())});
}

core::Result<std::string> Asked::text(Given& given, const char* name) {
  std::string raw;
  given.take(name, raw);
  TILEGLOT_TRY(resolved, lines_.resolve_text(raw, reader()));
  return std::move(resolved.text);
}

core::Status Asked::take_text(Given& given, const char* name, std::optional<std::string>& to) {
  if (!given.has(name)) return {};
  TILEGLOT_TRY(found, text(given, name));
  to = std::move(found);
  return {};
}

std::vector<const Resolved*> Asked::sides() const {
  std::vector<const Resolved*> sides;
  if (line_) sides.push_back(&line_->left);
  if (line_ && line_->right) sides.push_back(&*line_->right);
  return sides;
}

bool Asked::is_about_line(const core::Error& error) const {
  if (!line_) return false;
  if (!is_resolved_ || error->code == "web.line") return true;
  api::DescribeRequest request{.text = {}};
  for (const auto& [name, to] :
       {std::pair{"tensor", &request.tensor}, {"notation", &request.notation}}) {
    if (of_.contains(name) && of_[name].is_string()) *to = of_[name].get<std::string>();
  }
  for (const Resolved* side : sides()) {
    request.text = side->text;
    const auto described = door_->describe(request);
    if (!described && described.error()->message == error->message) return true;
  }
  return false;
}

Json Asked::failure(const core::Error& error) const {
  Json json = api::to_json(error)["error"];
  json.erase("span");
  const bool is_of_line = is_about_line(error);
  if (is_of_line) json["line"] = line_->line;
  if (!error->line) {
    // A place without its text counts in the line itself; a refusal without one is about all of it.
    if (is_of_line && error->span) put_span(json, *error->span);
    if (is_of_line && !error->span && !line_->left.text.empty())
      put_span(json, line_->left.place_of({0, line_->left.text.size()}));
    return json;
  }
  const ShownPart part = part_of(*error->line);
  for (const Resolved* side : sides()) {
    if (!is_of_line) continue;
    if (const auto found = find_part(side->text, part)) {
      put_span(json, side->place_of(*found));
      return json;
    }
  }
  json["source"] = error->line->text;
  put_span(json, span_of_carets(*error->line));
  return json;
}

}  // namespace tileglot::web
