// SPDX-License-Identifier: Apache-2.0
// grid.h: the picture of a layout as data: cells, borders of tiles, padding.
//
// What     grids_of(map, padded, window) cuts a map into two-dimensional grids: rows are the second
//          last dimension, columns the last, one grid for each value of the dimensions before. A
//          cell that only the padded map has is padding.
// Why      One model for every writer; text, SVG and LaTeX differ only in how they draw it.
// Units    Windows are half-open ranges of rows and columns.
// Example  f32[3,5]{1,0:T(2,2)} padded to 4x6: row 0 is 0 1 | 4 5 | 8 and padding at 9.
//          [tests: grid_test.cc, "cells outside the logical extents are padding"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/map/index_map.h"

namespace tileglot::render {

/// picture.h has other types of the same names; to a linker these are different.
inline namespace grids {

struct Cell {
  std::int64_t offset = 0;
  bool is_padding = false;
  friend bool operator==(const Cell&, const Cell&) = default;
};

}  // namespace grids

/// Rows or columns first..last, one past the end.
struct Side {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t count() const { return last - first; }
};

struct Window {
  Side rows = {0, 64};
  Side columns = {0, 64};
  std::size_t grids = 8;  ///< at most so many, for maps of more than two dimensions
};

struct Grid {
  std::string title = {};  ///< x0=1, x1=0 for the dimensions before; empty up to two dimensions
  Side rows = {};
  Side columns = {};
  std::vector<Cell> cells = {};  ///< row-major
  std::int64_t row_border = 0;   ///< a border before each multiple of it; 0 for none
  std::int64_t column_border = 0;
  const Cell& at(std::int64_t row, std::int64_t column) const {
    return cells[static_cast<std::size_t>((row - rows.first) * columns.count() + column -
                                          columns.first)];
  }
};

inline namespace grids {

struct Picture {
  std::vector<Grid> grids = {};
  bool is_whole = true;  ///< the window shows every cell
};

}  // namespace grids

/// `padded` has the terms of `map` on extents that are the same or larger. Precondition: map.size()
/// is not 0.
Picture grids_of(const map::IndexMap& map, const map::IndexMap& padded, const Window& window);

}  // namespace tileglot::render
