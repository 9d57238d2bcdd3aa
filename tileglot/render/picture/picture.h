// SPDX-License-Identifier: Apache-2.0
// picture.h: the picture of a layout as data, before anything is drawn.
//
// What     A Picture is one panel or several, each a table of cells with headers and borders of
//          tiles, a legend, and lines of text above and below. A cell says what it stands for
//          (coordinate, offset, owners, kind), which colour its key has, and what is written in it.
// Why      One model for every writer: terminal, SVG, LaTeX, JSON and HTML draw the same cells and
//          decide nothing but how. A kind never is a colour alone: each writer has a mark for it.
// Units    Offsets are in elements. Row and column are the cell's place in its panel, from 0;
//          headers say what they stand for.
// Example  f32[3,5]{1,0:T(2,2)}: one panel of 4 x 6 cells, borders before every second row and
//          column; the cell at (2,3) has coordinate (2,3) and offset 17, the one at (3,0) has offset
//          14 and is padding, so the legend explains the mark of padding and no other.
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
  kPadding,   ///< memory that is owned, where no element is
  kAlias,     ///< an offset that another coordinate has too, or an element with several owners
  kHole,      ///< nothing is here
  kSelected,  ///< what the picture is about
  kWitness,   ///< what proves a difference or a conflict
};

inline constexpr std::size_t kCellKinds = 6;

/// data, padding, alias, hole, selected, witness.
std::string_view name_of(CellKind kind);

/// A place in hardware that holds an element.
struct Owner {
  std::int64_t reg = 0;  ///< `register` is a word of C++
  std::int64_t lane = 0;
  std::int64_t warp = 0;
  std::int64_t block = 0;
  std::int64_t thread = 0;  ///< of the block: warp * lanes + lane
  friend bool operator==(const Owner&, const Owner&) = default;
};

/// A colour before a palette gives it: nothing, one of eight that go round, or a step of a ramp.
struct Shade {
  enum class Kind : std::uint8_t { kNone, kBucket, kRamp };
  Kind kind = Kind::kNone;
  std::uint8_t value = 0;  ///< bucket 0 to 7, hue = value mod 4, tint = value / 4; ramp 0 to 255
  friend bool operator==(const Shade&, const Shade&) = default;
};

struct Cell {
  CellKind kind = CellKind::kData;
  map::Coordinate coordinate = {};  ///< of the element; empty where there is none
  std::optional<std::int64_t> offset = {};
  std::vector<Owner> owners = {};  ///< of a distributed layout
  std::int64_t tile = 0;           ///< which tile the cell is in, counted row-major
  Shade shade = {};
  std::string label = {};  ///< lines, separated by newlines; empty: nothing is written
  std::string title = {};  ///< all there is to say of the cell, for a pointer that rests on it
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
  std::string title = {};   ///< empty where there is one panel only and nothing to say of it
  std::string tensor = {};  ///< whose coordinates the cells have, where panels differ in that
  Axis rows = {};
  Axis columns = {};
  std::vector<Cell> cells = {};  ///< row-major
  /// Where the panel stands among the others: in which row and column of panels.
  std::size_t panel_row = 0;
  std::size_t panel_column = 0;
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells[row * columns.count() + column];
  }
};

/// What a colour means.
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
  /// What the borders of each level enclose, from level 0 on: tile 2x2. Empty: nothing is said.
  std::vector<std::string> border_names = {};
  std::vector<std::string> footers = {};  ///< lines under everything
};

/// The kinds other than data that the picture has, for the marks in a legend.
std::vector<CellKind> kinds_in(const Picture& picture);

/// What stands before the label of a cell of this kind, in every writer: a dot before padding.
/// Empty for data.
std::string_view mark_of(CellKind kind, Glyphs glyphs);

/// What the mark of a kind means, in a few words.
std::string_view meaning_of(CellKind kind);

}  // namespace tileglot::render
