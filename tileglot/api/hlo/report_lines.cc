// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/report_lines.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

/// Columns of the amounts.
constexpr std::size_t kAmount = 12;
constexpr std::size_t kIndent = kAmount + 2;
/// Text narrower than this is not cut.
constexpr std::size_t kLeast = 20;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!begins_character(text[at])) continue;
    if (width == 0) break;
    --width;
  }
  return at;
}

/// Bytes of the text that come into one line.
std::size_t line_end(std::string_view text, std::size_t width) {
  const std::size_t most = bytes_of(text, width);
  if (most == text.size() || text[most] == ' ') return most;
  const std::string_view line = text.substr(0, most);
  if (const std::size_t blank = line.rfind(' '); blank != std::string_view::npos) return blank;
  const std::size_t cut = line.find_last_of("/,.");
  return cut == std::string_view::npos ? most : cut + 1;
}

}  // namespace

ReportLines::ReportLines(const Terminal& terminal)
    : width_(terminal.columns > 0 ? static_cast<std::size_t>(terminal.columns) : 0) {}

void ReportLines::plain(std::string_view text) { add("", 2, text); }

void ReportLines::all(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    plain(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void ReportLines::indented(std::size_t indent, std::string_view text) {
  add(std::string(indent, ' '), indent + 2, text);
}

void ReportLines::entry(std::string_view amount, std::string_view text) {
  add(value::right_aligned(amount, kAmount) + "  ", kIndent, text);
}

void ReportLines::detail(std::string_view text) { entry("", text); }

void ReportLines::add(std::string_view first, std::size_t indent, std::string_view text) {
  std::string line(first);
  const bool is_limited = width_ > indent + kLeast;
  do {
    const std::size_t used = value::width_of(line);
    const std::size_t end = is_limited ? line_end(text, width_ - used) : text.size();
    line += text.substr(0, end);
    text_.append(line, 0, line.find_last_not_of(' ') + 1).append("\n");
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    line.assign(indent, ' ');
  } while (!text.empty());
}

}  // namespace tileglot::api
