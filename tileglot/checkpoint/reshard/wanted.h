// SPDX-License-Identifier: Apache-2.0
// wanted.h: what a model is to be: arrays, the tiles that they are cut into, and where each element
// of a tile comes from.
//
// What     A WantedArray has tiles; a WantedTile the ranks that want it and its Fills: boxes of source
//          arrays, and where in the tile they go.
// Why      Stacked experts, joined q, k and v, and cuts by any words are one thing to who writes the
//          files: a tile and the boxes that fill it.
// Units    Elements. A tile is row-major and packed. A box of a source array with one dimension less
//          than the tile fills one coordinate of the tile's dimension 0.
// Example  qkv [6,4] of q, k and v [2,4] each, on 2 ranks: the tile of rank 1 has row 1 of q, of k and of
//          v, and begins at (3,0).
//          [tests: wanted_by_rules_test.cc, "each rank has its q, its k and its v"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {

/// The tiles of a model; more are refused with reshard.limit, and so below.
inline constexpr std::size_t kMostTiles = std::size_t{1} << 20;
/// Of all tiles and fills together: a number for each of their dimensions.
inline constexpr std::size_t kMostTileCoordinates = std::size_t{1} << 24;
/// Every rank is below this.
inline constexpr std::int64_t kMostRanks = std::int64_t{1} << 20;
/// Of all tiles together: the ranks that want them.
inline constexpr std::size_t kMostTileRanks = std::size_t{1} << 26;

struct Fill {
  std::size_t array = 0;       ///< of the source model
  map::Box box = {};           ///< of that array
  map::Coordinate begin = {};  ///< in the tile, with the tile's rank
  friend bool operator==(const Fill&, const Fill&) = default;
};

struct WantedTile {
  map::Coordinate begin = {};  ///< in the wanted array
  pieces::Extents extents = {};
  std::vector<Fill> fills = {};          ///< disjoint, together the tile; none of no elements
  std::vector<std::int64_t> ranks = {};  ///< that want it, ascending; at least one
};

struct WantedArray {
  std::string name = {};
  core::ElementType type = core::ElementType::kU8;
  std::int64_t element_bits = 0;
  pieces::Extents extents = {};
  std::string sharding = {};           ///< the words; empty: whole
  std::vector<WantedTile> tiles = {};  ///< disjoint, together the array; some may have no elements
};

struct WantedModel {
  std::vector<WantedArray> arrays = {};  ///< by name
  std::int64_t ranks = 1;
};

}  // namespace tileglot::checkpoint::reshard
