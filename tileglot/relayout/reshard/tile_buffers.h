// SPDX-License-Identifier: Apache-2.0
// tile_buffers.h: the tiles of one rank on one side, each with its map and its buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::relayout::reshard {

struct TileBuffer {
  std::int64_t tile = 0;
  map::Box box = {};
  map::IndexMap map;
  std::int64_t bytes = 0;
  std::size_t number = 0;  ///< among the rank's buffers of the side
};

/// The map of a box within the tile. Precondition: the tile contains the box.
core::Result<map::IndexMap> part_of(const TileBuffer& tile, const map::Box& box);

/// The tiles of one side by array.
class TileBuffers {
 public:
  static core::Result<TileBuffers> of_sources(std::span<const Array> arrays, std::int64_t rank);
  static core::Result<TileBuffers> of_targets(std::span<const Array> arrays, std::int64_t rank);

  std::size_t count() const { return count_; }
  /// Of all buffers, padding included.
  std::int64_t bytes() const { return bytes_; }
  std::span<const TileBuffer> of_array(std::size_t array) const { return tiles_[array]; }
  /// Precondition: the rank has the tile.
  const TileBuffer& at(std::size_t array, std::int64_t tile) const;
  /// reshard.buffers unless each tile has a buffer that is large enough.
  template <class Buffer>
  core::Status check(const std::vector<Buffer>& buffers, std::string_view side) const {
    std::vector<std::size_t> sizes;
    sizes.reserve(buffers.size());
    for (const Buffer& buffer : buffers) sizes.push_back(buffer.size());
    return check_sizes(sizes, side);
  }

 private:
  static core::Result<TileBuffers> of(std::span<const Array> arrays, std::int64_t rank,
                                      placement::Side Array::* side, TileLayout Array::* layout);
  core::Status check_sizes(std::span<const std::size_t> sizes, std::string_view side) const;

  std::vector<std::vector<TileBuffer>> tiles_ = {};
  std::size_t count_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace tileglot::relayout::reshard
