// SPDX-License-Identifier: Apache-2.0
// explain.h: the steps from a coordinate to its offset.
//
// What     explain(shape, x) is the physical coordinate, the tile index and the index inside the
//          tile for each tile, and the sum.
// Why      `index --explain` shows them. It is computed with the vectors D and I of validate/evaluate.h, not
//          with its prepared steps, so that tests can compare the two.
// Example  f32[3,5]{1,0:T(2,2)}, element (2,3): tile (1,1), inside (0,1), bounds (2,3,2,2), 1*12 +
//          1*4 + 0*2 + 1*1 = 17.
//          [tests: explain_test.cc, "the worked example"]
// Errors   As offset_of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {

/// Indices and their extents, major to minor.
struct BoundedIndex {
  std::vector<std::int64_t> index = {};
  std::vector<std::int64_t> bounds = {};
  friend bool operator==(const BoundedIndex&, const BoundedIndex&) = default;
};

struct TileStep {
  Tile tile = {};
  BoundedIndex untouched = {};   ///< the more major entries, which the tile does not divide
  BoundedIndex merged = {};      ///< the entries it divides, after each `*` is merged into the next
  BoundedIndex tile_index = {};  ///< which tile; its bounds count the tiles
  BoundedIndex inside = {};      ///< where in the tile; its bounds are the tile's sizes
  BoundedIndex result = {};      ///< untouched, tile index and inside, concatenated
};

struct Explanation {
  std::vector<std::int64_t> coordinate = {};  ///< in the shape's order
  BoundedIndex physical = {};                 ///< in the order of the layout, major to minor
  std::vector<TileStep> tiles = {};
  BoundedIndex final_index = {};  ///< after the last tile
  std::vector<std::int64_t> strides =
      {};                   ///< of the final index: products of the more minor bounds
  std::int64_t offset = 0;  ///< sum of final index times stride
};

core::Result<Explanation> explain(const Shape& shape, std::span<const std::int64_t> coordinate);

}  // namespace tileglot::notation::xla
