// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/columns.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::value {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!begins_character(text[at])) continue;
    if (width == 0) return at;
    --width;
  }
  return at;
}

/// The position after the last "]," or ")," of a line, unless more than half of it would stay
/// empty.
std::size_t end_of_list(std::string_view line) {
  const std::size_t cut = std::min(line.rfind("],"), line.size());
  const std::size_t other = std::min(line.rfind("),"), line.size());
  const bool has_both = cut < line.size() && other < line.size();
  const std::size_t end = (has_both ? std::max(cut, other) : std::min(cut, other)) + 2;
  return end > line.size() || end < line.size() / 2 ? 0 : end;
}

/// Where a line of at most `most` bytes ends.
std::size_t line_end(std::string_view text, std::size_t most) {
  const std::string_view line = text.substr(0, most);
  if (const std::size_t end = end_of_list(line); end > 0) return end;
  if (text[most] == ' ') return most;
  const std::size_t cut = line.find_last_of(" ,");
  return cut == std::string_view::npos ? most : cut + 1;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  bool is_color = false;
  for (const char c : text) {
    if (c == '\x1b') is_color = true;
    if (!is_color && begins_character(c)) ++width;
    if (c == 'm') is_color = false;
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string right_aligned(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ') + std::string(text);
}

std::string table_of(const std::vector<TextRow>& rows, const std::vector<Align>& columns) {
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const TextRow& row : rows) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      widths[k] = std::max(widths[k], width_of(row[k]));
  }
  std::string text;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      line += "  ";
      line +=
          columns[k] == Align::kLeft ? padded(row[k], widths[k]) : right_aligned(row[k], widths[k]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (width != 0 && width_of(text) > width) {
    const std::size_t end = line_end(text, bytes_of(text, width));
    lines.emplace_back(trimmed(text.substr(0, end)));
    text = text.substr(end);
    text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace tileglot::value
