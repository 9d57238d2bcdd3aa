// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/examples/example_pictures.h"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

Shade bucket(std::int64_t value) {
  return {Shade::Kind::kBucket, static_cast<std::uint8_t>(value % 8)};
}

std::vector<std::string> counted(std::size_t count) {
  std::vector<std::string> headers;
  headers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) headers.push_back(fmt::format("{}", i));
  return headers;
}

Cell tiled_cell(std::int64_t row, std::int64_t column) {
  const std::int64_t tile = row / 2 * 3 + column / 2;
  const std::int64_t offset = tile * 4 + row % 2 * 2 + column % 2;
  const bool is_padding = row >= 3 || column >= 5;
  return {.kind = is_padding ? CellKind::kPadding : CellKind::kData,
          .coordinate = {row, column},
          .offset = offset,
          .tile = tile,
          .shade = bucket(tile),
          .label = fmt::format("{}", offset),
          .title = fmt::format("({},{}) at offset {}{}", row, column, offset,
                               is_padding ? ", padding" : "")};
}

/// A fragment of a matrix with the threads and values of its elements: a lane for every second
/// column of a row.
Panel fragment(std::string name, std::int64_t rows, std::int64_t columns) {
  Panel panel{.title = std::move(name),
              .rows = {.name = "row", .headers = counted(static_cast<std::size_t>(rows))},
              .columns = {.name = "column", .headers = counted(static_cast<std::size_t>(columns))}};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int64_t lane = (row % 8 * 4 + column / 2) % 32;
      const std::int64_t reg = column % 2 + row / 8 * 2;
      panel.cells.push_back(
          {.coordinate = {row, column},
           .thread_values = {{.reg = reg, .lane = lane, .thread = lane}},
           .shade = bucket(lane),
           .label = fmt::format("T{}\nV{}", lane, reg),
           .title = fmt::format("({},{}) in register {} of lane {}", row, column, reg, lane)});
    }
  }
  return panel;
}

}  // namespace

Picture worked_example() {
  Panel panel{
      .rows = {.name = "row (dim 0)", .headers = counted(4), .borders = {{2, 0}}},
      .columns = {.name = "column (dim 1)", .headers = counted(6), .borders = {{2, 0}, {4, 0}}}};
  for (std::int64_t row = 0; row < 4; ++row) {
    for (std::int64_t column = 0; column < 6; ++column)
      panel.cells.push_back(tiled_cell(row, column));
  }
  Picture picture{.title = "f32[3,5]{1,0:T(2,2)}",
                  .remark = "read as: XLA tiled layout",
                  .facts = {"logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9 = 37.5 %"},
                  .panels = {panel},
                  .legend_title = "tile",
                  .footers = {"as CuTe     ((2,2),(2,3)):((2,12),(1,4))      on the padded 4×6"}};
  picture.border_names = {"tile 2×2"};
  for (std::int64_t tile = 0; tile < 6; ++tile)
    picture.legend.push_back({bucket(tile), fmt::format("{}", tile)});
  return picture;
}

Picture every_kind() {
  Panel panel{.rows = {.headers = {"memory"}}, .columns = {.name = "offset"}};
  for (std::size_t i = 0; i < kCellKinds; ++i) {
    const auto kind = static_cast<CellKind>(i);
    Cell cell{.kind = kind, .title = std::string(name_of(kind))};
    if (kind != CellKind::kHole) {
      cell.offset = static_cast<std::int64_t>(i);
      cell.label = fmt::format("{}", i);
      cell.shade = {Shade::Kind::kRamp, static_cast<std::uint8_t>(i * 51)};
    }
    panel.cells.push_back(cell);
    panel.columns.headers.push_back(fmt::format("{}", i));
  }
  return {.title = "every kind", .panels = {panel}};
}

Picture product_of_matrices() {
  Panel a = fragment("A", 16, 8);
  Panel b = fragment("B", 8, 8);
  Panel c = fragment("C", 16, 8);
  a.panel_row = c.panel_row = 1;
  b.panel_column = c.panel_column = 1;
  a.rows.borders = c.rows.borders = {{4, 0}, {8, 1}, {12, 0}};
  c.columns.borders = {{4, 2}};
  return {.title = "m16n8k8",
          .facts = {"A bottom left, B top right, C bottom right"},
          .panels = {a, b, c},
          .legend_title = "lane",
          .legend = {{bucket(0), "0, 8, .."}, {bucket(1), "1, 9, .."}},
          .border_names = {"a quarter", "half of the rows", "half of the columns"}};
}

Picture hostile_picture() {
  const std::string hostile = "</title><script>alert(1)</script>&\"'\x1b[2J\xff]]>--><!--";
  Panel panel{.title = hostile,
              .rows = {.name = hostile, .headers = {hostile}},
              .columns = {.name = hostile, .headers = {hostile, "\n"}}};
  panel.cells.push_back({.label = "<a&\"", .title = hostile});
  panel.cells.push_back({.kind = CellKind::kAlias, .label = "'\xc3(\x01", .title = hostile});
  return {.title = hostile,
          .remark = hostile,
          .facts = {hostile},
          .panels = {panel},
          .legend_title = hostile,
          .legend = {{bucket(1), hostile}},
          .border_names = {hostile},
          .footers = {hostile}};
}

namespace {

std::string any_text() {
  const auto piece =
      rc::gen::element<std::string>("7", "12", "T4", " ", "<", "<!--", "&amp;", "\"", "'", "é", "≡",
                                    "\x02", "\xff", "]]>", "{}", "\\", "$");
  std::string text;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) text += *piece;
  return text;
}

Axis any_axis() {
  Axis axis{.name = any_text()};
  const std::size_t count = *rc::gen::inRange<std::size_t>(1, 6);
  for (std::size_t i = 0; i < count; ++i) {
    axis.headers.push_back(any_text());
    if (i > 0 && *rc::gen::arbitrary<bool>())
      axis.borders.push_back({i, *rc::gen::inRange<std::uint8_t>(0, 4)});
  }
  return axis;
}

Shade any_shade() {
  return {*rc::gen::element(Shade::Kind::kNone, Shade::Kind::kBucket, Shade::Kind::kRamp),
          *rc::gen::inRange<std::uint8_t>(0, 8)};
}

ThreadValue any_thread_value() {
  const auto number = rc::gen::inRange<std::int64_t>(0, 64);
  return {*number, *number, *number, *number, *number};
}

Cell any_cell() {
  Cell cell{.kind = static_cast<CellKind>(*rc::gen::inRange<std::size_t>(0, kCellKinds)),
            .tile = *rc::gen::inRange<std::int64_t>(0, 9),
            .shade = any_shade(),
            .label = any_text(),
            .title = any_text()};
  if (*rc::gen::arbitrary<bool>()) cell.offset = *rc::gen::inRange<std::int64_t>(-99, 9999);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
    cell.coordinate.push_back(*rc::gen::inRange<std::int64_t>(0, 99));
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
    cell.thread_values.push_back(any_thread_value());
  if (*rc::gen::arbitrary<bool>()) cell.label += "\n" + any_text();
  return cell;
}

Panel any_panel() {
  Panel panel{.title = any_text(),
              .rows = any_axis(),
              .columns = any_axis(),
              .panel_row = *rc::gen::inRange<std::size_t>(0, 3),
              .panel_column = *rc::gen::inRange<std::size_t>(0, 3)};
  for (std::size_t i = panel.rows.count() * panel.columns.count(); i > 0; --i)
    panel.cells.push_back(any_cell());
  return panel;
}

}  // namespace

rc::Gen<Picture> any_picture() {
  return rc::gen::exec([] {
    Picture picture{.title = any_text(), .remark = any_text(), .legend_title = any_text()};
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) picture.facts.push_back(any_text());
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) picture.panels.push_back(any_panel());
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
      picture.legend.push_back({any_shade(), any_text()});
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) picture.footers.push_back(any_text());
    return picture;
  });
}

}  // namespace tileglot::render
