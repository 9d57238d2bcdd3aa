// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::core {
namespace {

constexpr std::size_t kWindow = 72;  // bytes of context on each side of a span

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Width in columns of one byte of a line: UTF-8 continuation bytes have none.
std::size_t width_of(char c) { return is_continuation(c) ? 0 : 1; }

/// A printable stand-in of the same width for a byte that a terminal would act on.
char shown(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c; }

struct Line {
  std::size_t number = 1;
  std::size_t begin = 0;
  std::size_t end = 0;
};

Line line_at(std::string_view text, std::size_t position) {
  Line line;
  for (std::size_t i = 0; i < position; ++i) {
    if (text[i] != '\n') continue;
    ++line.number;
    line.begin = i + 1;
  }
  const std::size_t newline = text.find('\n', line.begin);
  line.end = newline == std::string_view::npos ? text.size() : newline;
  return line;
}

/// The part of the line that is shown, moved to whole characters.
Line window_of(std::string_view text, const Line& line, Span span) {
  Line window = line;
  if (span.begin > line.begin + kWindow) window.begin = span.begin - kWindow;
  if (line.end > span.begin + 2 * kWindow) window.end = span.begin + 2 * kWindow;
  while (window.begin < window.end && is_continuation(text[window.begin])) ++window.begin;
  while (window.end < line.end && is_continuation(text[window.end])) ++window.end;
  return window;
}

std::string excerpt(std::string_view text, Span span) {
  span.begin = std::min(span.begin, text.size());
  span.end = std::clamp(span.end, span.begin, text.size());
  const Line line = line_at(text, span.begin);
  const Line window = window_of(text, line, span);
  std::string source = window.begin > line.begin ? "..." : "";
  std::string carets(source.size(), ' ');
  for (std::size_t i = window.begin; i < window.end; ++i) {
    source += shown(text[i]);
    const char mark = i < span.begin ? ' ' : '^';
    if (i < std::max(span.end, span.begin + 1)) carets.append(width_of(text[i]), mark);
  }
  if (span.begin >= window.end) carets += '^';
  if (window.end < line.end) source += "...";
  const std::string number = std::to_string(line.number);
  return fmt::format("  {} | {}\n  {:{}} | {}\n", number, source, "", number.size(), carets);
}

}  // namespace

std::string render(const Error& error, std::string_view text) {
  std::string out = fmt::format("error[{}]: {}\n", error.code, error.message);
  if (error.span) out += excerpt(text, *error.span);
  if (!error.witness.empty()) out += fmt::format("  witness: {}\n", error.witness);
  if (!error.help.empty()) out += fmt::format("  help: {}\n", error.help);
  return out;
}

}  // namespace tileglot::core
