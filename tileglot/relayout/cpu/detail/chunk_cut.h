// SPDX-License-Identifier: Apache-2.0
// chunk_cut.h: the elements of a transpose cut into chunks that are contiguous on one side.
//
// What     cut_in_chunks(side, n) returns at most n boxes of tiles: the dimensions with the longest
//          steps are cut to single tiles until there are enough, and the next one to even runs.
// Why      A run of the outermost tiles is one contiguous range of memory.
// Example  4 chunks of 3 x 10 row-major: 3 boxes of a row each; of 2 x 10: 2 x 2 boxes of 5.
//          [tests: chunk_cut_test.cc, "rows are cut before columns"]
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/tiled_side.h"

namespace tileglot::relayout::cpu {

struct Chunk {
  /// By dimension of the transpose, in elements.
  std::vector<map::Slice> slices;
  /// For row-major tiles: the chunk's bytes in the side, [offset, offset + bytes).
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

/// The chunks together contain all elements. Precondition: at_most >= 1.
std::vector<Chunk> cut_in_chunks(const TiledSide& side, std::int64_t at_most);

}  // namespace tileglot::relayout::cpu
