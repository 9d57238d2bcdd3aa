// SPDX-License-Identifier: Apache-2.0
// room_for_tiles.h: how many tiles a wanted model may still have.
//
// What     RoomForTiles counts the tiles, their fills and the ranks that want them before they are made.
// Why      A line of rules can ask for 2^60 of each.
// Errors   reshard.limit where they are more than wanted.h allows.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

/// What an array takes.
struct TileCounts {
  std::int64_t tiles = 0;
  std::int64_t fills = 0;   ///< at most
  std::int64_t rank = 0;    ///< the dimensions of each
  std::int64_t copies = 0;  ///< the ranks that want a tile
  std::int64_t ranks = 1;   ///< one more than the largest
};

class RoomForTiles {
 public:
  core::Status take(const TileCounts& counts);

 private:
  std::int64_t tiles_ = 0;
  std::int64_t coordinates_ = 0;
  std::int64_t ranks_ = 0;
};

}  // namespace tileglot::checkpoint::reshard
