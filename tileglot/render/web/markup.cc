// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/markup.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/utf8.h"

namespace tileglot::render {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_allowed(char32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code != 0xFFFE && code != 0xFFFF;
}

std::string_view escape_of(char character) {
  switch (character) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    case '\t': return "&#9;";
    default: return {};
  }
}

/// Bytes of the first `columns` characters, all if there are fewer.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < columns && bytes < text.size(); ++i)
    bytes += core::character_at(text.substr(bytes)).length;
  return bytes;
}

/// Where to cut so that at most `columns` characters come before it.
std::size_t cut_of(std::string_view text, std::size_t columns) {
  const std::size_t most = bytes_of(text, columns);
  if (most == text.size()) return most;
  const std::size_t gap = text.find_last_of(" ,", most - 1);
  // A gap in the first half would leave a ragged line.
  return gap == std::string_view::npos || gap < most / 2 ? most : gap + 1;
}

}  // namespace

std::string valid_text(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const core::Character character = core::character_at(text);
    if (!character.code) {
      result += kReplacement;
    } else if (is_allowed(*character.code)) {
      result += text.substr(0, character.length);
    }
    text.remove_prefix(character.length);
  }
  return result;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char character : valid_text(text)) {
    const std::string_view escape = escape_of(character);
    if (escape.empty()) {
      result += character;
    } else {
      result += escape;
    }
  }
  return result;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string indent;
  do {
    const std::size_t cut = cut_of(text, columns - indent.size());
    lines.push_back(indent + std::string(text.substr(0, cut)));
    text.remove_prefix(cut);
    indent = "  ";
  } while (!text.empty());
  return lines;
}

}  // namespace tileglot::render
