// SPDX-License-Identifier: Apache-2.0
// array.h: an array to be resharded: who has it, who wants it, and how each stores its tiles.
//
// What     An Array has a source side and a target side of the same extents, and a layout for the
//          tiles of each. A tile is stored by the layout of the extents that Side::stored_extents
//          gives: a shorter last tile has the pattern of a full one.
// Why      Shards have layouts of their own: TPU tiles, swizzles, padding, elements below a byte. What
//          moves between ranks is boxes of elements, whatever the layouts.
// Units    Elements of element_bits; a tile's buffer has the codomain of its map.
// Errors   stored_map: those of the layout, and of map::subarray.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/placement/side.h"

namespace tileglot::relayout::reshard {

inline constexpr std::int64_t kByteBits = 8;

/// The layout of a tile of these extents. Empty: row-major.
using TileLayout = std::function<core::Result<map::IndexMap>(std::span<const std::int64_t>)>;

struct Array {
  std::string name = {};
  int element_bits = 8;
  placement::Side source;
  placement::Side target;
  TileLayout source_layout = {};
  TileLayout target_layout = {};
};

/// The map of a tile: from a coordinate within the tile to its position in the tile's buffer.
core::Result<map::IndexMap> stored_map(const placement::Side& side, std::int64_t tile,
                                       const TileLayout& layout);

/// x to its row-major rank among `extents`.
core::Result<map::IndexMap> row_major(std::span<const std::int64_t> extents);

}  // namespace tileglot::relayout::reshard
