// SPDX-License-Identifier: Apache-2.0
// tile_borders.h: where tiles begin along an axis of a picture.
//
// What     Boundaries say, for each dimension, after how many elements each tile ends and at which
//          level it nests. lines_of(axis, samples, ..) are the lines between cells of an axis; if
//          several dimensions are folded into the axis, each value of an outer one also begins with
//          a line. set_borders gives the lines of rows and columns to a panel, numbered together,
//          so that one tile has one weight on all its sides.
// Why      Lines show nested tiles, at any number of levels. The levels belong to the tiles that
//          the notation writes: the offsets alone do not tell them.
// Units    Boundaries are in elements, ascending. Levels are counted from 0, the innermost tiles.
//          With three cells or more, a line before every cell draws nothing, unless it is a tile of
//          one element between elements.
// Example  bf16[16,256]{1,0:T(8,128)(2,1)}: rows have lines of level 0 before every second row, of
//          level 1 before row 8; columns of level 0 before each, of level 1 before column 128.
//          [tests: tile_borders_test.cc, "nested tiles have lines of two levels"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {

/// A tile ends after every so many elements of a dimension.
struct Boundary {
  std::int64_t every = 1;
  std::size_t level = 0;
  /// The counting starts anew after as many elements, coarse to fine.
  std::vector<std::int64_t> inside = {};
  friend bool operator==(const Boundary&, const Boundary&) = default;
};

/// For each dimension, ascending.
using Boundaries = std::vector<std::vector<Boundary>>;

/// Of each dimension's divisors, ascending: the largest of all dimensions are of one level.
Boundaries with_levels(const std::vector<std::vector<std::int64_t>>& divisors);

/// For a notation that writes no tiles: the divisors of the map's floor terms.
Boundaries boundaries_of(const map::IndexMap& map);

/// A line before cell `before`. Lines of folded dimensions are above all tiles.
struct Line {
  std::size_t before = 0;
  std::size_t level = 0;
  friend bool operator==(const Line&, const Line&) = default;
};

std::vector<Line> lines_of(const Flattened& axis, const Samples& samples,
                           const Boundaries& boundaries);

/// Levels without lines are left out.
void set_borders(Axis& rows, std::span<const Line> row_lines, Axis& columns,
                 std::span<const Line> column_lines);

/// For each cell of an axis, its outermost tile, counted from 0. Where dimensions are folded, their
/// values count as tiles.
std::vector<std::int64_t> tiles_along(std::span<const Line> lines, std::size_t cells,
                                      const Boundaries& boundaries);

/// Gives each cell with a coordinate the row-major number of its outermost tile: for pictures whose
/// rows and columns are not those of the tensor.
void number_tiles(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                  const Boundaries& boundaries);

}  // namespace tileglot::render
