// SPDX-License-Identifier: Apache-2.0
// pad_reshape_transpose.h: tiling as operations on whole arrays.
//
// What     A tiled layout is made from the array in its logical order by a transpose to physical
//          order, and then for each tile: a reshape that merges each `*` dimension into the next,
//          a pad to whole tiles, a reshape of each tiled dimension into (tiles, size), and a
//          transpose that moves the sizes to the minor end. The array of the last step, row-major,
//          is the memory.
// Why      A compiler that has these operations needs no tiled layouts: this is the equivalent
//          program.
// Units    All dimensions are listed major to minor. A transpose p: result dimension i is dimension
//          p[i].
// Example  f32[3,5]{1,0:T(2,2)}: padded 4x6, reshaped 2x2x3x2, transposed by (0,2,1,3) to 2x3x2x2.
//          [tests: pad_reshape_transpose_test.cc, "the worked example"]
// Errors   Those of validate/evaluate.h; for a single step, xla.tile and xla.too_large.
// Source   XLA, "Tiled layout" (docs/tiled_layout.md), "Examples of using tiled layouts".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {

struct TilingStep {
  Tile tile = {};
  std::vector<std::int64_t> merged = {};       ///< after the first reshape, 1 in front where needed
  std::vector<std::int64_t> padded = {};       ///< each a multiple of its tile size
  std::vector<std::int64_t> reshaped = {};     ///< untiled ones, then (tiles, size) for each
  core::Permutation transposed = {};           ///< untiled, all tiles, all sizes
  std::vector<std::int64_t> result = {};       ///< reshaped, transposed
  std::vector<std::int64_t> tile_counts = {};  ///< of the tiled dimensions
  std::vector<std::int64_t> sizes = {};        ///< the tile without its `*`
};

struct PadReshapeTranspose {
  core::Permutation physical_order = {};         ///< the first transpose
  std::vector<std::int64_t> physical_dims = {};  ///< its result
  std::vector<TilingStep> tiles = {};
  std::vector<std::int64_t> final_dims = {};
};

core::Result<PadReshapeTranspose> pad_reshape_transpose(const Shape& shape);

/// Applies one tile to an array of these dimensions.
core::Result<TilingStep> tiling_step(const Tile& tile, std::span<const std::int64_t> dims);

}  // namespace tileglot::notation::xla
