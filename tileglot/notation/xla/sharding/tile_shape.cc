// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/tile_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

Status check_can_be_cut(const Sharding& sharding, const Shape& shape) {
  if (sharding.kind == ShardingKind::kTuple) {
    return fail({.code = "xla.sharding_shape",
                 .message = fmt::format("{} is a tuple of shardings: each leaf has its own tile",
                                        print(sharding)),
                 .help = "ask for one array and its sharding"});
  }
  if (sharding.kind != ShardingKind::kTiled) return {};
  if (!is_array(shape) || data_rank(sharding) > rank(shape)) {
    return fail(
        {.code = "xla.sharding_shape",
         .message = fmt::format("{} cuts {} dimensions, which {} does not have", print(sharding),
                                data_rank(sharding), print(shape, LayoutText::kHidden)),
         .help = "write one number of tiles for each dimension of the array"});
  }
  const bool bounded = std::ranges::all_of(
      shape.dimensions, [](const Dimension& d) { return d.bound && *d.bound >= 0; });
  if (bounded) return {};
  return fail({.code = "xla.unbounded",
               .message = fmt::format("{} has a dimension without a size, which has no tiles",
                                      print(shape, LayoutText::kHidden)),
               .help = "write a bound, as in f32[<=8]"});
}

/// The position of a tile in the grid, whose last dimension is the fastest.
std::vector<std::int64_t> grid_place(std::span<const std::int64_t> dims, std::int64_t tile) {
  std::vector<std::int64_t> place(dims.size());
  for (std::size_t d = dims.size(); d-- > 0; tile /= dims[d]) place[d] = tile % dims[d];
  return place;
}

DeviceTile tile_at(std::span<const std::int64_t> tiles, std::span<const std::int64_t> place,
                   const Shape& shape) {
  DeviceTile tile{.offset = std::vector<std::int64_t>(rank(shape)), .shape = shape};
  for (std::size_t d = 0; d < tiles.size(); ++d) {
    const std::int64_t extent = *shape.dimensions[d].bound;
    const std::int64_t size = core::ceil_div(extent, tiles[d]);
    const std::int64_t begin = std::min(core::saturating_mul(place[d], size), extent);
    const std::int64_t end = std::min(core::saturating_add(begin, size), extent);
    tile.offset[d] = begin;
    tile.shape.dimensions[d].bound = end - begin;
  }
  return tile;
}

Result<DeviceTile> holds_nothing(const Sharding& sharding, std::int64_t device) {
  return fail({.code = "xla.devices",
               .message = fmt::format("device {} holds nothing of {}", device, print(sharding)),
               .help = "ask for a device that the sharding names"});
}

}  // namespace

Result<Shape> tile_shape(const Sharding& sharding, const Shape& shape) {
  TILEGLOT_TRY_STATUS(check_can_be_cut(sharding, shape));
  Shape result = shape;
  if (sharding.kind != ShardingKind::kTiled) return result;
  const auto tiles = data_tiles(sharding);
  for (std::size_t d = 0; d < tiles.size(); ++d) {
    result.dimensions[d].bound = core::ceil_div(*shape.dimensions[d].bound, tiles[d]);
  }
  return result;
}

Result<DeviceTile> tile_of_device(const Sharding& sharding, const Shape& shape,
                                  std::int64_t device) {
  TILEGLOT_TRY_STATUS(check_can_be_cut(sharding, shape));
  const ShardingKind kind = sharding.kind;
  if (kind == ShardingKind::kManual || kind == ShardingKind::kUnknown) {
    return fail({.code = "xla.sharding",
                 .message = fmt::format(
                     "only the program determines where a device's part of {} is", print(sharding)),
                 .help = "give the sharding that the program means"});
  }
  if (kind != ShardingKind::kTiled) {
    const bool elsewhere = kind == ShardingKind::kMaximal && device != sharding.device;
    if (elsewhere) return holds_nothing(sharding, device);
    return DeviceTile{.offset = std::vector<std::int64_t>(rank(shape)), .shape = shape};
  }
  const auto tile = tile_of(sharding.tiles, device);
  if (!tile) return holds_nothing(sharding, device);
  return tile_at(data_tiles(sharding), grid_place(sharding.tiles.dims, *tile), shape);
}

}  // namespace tileglot::notation::xla
