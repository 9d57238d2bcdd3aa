// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/tiles_of.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/reshard/detail/operand.h"
#include "tileglot/checkpoint/reshard/detail/room_for_tiles.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/placement/mesh.h"
#include "tileglot/placement/spread.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using placement::Spread;

/// What the tiles of all operands take. Each array of a stack fills one row of tiles.
TileCounts counts_of(const CutOperands& array, const Spread& first) {
  TileCounts counts{.tiles = first.tiles(),
                    .rank = static_cast<std::int64_t>(first.cuts().size()),
                    .copies = array.copies.count(),
                    .ranks = first.places().end()};
  for (const Operand& operand : array.operands) {
    const auto stacked = static_cast<std::int64_t>(operand.arrays.size());
    const std::int64_t fills =
        operand.is_stack ? core::saturating_mul(stacked, first.tiles() / first.cuts()[0].tiles())
                         : first.tiles();
    counts.fills = core::saturating_add(counts.fills, fills);
  }
  return counts;
}

/// The cuts of operands after the first. The ranks are those of the first, so these need no order of
/// devices, which may be a long list.
core::Result<std::vector<Spread>> spreads_of_others(const CutOperands& array) {
  std::vector<Spread> spreads;
  if (array.operands.size() == 1) return spreads;
  spreads.reserve(array.operands.size() - 1);
  const mesh::Mesh& grid = array.cut.mesh;
  const mesh::MeshCut in_order = {
      .mesh = {.axes = grid.axes, .devices = mesh::DeviceOrder::identity(mesh::device_count(grid))},
      .cut = array.cut.cut};
  for (std::size_t i = 1; i < array.operands.size(); ++i) {
    TILEGLOT_TRY(spread, placement::spread_of(in_order, array.operands[i].extents));
    spreads.push_back(std::move(spread));
  }
  return spreads;
}

std::vector<std::int64_t> ranks_of(const Spread& spread, std::int64_t tile, const Copies& copies) {
  std::vector<std::int64_t> ranks;
  ranks.reserve(static_cast<std::size_t>(copies.count()));
  for (std::int64_t i = 0; i < copies.count(); ++i)
    ranks.push_back(spread.holder(tile, copies.at(i)));
  std::ranges::sort(ranks);
  return ranks;
}

pieces::Extents extents_of(const map::Box& box) {
  pieces::Extents extents;
  extents.reserve(box.begin.size());
  for (std::size_t k = 0; k < box.begin.size(); ++k) extents.push_back(box.end[k] - box.begin[k]);
  return extents;
}

/// `box` of the operand goes to `begin` in the tile.
void add_fills(const Operand& operand, const map::Box& box, const map::Coordinate& begin,
               std::vector<Fill>& fills) {
  if (box.size() == 0) return;
  if (!operand.is_stack) {
    fills.push_back({.array = operand.arrays[0], .box = box, .begin = begin});
    return;
  }
  const map::Box row = {{box.begin.begin() + 1, box.begin.end()},
                        {box.end.begin() + 1, box.end.end()}};
  map::Coordinate at = begin;
  for (std::int64_t i = box.begin[0]; i < box.end[0]; ++i, ++at[0])
    fills.push_back(
        {.array = operand.arrays[static_cast<std::size_t>(i)], .box = row, .begin = at});
}

WantedTile first_of_tile(const Operand& operand, const map::Box& box) {
  WantedTile tile{.begin = box.begin, .extents = extents_of(box)};
  add_fills(operand, box, map::Coordinate(box.begin.size(), 0), tile.fills);
  return tile;
}

/// The box follows what the tile has along `dim`.
void append(WantedTile& tile, const Operand& operand, const map::Box& box, std::size_t dim) {
  map::Coordinate begin(box.begin.size(), 0);
  begin[dim] = tile.extents[dim];
  add_fills(operand, box, begin, tile.fills);
  tile.begin[dim] += box.begin[dim];
  tile.extents[dim] += box.end[dim] - box.begin[dim];
}

}  // namespace

core::Result<Tiles> tiles_of(const CutOperands& array, RoomForTiles& room) {
  TILEGLOT_TRY(first, placement::spread_of(array.cut, array.operands[0].extents));
  TILEGLOT_TRY_STATUS(room.take(counts_of(array, first)));
  TILEGLOT_TRY(others, spreads_of_others(array));
  Tiles result{.ranks = first.places().end()};
  result.tiles.reserve(static_cast<std::size_t>(first.tiles()));
  for (std::int64_t t = 0; t < first.tiles(); ++t) {
    WantedTile tile = first_of_tile(array.operands[0], first.box(t));
    for (std::size_t i = 0; i < others.size(); ++i)
      append(tile, array.operands[i + 1], others[i].box(t), array.dim);
    tile.ranks = ranks_of(first, t, array.copies);
    result.tiles.push_back(std::move(tile));
  }
  return result;
}

}  // namespace tileglot::checkpoint::reshard
