// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/xla.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"
#include "tileglot/notation/xla/sharding/validate.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/iota.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

namespace xla = notation::xla;

core::Error not_a_spread(std::string_view kind) {
  return {{.code = "placement.sharding",
           .message = fmt::format("'{}' does not say which part each device has", kind),
           .help = "write tiles, such as {devices=[4,1]<=[4]}, or copies: {replicated}; reduce "
                   "partial sums first"}};
}

/// The devices in the order of the tiles.
core::Result<Places> places_of(const xla::TileAssignment& tiles) {
  if (!tiles.iota) return Places::listed(tiles.devices);
  return Places::of_digits(iota_digits(tiles.iota->reshape_dims, tiles.iota->permutation));
}

core::Status check_kinds(const xla::Sharding& sharding) {
  for (const xla::ShardingKind kind : sharding.subgroups) {
    if (kind != xla::ShardingKind::kReplicated) return core::fail(not_a_spread(xla::name_of(kind)));
  }
  return {};
}

core::Result<Spread> tiled(const xla::Sharding& sharding, std::span<const std::int64_t> extents) {
  TILEGLOT_TRY_STATUS(check_kinds(sharding));
  xla::Shape shape;
  shape.type = xla::PrimitiveType::kF32;
  for (const std::int64_t extent : extents) shape.dimensions.push_back({extent, false});
  TILEGLOT_TRY_STATUS(xla::validate_sharding(sharding, shape));
  const std::span<const std::int64_t> counts = xla::data_tiles(sharding);
  std::vector<Cuts> cuts;
  std::int64_t tiles = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    TILEGLOT_TRY(cut, Cuts::even(extents[d], counts[d]));
    cuts.push_back(std::move(cut));
    tiles *= counts[d];
  }
  TILEGLOT_TRY(places, places_of(sharding.tiles));
  return Spread::of(std::move(cuts), xla::tile_count(sharding.tiles) / tiles, std::move(places));
}

core::Result<Spread> replicated(std::span<const std::int64_t> extents,
                                std::optional<std::int64_t> devices) {
  if (!devices) {
    return core::fail({.code = "placement.devices",
                       .message = "{replicated} does not say how many devices have a copy",
                       .help = "say the number of ranks (--ranks 8) or the mesh (--mesh x=8)"});
  }
  TILEGLOT_TRY(places, Places::of_digits({{*devices, 1}}));
  return whole(extents, std::move(places));
}

}  // namespace

core::Result<Spread> whole(std::span<const std::int64_t> extents, Places places) {
  std::vector<Cuts> cuts;
  for (const std::int64_t extent : extents) {
    TILEGLOT_TRY(cut, Cuts::even(extent, 1));
    cuts.push_back(std::move(cut));
  }
  const std::int64_t copies = places.size();
  return Spread::of(std::move(cuts), copies, std::move(places));
}

core::Result<Spread> spread_of(const xla::Sharding& sharding, std::span<const std::int64_t> extents,
                               std::optional<std::int64_t> devices) {
  switch (sharding.kind) {
    case xla::ShardingKind::kTiled: return tiled(sharding, extents);
    case xla::ShardingKind::kReplicated: return replicated(extents, devices);
    case xla::ShardingKind::kMaximal: {
      TILEGLOT_TRY(place, Places::of_digits({}, sharding.device));
      return whole(extents, std::move(place));
    }
    case xla::ShardingKind::kTuple:
    case xla::ShardingKind::kManual:
    case xla::ShardingKind::kUnknown:
    case xla::ShardingKind::kUnreduced: break;
  }
  return core::fail(not_a_spread(xla::name_of(sharding.kind)));
}

}  // namespace tileglot::placement
