// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/examples/text_panels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> texts;
  texts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) texts.push_back(std::to_string(i));
  return texts;
}

/// The kind whose mark the text begins with.
CellKind kind_of(std::string_view text) {
  for (std::size_t k = 1; k < kCellKinds; ++k) {
    const auto kind = static_cast<CellKind>(k);
    if (text.substr(0, 1) == mark_of(kind, Glyphs::kAscii)) return kind;
  }
  return CellKind::kData;
}

Cell cell_of(std::string text) {
  Cell cell{.kind = kind_of(text)};
  if (cell.kind != CellKind::kData) text.erase(0, 1);
  text.erase(std::remove(text.begin(), text.end(), '~'), text.end());
  std::replace(text.begin(), text.end(), '_', ' ');
  std::replace(text.begin(), text.end(), '/', '\n');
  cell.label = std::move(text);
  return cell;
}

Shade bucket(std::size_t number) {
  return {Shade::Kind::kBucket, static_cast<std::uint8_t>(number % 8)};
}

}  // namespace

Panel panel_of(std::string_view rows) {
  Panel panel;
  std::istringstream lines{std::string(rows)};
  std::size_t count = 0;
  std::size_t columns = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    std::istringstream cells(line);
    columns = 0;
    for (std::string text; cells >> text; ++columns) panel.cells.push_back(cell_of(text));
  }
  panel.rows.headers = numbers(count);
  panel.columns.headers = numbers(columns);
  return panel;
}

Panel shaded(Panel panel) {
  for (Cell& cell : panel.cells) {
    if (cell.label.find_first_of("0123456789") != 0) continue;
    cell.shade = bucket(std::stoul(cell.label));
  }
  return panel;
}

std::vector<Border> borders_every(std::size_t every, std::size_t count, std::uint8_t level) {
  std::vector<Border> borders;
  for (std::size_t before = every; before < count; before += every) {
    borders.push_back({before, level});
  }
  return borders;
}

Picture before_and_after() {
  Panel before = shaded(panel_of("0 4 8 12\n0 4 8 12\n"));
  before.title = "before";
  Panel after = shaded(panel_of("0 4 8 12\n4 0 12 8\n"));
  after.title = "after";
  after.panel_column = 1;
  for (Panel* panel : {&before, &after}) {
    panel->rows.name = "row";
    panel->columns.name = "bank";
  }
  return {.title = "swizzle", .panels = {before, after}};
}

Picture large_picture(std::size_t side) {
  Panel panel;
  panel.rows = {"row", numbers(side), borders_every(8, side)};
  panel.columns = {"column", numbers(side), borders_every(8, side)};
  panel.cells.reserve(side * side);
  for (std::size_t offset = 0; offset < side * side; ++offset) {
    panel.cells.push_back({.kind = offset % 2 == 0 ? CellKind::kData : CellKind::kPadding,
                           .offset = static_cast<std::int64_t>(offset),
                           .shade = bucket(offset),
                           .label = std::to_string(offset)});
  }
  return {.title = "large", .panels = {panel}};
}

}  // namespace tileglot::render
