// SPDX-License-Identifier: Apache-2.0
// sampling.h: which rows or columns of a long axis become cells.
//
// What     Samples says at which element each cell begins and how many it represents. An axis is
//          drawn whole; in part (--crop); in groups of neighbours (--group); every n-th element
//          only (--every); or in blocks, if it is too long to look at.
// Why      A layout of 4096 x 4096 is understood by its tiles, not by 16 million numbers.
// Units    Elements of the axis. The last cell may represent fewer than `covers`.
// Example  in_blocks of 4096 elements in tiles of 128: 16 cells of 256 elements each.
//          [tests: sampling_test.cc, "blocks are whole tiles, at most sixteen"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::render {

/// Half-open.
struct Side {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t count() const { return last - first; }
};

struct Samples {
  std::vector<std::int64_t> at = {};  ///< ascending
  std::int64_t covers = 1;            ///< elements per cell
  std::int64_t step = 1;              ///< from one cell to the next
};

/// How many cells sampled() makes. Precondition: side.last >= side.first, step is at least 1.
std::int64_t cells_of(const Side& side, std::int64_t step);

/// Starts at side.first, in steps. Precondition: as cells_of; covers is at least 1 and at most
/// step.
Samples sampled(const Side& side, std::int64_t step, std::int64_t covers);

/// How many elements a block of an overview has: those of a tile, or one element if the axis is one
/// tile, doubled until there are at most sixteen blocks.
std::int64_t block_of(std::int64_t extent, std::int64_t tile);

}  // namespace tileglot::render
