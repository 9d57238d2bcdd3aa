// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/key.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/text/detail/ansi.h"
#include "tileglot/render/text/detail/border_glyphs.h"
#include "tileglot/render/text/detail/cell_text.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {
namespace {

/// The legend's title and a swatch with each entry's text.
TextBlock swatches(const Picture& picture, const TextStyle& style) {
  TextBlock items;
  if (picture.legend.empty() || style.terminal.colors == ColorDepth::kNone) return items;
  items.reserve(picture.legend.size() + 1);
  if (!picture.legend_title.empty()) {
    items.emplace_back().put(words_of(picture.legend_title).text);
  }
  for (const LegendEntry& entry : picture.legend) {
    items.emplace_back().put(" " + words_of(entry.text).text + " ",
                             escape_of(Tone::kPlain, entry.shade, style));
  }
  return items;
}

/// Heavier borders look alike, so their names are listed together.
void put_borders(TextBlock& items, const Picture& picture, Glyphs glyphs) {
  for (std::size_t level = 0; level < picture.border_names.size(); ++level) {
    const std::string name = words_of(picture.border_names[level]).text;
    if (name.empty()) continue;
    const auto weight = static_cast<std::uint8_t>(std::min<std::size_t>(level, 1));
    if (level < 2 || items.empty()) {
      items.emplace_back().put(std::string(vertical_line(weight, glyphs)) + " " +
                               std::string(horizontal_line(weight, glyphs)) + " " + name);
    } else {
      items.back().put(", " + name);
    }
  }
}

bool is_labelled(const Picture& picture, CellKind kind) {
  return std::any_of(picture.panels.begin(), picture.panels.end(), [&](const Panel& panel) {
    return std::any_of(panel.cells.begin(), panel.cells.end(),
                       [&](const Cell& cell) { return cell.kind == kind && !cell.label.empty(); });
  });
}

void put_marks(TextBlock& items, const Picture& picture, const TextStyle& style) {
  for (const CellKind kind : kinds_in(picture)) {
    const std::string mark(mark_of(kind, style.terminal.glyphs));
    TextLine& item = items.emplace_back();
    item.put(mark + (is_labelled(picture, kind) ? "n" : ""), escape_of(tone_of(kind), {}, style));
    item.skip_to(item.width() + 1);
    item.put(meaning_of(kind));
  }
}

}  // namespace

TextBlock key_of(const Picture& picture, const TextStyle& style, std::size_t indent,
                 std::size_t limit) {
  TextBlock lines = flowed(swatches(picture, style), indent, limit);
  TextBlock items;
  put_borders(items, picture, style.terminal.glyphs);
  put_marks(items, picture, style);
  const TextBlock marks = flowed(items, indent, limit);
  lines.insert(lines.end(), marks.begin(), marks.end());
  return lines;
}

}  // namespace tileglot::render
