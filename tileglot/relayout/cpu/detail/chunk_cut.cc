// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/chunk_cut.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/tiled_side.h"

namespace tileglot::relayout::cpu {
namespace {

/// Dimensions of several tiles, longest steps first.
std::vector<TiledDim> by_step(std::vector<TiledDim> dims) {
  std::vector<std::size_t> order;
  order.reserve(dims.size());
  for (std::size_t k = 0; k < dims.size(); ++k) {
    if (dims[k].tiles > 1) order.push_back(k);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(-std::abs(dims[a].tile_step), a) < std::pair(-std::abs(dims[b].tile_step), b);
  });
  std::vector<TiledDim> sorted;
  sorted.reserve(dims.size());
  for (const std::size_t k : order) sorted.push_back(dims[k]);
  return sorted;
}

/// The chunk's part of one dimension: `tiles` tiles starting at `first`.
Chunk narrowed(Chunk chunk, const TiledDim& dim, std::int64_t first, std::int64_t tiles) {
  const std::int64_t begin = first * dim.tile;
  // Does not compute the end by a product: the last tile may be clipped where int64 ends.
  const bool is_last = first + tiles == dim.tiles;
  const std::int64_t end = is_last ? dim.extent : (first + tiles) * dim.tile;
  chunk.slices[dim.coordinate] = {begin, end - begin, 1};
  chunk.offset += first * dim.tile_step;
  chunk.bytes = tiles * dim.tile_step;
  return chunk;
}

}  // namespace

std::vector<Chunk> cut_in_chunks(const TiledSide& side, std::int64_t at_most) {
  Chunk whole{std::vector<map::Slice>(side.dims().size()), 0, side.bytes()};
  for (const TiledDim& dim : side.dims()) whole.slices[dim.coordinate] = {0, dim.extent, 1};
  std::vector<Chunk> chunks = {std::move(whole)};
  if (side.bytes() == 0) return chunks;
  for (const TiledDim& dim : by_step(side.dims())) {
    const std::int64_t pieces =
        std::min(dim.tiles, at_most / static_cast<std::int64_t>(chunks.size()));
    if (pieces <= 1) break;
    const std::int64_t run = core::ceil_div(dim.tiles, pieces);
    std::vector<Chunk> cut;
    for (const Chunk& chunk : chunks) {
      for (std::int64_t first = 0; first < dim.tiles; first += run)
        cut.push_back(narrowed(chunk, dim, first, std::min(run, dim.tiles - first)));
    }
    chunks = std::move(cut);
    if (run > 1) break;
  }
  return chunks;
}

}  // namespace tileglot::relayout::cpu
