// SPDX-License-Identifier: Apache-2.0
// grid_view.h: the tensor as a grid, with the offset of each element.
//
// What     grid_view(subject, options) makes the panels: rows and columns of the folded dimensions,
//          one panel for each value of the others, borders where tiles begin. A cell that only the
//          padded map has is padding; one whose offset another coordinate has too is an alias.
// Why      It is the picture that everybody draws first.
// Units    Rows and columns of crop are elements of the folded axes.
// Example  f32[3,5]{1,0:T(2,2)} padded to 4 x 6: row 0 is 0 1 | 4 5 | 8 and padding at 9.
//          [tests: grid_view_test.cc, "cells outside the logical extents are padding"]
//          4096 x 4096 without tiles: 16 x 16 blocks of 256 x 256 elements.
//          [tests: grid_view_test.cc, "a large layout becomes blocks"]
// Errors   render.group for a group of more than 4096, and with a witness if neighbours in a group
//          are not contiguous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {

/// The input: `padded` has the terms of `map` on extents that are the same or larger.
struct Subject {
  const map::IndexMap& map;
  const map::IndexMap& padded;
  Boundaries boundaries = {};  ///< a list for each dimension
};

struct Window {
  Side rows = {};
  Side columns = {};
};

struct GridOptions {
  std::optional<Fold> fold = {};
  std::optional<Window> crop = {};
  std::int64_t every = 1;          ///< only every n-th row and column
  std::int64_t group = 1;          ///< neighbours along a row that share a cell
  std::int64_t most_cells = 4096;  ///< in all panels; above that, blocks are drawn
  std::size_t most_panels = 8;
};

struct GridView {
  std::vector<Panel> panels = {};
  std::int64_t block_rows = 1;  ///< elements per cell: 1 x group, or those of a block
  std::int64_t block_columns = 1;
  bool is_overview = false;     ///< cells are blocks
  std::int64_t all_panels = 1;  ///< panels without the limit
  std::int64_t rows = 1;        ///< elements of the folded axes
  std::int64_t columns = 1;
};

/// Precondition: the map has a coordinate; every and group are at least 1.
core::Result<GridView> grid_view(const Subject& subject, const GridOptions& options);

}  // namespace tileglot::render
