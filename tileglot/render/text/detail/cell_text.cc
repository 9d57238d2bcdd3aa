// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/cell_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

}  // namespace

Words words_of(std::string text) {
  const std::size_t size = text.size();
  if (is_plain_ascii(text)) return {std::move(text), size};
  std::string shown = core::printable(text, size);
  const std::size_t columns = core::columns_of(shown);
  return {std::move(shown), columns};
}

std::vector<Words> words_of(const Cell& cell, Glyphs glyphs) {
  const std::string text = std::string(mark_of(cell.kind, glyphs)) + cell.label;
  std::vector<Words> lines;
  if (text.empty()) return lines;
  lines.reserve(1);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(words_of(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

}  // namespace tileglot::render
