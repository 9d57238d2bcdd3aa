// SPDX-License-Identifier: Apache-2.0
// tile_boundaries.h: where the tiles of a layout begin along each dimension of the array.
//
// What     tile_boundaries(array) lists for each dimension the boundaries that each tile of the
//          layout makes, the finest first. A tile that combines dimensions makes none along them.
// Why      A picture draws the tiles that are written, and how far each reaches along a dimension
//          cannot be read off the offsets: two tiles that follow each other in memory look like
//          one.
// Units    Elements of the dimension.
// Example  f32[4,8]{1,0:T(2,4)(2,1)}: tile 0 ends after every 2 rows and every 4 columns, tile 1
//          after every column.
//          [tests: tile_boundaries_test.cc, "each tile has boundaries of its own"]
// Errors   Those of validate/validate.h; xla.unbounded for `?`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

struct TileBoundary {
  std::int64_t every = 1;
  std::size_t tile = 0;  ///< 0: the first that is written, the outermost
  /// The counting starts anew after as many elements, coarse to fine: tiles of 3 inside tiles of 8
  /// end after 3, 6 and 8.
  std::vector<std::int64_t> inside = {};
  friend bool operator==(const TileBoundary&, const TileBoundary&) = default;
};

/// A list for each dimension, in the order of the shape.
core::Result<std::vector<std::vector<TileBoundary>>> tile_boundaries(const Shape& array);

}  // namespace tileglot::notation::xla
