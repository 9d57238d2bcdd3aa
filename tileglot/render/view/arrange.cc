// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/arrange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

void add_title(Panel& panel, const std::string& title) {
  panel.title = panel.title.empty() || title.empty() ? title + panel.title
                                                     : fmt::format("{} {}", title, panel.title);
}

/// The offset, or a dash if there is none.
std::string offset_text(const Cell& cell) {
  return cell.offset ? fmt::format("{}", *cell.offset) : "-";
}

/// Both offsets of a cell, if they differ.
bool mark(Cell& cell, const Cell& other) {
  if (cell.offset == other.offset) {
    cell.label = cell.offset ? fmt::format("{}", *cell.offset) : "";
    return false;
  }
  cell.kind = CellKind::kWitness;
  cell.label = fmt::format("{}|{}", offset_text(cell), offset_text(other));
  cell.title = fmt::format("({}): offset {} in the first, {} in the second",
                           fmt::join(cell.coordinate, ","), offset_text(cell), offset_text(other));
  return true;
}

}  // namespace

void put_at(Picture& picture, std::vector<Panel> panels, std::size_t panel_row,
            std::size_t panel_column, const std::string& title) {
  for (Panel& panel : panels) {
    panel.panel_row += panel_row;
    panel.panel_column += panel_column;
    add_title(panel, title);
    picture.panels.push_back(std::move(panel));
  }
}

void put_beside(Picture& picture, std::vector<Panel> panels, const std::string& title) {
  std::size_t free = 0;
  for (const Panel& panel : picture.panels) free = std::max(free, panel.panel_column + 1);
  put_at(picture, std::move(panels), 0, free, title);
}

std::int64_t mark_difference(std::vector<Panel>& panels, const std::vector<Panel>& other) {
  std::int64_t differing = 0;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    for (std::size_t k = 0; k < panels[i].cells.size(); ++k) {
      if (mark(panels[i].cells[k], other[i].cells[k])) ++differing;
    }
  }
  return differing;
}

}  // namespace tileglot::render
