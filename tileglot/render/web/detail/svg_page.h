// SPDX-License-Identifier: Apache-2.0
// svg_page.h: the layout of a picture on a page.
//
// What     page_of(picture) measures texts, chooses one size of cell and one of text for the whole
//          picture, and places lines, panels and the legend. Nothing overlaps.
// Why      Placing is arithmetic that can be tested without drawing.
// Units    Pixels; x to the right, y down. The position of a line is the left end of its baseline.
// Example  Labels of up to two characters: cells of 28 x 28 with text of 12 px. Labels of 12
//          characters: cells of 72 x 72, which is the most, and text of 8 px.
//          [tests: svg_page_test.cc, "cells grow with their labels, then text shrinks"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render::detail {

inline constexpr std::int64_t kSmallestText = 7;
inline constexpr std::int64_t kHeaderText = 11;
inline constexpr std::int64_t kSwatch = 16;

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// The role of a line of text; its style has that name in the sheet.
enum class LineStyle : std::uint8_t { kTitle, kRemark, kFact, kPanel, kAxis, kLegend, kFooter };

std::string_view name_of(LineStyle style);
std::int64_t text_size_of(LineStyle style);

struct Line {
  LineStyle style = LineStyle::kFact;
  Point at = {};
  std::string text = {};
};

struct PanelPlace {
  Point cells = {};  ///< the top left corner of the first cell
  std::int64_t row_headers = 0;
  std::int64_t column_headers = 0;  ///< space for headers left of and above the cells
};

/// What an entry of the legend explains: a colour, the mark of a kind, or the borders of a level.
enum class LegendKind : std::uint8_t { kShade, kMark, kBorder };

struct LegendPlace {
  LegendKind what = LegendKind::kShade;
  Point at = {};  ///< the top left corner of its swatch
  Shade shade = {};
  CellKind kind = CellKind::kData;
  std::size_t level = 0;
  std::string text = {};
};

struct Page {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t side = 0;       ///< of a cell
  std::int64_t text_size = 0;  ///< in cells
  bool is_stacked = false;     ///< words in cells are stacked
  bool has_turned_headers = false;
  std::vector<Line> lines = {};
  std::vector<PanelPlace> panels = {};
  std::vector<LegendPlace> legend = {};
};

Page page_of(const Picture& picture);

/// An upper bound of the width of this many characters at this size.
std::int64_t width_of(std::size_t columns, std::int64_t text_size);

/// The distance between the baselines of two lines.
std::int64_t line_height(std::int64_t text_size);

/// The lines in a cell, the mark of its kind before the first; none if the cell has no text. With
/// `is_stacked` a blank also ends a line, so that T12 V3 needs a cell of three columns.
std::vector<std::string> text_of(const Cell& cell, bool is_stacked);

/// True if the lines fit into a cell.
bool fits(const std::vector<std::string>& lines, std::int64_t side, std::int64_t text_size);

}  // namespace tileglot::render::detail
