// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/room_for_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {
namespace {

core::Status add(std::int64_t& sum, std::int64_t more, std::size_t most, std::string_view what) {
  sum = core::saturating_add(sum, more);
  if (sum <= static_cast<std::int64_t>(most)) return {};
  return core::fail({.code = "reshard.limit",
                     .message = fmt::format("{} {} of this array and those before it; at most {} "
                                            "can be planned",
                                            sum, what, most),
                     .help = "cut into fewer tiles, or reshard a part of the model"});
}

}  // namespace

core::Status RoomForTiles::take(const TileCounts& counts) {
  if (counts.ranks > kMostRanks) {
    return core::fail({.code = "reshard.limit",
                       .message = fmt::format("a mesh of {} ranks; at most {} can be planned for",
                                              counts.ranks, kMostRanks),
                       .help = "write a smaller mesh"});
  }
  const std::int64_t boxes = core::saturating_add(counts.tiles, counts.fills);
  const std::int64_t dims = std::max<std::int64_t>(counts.rank, 1);
  TILEGLOT_TRY_STATUS(add(tiles_, counts.tiles, kMostTiles, "tiles"));
  TILEGLOT_TRY_STATUS(add(coordinates_, core::saturating_mul(boxes, dims), kMostTileCoordinates,
                          "coordinates of tiles and of what fills them"));
  return add(ranks_, core::saturating_mul(counts.tiles, counts.copies), kMostTileRanks,
             "copies of tiles");
}

}  // namespace tileglot::checkpoint::reshard
