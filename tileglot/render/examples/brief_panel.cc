// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/examples/brief_panel.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

bool has_border(const Axis& axis, std::size_t before) {
  return std::ranges::any_of(axis.borders,
                             [&](const Border& border) { return border.before == before; });
}

std::string cell_text(const Cell& cell) {
  const std::string offset = cell.offset ? std::to_string(*cell.offset) : "";
  return std::string(mark_of(cell.kind, Glyphs::kAscii)) +
         (cell.label.empty() ? offset : cell.label);
}

}  // namespace

std::string brief(const Panel& panel) {
  std::string text;
  for (std::size_t row = 0; row < panel.rows.count(); ++row) {
    if (has_border(panel.rows, row)) text += "-\n";
    for (std::size_t column = 0; column < panel.columns.count(); ++column) {
      if (column > 0) text += has_border(panel.columns, column) ? " | " : " ";
      text += cell_text(panel.at(row, column));
    }
    text += "\n";
  }
  return text;
}

}  // namespace tileglot::render
