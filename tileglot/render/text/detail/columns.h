// SPDX-License-Identifier: Apache-2.0
// columns.h: the positions of a panel's columns in lines of text.
//
// What     All cells of a panel are as wide as its widest label or header, with a blank before
//          each, and two characters more at a border. A panel that is too wide is cut into bands.
// Units    Columns of the terminal.
// Example  Six cells, 3 wide, borders before the third and the fifth, are 28 wide; in 20 columns
//          they are three bands of two cells.
//          [tests: text/picture_test.cc, "a panel that is too wide is cut at its borders"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// Columns [begin, end) of a panel.
struct Band {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class TextColumns {
 public:
  TextColumns(const Axis& axis, std::size_t cell_width);

  std::size_t count() const { return borders_.size(); }
  std::size_t cell_width() const { return cell_width_; }
  std::optional<std::uint8_t> border(std::size_t column) const { return borders_[column]; }

  /// Includes the blanks and borders before its cells.
  std::size_t width(const Band& band) const { return starts_[band.end] - starts_[band.begin]; }

  /// Each band has at least one column, and is no wider than `limit` if it has two; for limit 0
  /// there is one band, which may be empty.
  std::vector<Band> bands(std::size_t limit) const;

 private:
  Band next_band(std::size_t begin, std::size_t limit) const;

  std::size_t cell_width_;
  std::vector<std::optional<std::uint8_t>> borders_;
  std::vector<std::size_t> starts_;  ///< of each column in a line without bands, and the end
};

/// The level of the border before each row or column.
std::vector<std::optional<std::uint8_t>> borders_of(const Axis& axis);

}  // namespace tileglot::render
