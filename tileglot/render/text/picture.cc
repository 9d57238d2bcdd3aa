// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/picture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/detail/ansi.h"
#include "tileglot/render/text/detail/arrange_panels.h"
#include "tileglot/render/text/detail/key.h"
#include "tileglot/render/text/detail/line.h"

namespace tileglot::render {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kRemarkGap = 3;

TextBlock indented(const std::vector<std::string>& lines, std::size_t limit) {
  TextBlock block;
  for (const std::string& line : lines) {
    const TextBlock more = wrapped(line, kIndent, limit);
    block.insert(block.end(), more.begin(), more.end());
  }
  return block;
}

/// The remark ends where the widest line of the rest does, or goes below if there is no room.
TextBlock heading(const Picture& picture, const TextStyle& style, std::size_t width,
                  std::size_t limit) {
  TextBlock block;
  if (!picture.title.empty()) {
    const std::string title = core::printable(picture.title, picture.title.size());
    block.emplace_back().put(title, escape_of(Tone::kTitle, {}, style));
  }
  if (picture.remark.empty()) return block;
  const std::string remark = core::printable(picture.remark, picture.remark.size());
  const std::size_t columns = core::columns_of(remark);
  const std::size_t beside = (block.empty() ? 0 : block.back().width() + kRemarkGap) + columns;
  if (block.empty() || (limit > 0 && beside > limit)) {
    const TextBlock below = wrapped(remark, kIndent, limit);
    block.insert(block.end(), below.begin(), below.end());
    return block;
  }
  const std::size_t end = limit > 0 ? std::min(width, limit) : width;
  block.back().skip_to(std::max(beside, end) - columns);
  block.back().put(remark);
  return block;
}

/// Sections that are not empty, with a blank line between them.
std::string text_of(const std::vector<TextBlock>& sections) {
  std::string text;
  for (const TextBlock& section : sections) {
    if (section.empty()) continue;
    if (!text.empty()) text += '\n';
    for (const TextLine& line : section) text += line.text() + '\n';
  }
  return text;
}

}  // namespace

std::string to_text(const Picture& picture, const TextStyle& style) {
  const int columns = style.terminal.columns;
  const std::size_t limit = columns > 0 ? static_cast<std::size_t>(columns) : 0;
  const TextBlock facts = indented(picture.facts, limit);
  const TextBlock panels = arrange_panels(picture, style, kIndent, limit);
  const TextBlock key = key_of(picture, style, kIndent, limit);
  const TextBlock footers = indented(picture.footers, limit);

  std::size_t width = 0;
  for (const TextBlock* block : std::array{&facts, &panels, &key, &footers}) {
    width = std::max(width, width_of(*block));
  }
  TextBlock top = heading(picture, style, width, limit);
  top.insert(top.end(), facts.begin(), facts.end());
  return text_of({top, panels, key, footers});
}

}  // namespace tileglot::render
