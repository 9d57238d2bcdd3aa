// SPDX-License-Identifier: Apache-2.0
// picture.h: the picture of a layout as data, before anything is drawn.
//
// What     A Picture is one panel or several, each a table of cells with headers and borders of
//          tiles, a legend, and lines of text above and below. A cell has what it represents
//          (coordinate, offset, thread values, kind), its colour key and its label.
// Why      One model for every writer: terminal, SVG, LaTeX, JSON and HTML draw the same cells and
//          decide only how. A kind is never shown by colour alone: each writer has a mark for it.
// Units    Offsets are in elements. Row and column are the cell's position in its panel, from 0;
//          headers say what they mean.
// Example  f32[3,5]{1,0:T(2,2)}: one panel of 4 x 6 cells, borders before every second row and
//          column; the cell at (2,3) has coordinate (2,3) and offset 17, the one at (3,0) has
//          offset 14 and is padding, so the legend explains the mark of padding and no other.
//          [tests: picture_test.cc, "kinds other than data are listed once"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {

enum class CellKind : std::uint8_t {
  kData,
  kPadding,  ///< owned memory without an element
  kAlias,  ///< an offset shared with another coordinate, or an element that several registers hold
  kHole,   ///< nothing is here
  kSelected,  ///< the subject of the picture
  kWitness,   ///< proves a difference or a conflict
};

inline constexpr std::size_t kCellKinds = 6;

/// data, padding, alias, hole, selected, witness.
std::string_view name_of(CellKind kind);

/// The thread and the value, a register, that hold an element.
struct ThreadValue {
  std::int64_t reg = 0;  ///< `register` is a C++ keyword
  std::int64_t lane = 0;
  std::int64_t warp = 0;
  std::int64_t block = 0;
  std::int64_t thread = 0;  ///< in the block: warp * lanes + lane
  friend bool operator==(const ThreadValue&, const ThreadValue&) = default;
};

/// A colour independent of the palette: none, one of eight that repeat, or a step of a ramp.
struct Shade {
  enum class Kind : std::uint8_t { kNone, kBucket, kRamp };
  Kind kind = Kind::kNone;
  std::uint8_t value = 0;  ///< bucket 0 to 7, hue = value mod 4, tint = value / 4; ramp 0 to 255
  friend bool operator==(const Shade&, const Shade&) = default;
};

struct Cell {
  CellKind kind = CellKind::kData;
  map::Coordinate coordinate = {};  ///< of the element; empty if there is none
  std::optional<std::int64_t> offset = {};
  std::vector<ThreadValue> thread_values = {};  ///< of a distributed layout
  std::int64_t tile = 0;                        ///< which tile the cell is in, counted row-major
  Shade shade = {};
  std::string label = {};  ///< lines, separated by newlines; empty: no label
  std::string title = {};  ///< full description of the cell, for a tooltip
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A line before row or column `before`; level 0 is the finest.
struct Border {
  std::size_t before = 0;
  std::uint8_t level = 0;
  friend bool operator==(const Border&, const Border&) = default;
};

/// Rows or columns.
struct Axis {
  std::string name = {};                  ///< row (dim 0)
  std::vector<std::string> headers = {};  ///< one for each row or column
  std::vector<Border> borders = {};       ///< ascending, each place once
  std::size_t count() const { return headers.size(); }
};

struct Panel {
  std::string title = {};   ///< empty for a single panel that needs no title
  std::string tensor = {};  ///< whose coordinates the cells have, if panels differ in that
  Axis rows = {};
  Axis columns = {};
  std::vector<Cell> cells = {};  ///< row-major
  /// The panel's position among the others: in which row and column of panels.
  std::size_t panel_row = 0;
  std::size_t panel_column = 0;
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.count() + column];
  }
};

/// The meaning of a colour.
struct LegendEntry {
  Shade shade = {};
  std::string text = {};
};

struct Picture {
  std::string title = {};               ///< the layout's text
  std::string remark = {};              ///< right of the title: read as: XLA tiled layout
  std::vector<std::string> facts = {};  ///< lines under the title
  std::vector<Panel> panels = {};       ///< in reading order
  std::string legend_title = {};        ///< bank, thread, .. ; empty without colours
  std::vector<LegendEntry> legend = {};
  /// What the borders of each level enclose, from level 0 on: tile 2x2. Empty: not explained.
  std::vector<std::string> border_names = {};
  std::vector<std::string> footers = {};  ///< lines below everything
};

/// The kinds in the picture other than data, for the marks in a legend.
std::vector<CellKind> kinds_in(const Picture& picture);

/// The mark before the label of a cell of this kind, in every writer: a dot for padding. Empty for
/// data.
std::string_view mark_of(CellKind kind, Glyphs glyphs);

/// The meaning of a kind's mark, in a few words.
std::string_view meaning_of(CellKind kind);

}  // namespace tileglot::render
