// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/read_svg.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/examples/tiny_xml.h"

namespace tileglot::render {
namespace {

std::string text_of(const Element& cell) {
  const Element* text = cell.child("text");
  if (text == nullptr) return "";
  std::string result = text->text;
  for (std::size_t i = 0; i < text->children.size(); ++i)
    result += (i == 0 ? "" : "\n") + text->children[i].text;
  return result;
}

ReadCell read_cell(const Element& cell) {
  const Element* title = cell.child("title");
  return {.row = cell.attribute("data-row"),
          .column = cell.attribute("data-column"),
          .kind = cell.attribute("data-kind"),
          .offset = cell.attribute("data-offset"),
          .coordinate = cell.attribute("data-coordinate"),
          .thread_values = cell.attribute("data-thread-values"),
          .color = cell.attribute("class"),
          .title = title == nullptr ? "" : title->text,
          .text = text_of(cell)};
}

/// The cells of a panel: its group of class cells.
std::optional<std::vector<ReadCell>> read_panel(const Element& panel) {
  std::vector<ReadCell> cells;
  for (const Element& group : panel.children) {
    if (group.attribute("class") != "cells") continue;
    for (const Element& cell : group.children) {
      if (!cell.has("data-row") || !cell.has("data-column") || !cell.has("data-kind"))
        return std::nullopt;
      cells.push_back(read_cell(cell));
    }
  }
  return cells;
}

}  // namespace

std::optional<std::vector<std::vector<ReadCell>>> read_svg(std::string_view text) {
  const auto root = parse_xml(text);
  if (!root || root->name != "svg") return std::nullopt;
  std::vector<std::vector<ReadCell>> panels;
  for (const Element& panel : root->children) {
    if (!panel.has("data-panel")) continue;
    auto cells = read_panel(panel);
    if (!cells) return std::nullopt;
    panels.push_back(*cells);
  }
  return panels;
}

}  // namespace tileglot::render
