// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/room_for_tiles.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "tileglot/checkpoint/reshard/wanted.h"

namespace tileglot::checkpoint::reshard {
namespace {

template <class Number>
std::int64_t number(Number most) {
  return static_cast<std::int64_t>(most);
}

bool fits(const TileCounts& counts) {
  RoomForTiles room;
  const auto taken = room.take(counts);
  if (taken) return true;
  EXPECT_EQ(taken.error()->code, "reshard.limit");
  return false;
}

TEST(RoomForTiles, EachNumberHasALimit) {
  EXPECT_TRUE(fits({.tiles = number(kMostTiles), .copies = 1}));
  EXPECT_FALSE(fits({.tiles = number(kMostTiles) + 1}));
  EXPECT_TRUE(fits({.fills = number(kMostTileCoordinates)}));
  EXPECT_FALSE(fits({.fills = number(kMostTileCoordinates) + 1}));
  EXPECT_FALSE(fits({.fills = number(kMostTileCoordinates) / 2, .rank = 3}));
  EXPECT_TRUE(fits({.tiles = 1, .copies = number(kMostTileRanks)}));
  EXPECT_FALSE(fits({.tiles = 2, .copies = number(kMostTileRanks)}));
  EXPECT_TRUE(fits({.ranks = kMostRanks}));
  EXPECT_FALSE(fits({.ranks = kMostRanks + 1}));
  EXPECT_FALSE(fits({.tiles = 1, .fills = INT64_MAX, .rank = 64}));
}

TEST(RoomForTiles, ArraysShareIt) {
  RoomForTiles room;
  EXPECT_TRUE(room.take({.tiles = number(kMostTiles)}).has_value());
  EXPECT_FALSE(room.take({.tiles = 1}).has_value());
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
