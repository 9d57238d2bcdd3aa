// SPDX-License-Identifier: Apache-2.0
// source_text.cc: lines, windows and carets.
#include "tileglot/core/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::core {
namespace {

constexpr std::size_t kBefore = 72;  // bytes of context shown before a span
constexpr std::size_t kAfter = 144;  // bytes shown from the start of a span

struct Line {
  std::size_t number = 1;
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Clamps a position to the text, and moves it from the end back over blanks: "expected '}'"
/// belongs after the last thing written, not on the empty line after it.
std::size_t placed(std::string_view text, std::size_t position) {
  if (position < text.size()) return position;
  return text.find_last_not_of(" \t\r\n\v\f") + 1;  // npos + 1 = 0
}

Line line_at(std::string_view text, std::size_t position) {
  Line line;
  for (std::size_t i = 0; i < position; ++i) {
    if (text[i] != '\n') continue;
    ++line.number;
    line.begin = i + 1;
  }
  line.end = std::min(text.find('\n', line.begin), text.size());
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  return line;
}

/// The next start of a character, at most three bytes on in valid text.
std::size_t whole_character(std::string_view text, std::size_t position, std::size_t end) {
  const std::size_t last = std::min(position + 3, end);
  while (position < last && is_continuation(text[position])) ++position;
  return position;
}

/// The part of the line that is shown.
Line window_of(std::string_view text, const Line& line, Span span) {
  Line window = line;
  if (span.begin > line.begin + kBefore) {
    window.begin = whole_character(text, span.begin - kBefore, span.begin);
  }
  if (line.end > span.begin + kAfter) {
    window.end = whole_character(text, span.begin + kAfter, line.end);
  }
  return window;
}

/// The characters of the window, and the marks below them.
SourceLine marked(std::string_view text, const Line& window, Span span) {
  SourceLine out{.number = window.number};
  const std::size_t marked_end = std::max(span.end, span.begin + 1);
  for (std::size_t i = window.begin; i < window.end;) {
    const std::string_view rest = text.substr(i, window.end - i);
    const std::size_t length = character_at(rest).length;
    out.text += rest[0] == '\t' ? " " : printable(rest.substr(0, length));
    if (i < marked_end) out.carets += i + length > span.begin ? '^' : ' ';
    i += length;
  }
  if (span.begin >= window.end) out.carets += '^';
  return out;
}

SourceLine shown_line(std::string_view text, Span span) {
  constexpr std::string_view kCut = "...";
  span.begin = placed(text, span.begin);
  span.end = std::clamp(span.end, span.begin, text.size());
  const Line line = line_at(text, span.begin);
  const Line window = window_of(text, line, span);
  SourceLine shown = marked(text, window, span);
  if (window.begin > line.begin) {
    shown.text.insert(0, kCut);
    shown.carets.insert(0, kCut.size(), ' ');
  }
  if (window.end < line.end) shown.text += kCut;
  return shown;
}

std::string excerpt(const SourceLine& line) {
  const std::string number = std::to_string(line.number);
  return fmt::format("  {} | {}\n  {:{}} | {}\n", number, line.text, "", number.size(),
                     line.carets);
}

}  // namespace

Error with_line(Error error, std::string_view text) {
  if (error->span && !error->line) error->line = shown_line(text, *error->span);
  return error;
}

std::string render(const Error& error) {
  std::string out = fmt::format("error[{}]: {}\n", error->code, error->message);
  if (error->line) out += excerpt(*error->line);
  if (!error->witness.empty()) out += fmt::format("  witness: {}\n", error->witness);
  if (!error->help.empty()) out += fmt::format("  help: {}\n", error->help);
  return out;
}

}  // namespace tileglot::core
