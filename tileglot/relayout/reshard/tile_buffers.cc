// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/tile_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::relayout::reshard {
namespace {

core::Result<std::vector<TileBuffer>> tiles_of(const placement::Side& side,
                                               const TileLayout& layout, int element_bits,
                                               std::int64_t rank) {
  std::vector<TileBuffer> tiles;
  for (const std::int64_t tile : side.held_by(rank)) {
    TILEGLOT_TRY(map, stored_map(side, tile, layout));
    const core::Checked bits = core::checked_mul(map.codomain_size(), element_bits);
    if (!bits) {
      return core::fail({.code = "reshard.too_large",
                         .message = fmt::format("the bits of a tile of rank {} do not fit in 63 "
                                                "bits",
                                                rank),
                         .help = "use a layout with less padding, or smaller tiles"});
    }
    const std::int64_t bytes = core::ceil_div(*bits, kByteBits);
    tiles.push_back({tile, side.box(tile), std::move(map), bytes, 0});
  }
  return tiles;
}

}  // namespace

core::Result<map::IndexMap> part_of(const TileBuffer& tile, const map::Box& box) {
  return map::subarray(tile.map, map::slices_of(box, tile.box.begin));
}

core::Result<TileBuffers> TileBuffers::of(std::span<const Array> arrays, std::int64_t rank,
                                          placement::Side Array::* side,
                                          TileLayout Array::* layout) {
  TileBuffers buffers;
  for (const Array& array : arrays) {
    TILEGLOT_TRY(tiles, tiles_of(array.*side, array.*layout, array.element_bits, rank));
    for (TileBuffer& tile : tiles) {
      tile.number = buffers.count_++;
      buffers.bytes_ = core::saturating_add(buffers.bytes_, tile.bytes);
    }
    buffers.tiles_.push_back(std::move(tiles));
  }
  return buffers;
}

core::Result<TileBuffers> TileBuffers::of_sources(std::span<const Array> arrays,
                                                  std::int64_t rank) {
  return of(arrays, rank, &Array::source, &Array::source_layout);
}

core::Result<TileBuffers> TileBuffers::of_targets(std::span<const Array> arrays,
                                                  std::int64_t rank) {
  return of(arrays, rank, &Array::target, &Array::target_layout);
}

const TileBuffer& TileBuffers::at(std::size_t array, std::int64_t tile) const {
  return *std::ranges::lower_bound(tiles_[array], tile, {}, &TileBuffer::tile);
}

core::Status TileBuffers::check_sizes(std::span<const std::size_t> sizes,
                                      std::string_view side) const {
  if (sizes.size() != count_) {
    return core::fail(
        {.code = "reshard.buffers",
         .message = fmt::format("{} {} buffers for {} tiles", sizes.size(), side, count_),
         .help = "give each tile of the rank a buffer, arrays one after the other"});
  }
  for (const std::vector<TileBuffer>& tiles : tiles_) {
    for (const TileBuffer& tile : tiles) {
      if (sizes[tile.number] >= static_cast<std::size_t>(tile.bytes)) continue;
      return core::fail({.code = "reshard.buffers",
                         .message = fmt::format("{} buffer {} has {} bytes and its tile needs {}",
                                                side, tile.number, sizes[tile.number], tile.bytes),
                         .help = "a tile needs all positions of its layout, padding included"});
    }
  }
  return {};
}

}  // namespace tileglot::relayout::reshard
