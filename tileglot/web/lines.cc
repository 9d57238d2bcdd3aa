// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::web {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;
/// Of what stands for all lines that one uses.
constexpr std::size_t kMostKnown = 4 * kLongest;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_name_part(char c) {
  return is_capital(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Where the name that begins here ends.
std::size_t end_of_name(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_name_part(text[end])) ++end;
  return end;
}

/// The part of `span` without blanks around it.
core::Span trimmed(std::string_view text, core::Span span) {
  while (span.begin < span.end && is_blank(text[span.begin])) ++span.begin;
  while (span.end > span.begin && is_blank(text[span.end - 1])) --span.end;
  return span;
}

/// The end of the name of `NAME = ..`, and the place after the equals sign.
std::optional<std::pair<core::Span, std::size_t>> definition_in(std::string_view text) {
  const std::size_t begin = trimmed(text, {0, text.size()}).begin;
  if (begin == text.size() || !is_capital(text[begin])) return {};
  const std::size_t end = end_of_name(text, begin);
  std::size_t equals = end;
  while (equals < text.size() && is_blank(text[equals])) ++equals;
  if (equals == text.size() || text[equals] != '=' || text.substr(equals).starts_with("=="))
    return {};
  return std::pair{core::Span{begin, end}, equals + 1};
}

/// The next word that may be a name, from `at` on; an empty span at the end if there is none.
core::Span next_name(std::string_view text, std::size_t at) {
  const std::size_t first = at;
  while (at < text.size()) {
    if (!is_name_part(text[at])) {
      ++at;
      continue;
    }
    const std::size_t end = end_of_name(text, at);
    // Such a mark before it makes it a part of something else: #ttg.Shared, order=C, order='F'.
    constexpr std::string_view kMarks = ".#='\"";
    const bool is_inside = at > first && kMarks.find(text[at - 1]) != std::string_view::npos;
    const bool is_called = end < text.size() && (text[end] == '(' || text[end] == '<');
    if (is_capital(text[at]) && !is_inside && !is_called) return {at, end};
    at = end;
  }
  return {text.size(), text.size()};
}

core::Error too_long() {
  return {
      {.code = "web.too_long",
       .message = fmt::format("the line exceeds {} bytes after its names are expanded", kLongest),
       .help = "use fewer names in one line"}};
}

}  // namespace

core::Span Resolved::place_of(core::Span span) const {
  core::Span place{};
  bool is_first = true;
  for (const Part& part : parts) {
    const std::size_t end = part.begin + part.size;
    const bool touches = span.begin < end && span.end > part.begin;
    // An empty span, or one after the end, is at the end of the last part.
    const bool is_after = &part == &parts.back() && span.begin >= end;
    if (!touches && !is_after) continue;
    const std::size_t from = std::clamp(span.begin, part.begin, end) - part.begin;
    const std::size_t to = std::clamp(span.end, part.begin, end) - part.begin;
    const core::Span found = part.is_name
                                 ? part.in_line
                                 : core::Span{part.in_line.begin + from, part.in_line.begin + to};
    if (is_first) place.begin = found.begin;
    place.end = found.end;
    is_first = false;
  }
  return place;
}

Lines::Lines(std::vector<std::string> lines) {
  lines_.reserve(lines.size());
  for (std::string& text : lines) {
    Line line{.text = std::move(text), .name = {}, .left = {}, .right = {}};
    std::size_t begin = 0;
    if (const auto defined = definition_in(line.text)) {
      line.name = line.text.substr(defined->first.begin, defined->first.end - defined->first.begin);
      begin = defined->second;
    }
    const std::size_t equals = line.text.find("==", begin);
    const bool has_two = line.name.empty() && equals != std::string::npos;
    line.left = trimmed(line.text, {begin, has_two ? equals : line.text.size()});
    if (has_two) line.right = trimmed(line.text, {equals + 2, line.text.size()});
    lines_.push_back(std::move(line));
  }
}

core::Result<ResolvedLine> Lines::resolve(std::size_t line, const ArgumentOf& argument_of) const {
  if (line >= lines_.size()) {
    return core::fail(
        {.code = "web.line",
         .message = fmt::format("there is no line {}; there are {}", line + 1, lines_.size())});
  }
  const Line& asked = lines_[line];
  const auto same = std::ranges::find(lines_.begin(), lines_.begin() + std::ptrdiff_t(line),
                                      asked.name, &Line::name);
  if (!asked.name.empty() && same != lines_.begin() + std::ptrdiff_t(line)) {
    return core::fail({.code = "web.name",
                       .message = fmt::format("{} is already the name of line {}", asked.name,
                                              same - lines_.begin() + 1),
                       .span = core::Span{asked.text.find(asked.name),
                                          asked.text.find(asked.name) + asked.name.size()},
                       .help = "choose another name"});
  }
  if (asked.right &&
      (asked.left.begin == asked.left.end || asked.right->begin == asked.right->end)) {
    const bool is_first = asked.left.begin == asked.left.end;
    const std::size_t equals = asked.text.find("==");
    return core::fail({.code = "web.line",
                       .message = fmt::format("nothing is {} ==", is_first ? "before" : "after"),
                       .span = core::Span{equals, equals + 2},
                       .help = "write A == B"});
  }
  Known known{.arguments = std::vector<std::optional<std::string>>(lines_.size())};
  const std::string written =
      asked.text.substr(asked.left.begin, asked.left.end - asked.left.begin);
  ResolvedLine resolved{.line = line, .name = asked.name, .written = written};
  TILEGLOT_TRY(left, resolve_part(asked, asked.left, line, argument_of, known));
  resolved.left = std::move(left);
  if (asked.right) {
    TILEGLOT_TRY(right, resolve_part(asked, *asked.right, line, argument_of, known));
    resolved.right = std::move(right);
  }
  return resolved;
}

core::Result<Resolved> Lines::resolve_text(std::string_view text,
                                           const ArgumentOf& argument_of) const {
  Known known{.arguments = std::vector<std::optional<std::string>>(lines_.size())};
  const Line line{.text = std::string(text), .name = {}, .left = {}, .right = {}};
  return resolve_part(line, trimmed(text, {0, text.size()}), lines_.size(), argument_of, known);
}

std::vector<std::string_view> Lines::names_before(std::size_t line) const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::min(line, lines_.size()); ++i) {
    if (!lines_[i].name.empty()) names.push_back(lines_[i].name);
  }
  return names;
}

core::Result<Resolved> Lines::resolve_part(const Line& line, core::Span part, std::size_t before,
                                           const ArgumentOf& argument_of, Known& known) const {
  const std::string_view text = std::string_view(line.text).substr(0, part.end);
  Resolved resolved;
  std::size_t at = part.begin;
  const auto add = [&](std::string_view added, core::Span in_line, bool is_name) {
    if (added.empty()) return;
    resolved.parts.push_back({resolved.text.size(), added.size(), in_line, is_name});
    resolved.text += added;
  };
  while (at < part.end) {
    core::Span name = next_name(text, at);
    const auto end = lines_.begin() + std::ptrdiff_t(before);
    const std::string_view word = text.substr(name.begin, name.end - name.begin);
    const auto named = std::ranges::find(lines_.begin(), end, word, &Line::name);
    if (word.empty() || named == end) name.begin = name.end;
    add(text.substr(at, name.begin - at), {at, name.begin}, false);
    if (name.begin < name.end) {
      const auto value =
          argument(static_cast<std::size_t>(named - lines_.begin()), argument_of, known);
      if (!value) {
        core::Error error = value.error();
        error->span = name;
        return core::fail(std::move(error));
      }
      add(*value, name, true);
    }
    if (resolved.text.size() > kLongest) return core::fail(too_long());
    at = name.end;
  }
  return resolved;
}

core::Result<std::string> Lines::argument(std::size_t line, const ArgumentOf& argument_of,
                                          Known& known) const {
  if (known.arguments[line]) return *known.arguments[line];
  const Line& asked = lines_[line];
  TILEGLOT_TRY(resolved, resolve_part(asked, asked.left, line, argument_of, known));
  auto found = argument_of(resolved.text);
  if (!found) {
    // The place is in another line, which has its own message.
    return core::fail(
        {.code = found.error()->code,
         .message = fmt::format("line {}, {}: {}", line + 1, asked.name, found.error()->message),
         .witness = found.error()->witness});
  }
  known.bytes += found->size();
  if (known.bytes > kMostKnown) return core::fail(too_long());
  known.arguments[line] = *found;
  return *std::move(found);
}

}  // namespace tileglot::web
