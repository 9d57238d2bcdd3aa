// SPDX-License-Identifier: Apache-2.0
// sharding.h: how an array is spread over devices, as XLA writes it.
//
// What     A Sharding is one of: replicated (every device has the whole array), maximal (one device
//          has it), manual, unknown, unreduced (only the program knows what each device has), tiled
//          (each device has the tile that a TileAssignment gives it), or a tuple of these. The last
//          dimensions of a tiled sharding may be subgroups instead of dimensions of the array:
//          devices that hold the same tile, each group in its own way.
// Why      A device stores a tile, so the layout to choose is the tile's, not the whole array's.
// Units    Devices are numbers. A tiled sharding of data_rank r tiles arrays of rank r.
// Example  {devices=[2,2]<=[4] last_tile_dim_replicate} cuts a vector in two halves; devices 0 and
//          1 hold the first, 2 and 3 the second.
//          [tests: sharding_test.cc, "a partial tile is held by several devices"]
//          The builders give one form to equal meanings: {devices=[1,4]<=[4]
//          last_tile_dim_replicate} is {replicated}.
//          [tests: sharding_test.cc, "subgroups have one form"]
// Errors   Those of tile_assignment.h; xla.tiles where there are more subgroups than dimensions.
// Source   XLA, hlo_sharding.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/op_metadata.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::notation::xla {

/// The values are those of XLA's OpSharding.Type, where kTiled is OTHER.
enum class ShardingKind : std::uint8_t {
  kReplicated = 0,
  kMaximal = 1,
  kTuple = 2,
  kTiled = 3,
  kManual = 4,
  kUnknown = 5,
  kUnreduced = 6,
};

/// "replicated", as in the text; "devices" for tiled, "tuple" for a tuple.
std::string_view name_of(ShardingKind kind);

/// Whether dimensions after those of the array can be of this kind: manual, unreduced, replicated.
bool is_subgroup_kind(ShardingKind kind);

/// Shardings of one group should become the same (as) or similar (like).
struct ShardGroup {
  enum class Relation : std::uint8_t { kAs = 0, kLike = 1 };
  std::int64_t id = 0;
  Relation relation = Relation::kAs;
  friend bool operator==(const ShardGroup&, const ShardGroup&) = default;
};

struct Sharding {
  ShardingKind kind = ShardingKind::kReplicated;
  std::int64_t device = 0;                   ///< of a maximal one
  TileAssignment tiles = {};                 ///< of a tiled one
  bool last_tile_dim_replicate = false;      ///< the last dimension of tiles is copies
  std::vector<ShardingKind> subgroups = {};  ///< of the last dimensions of tiles
  std::optional<ShardGroup> group = {};
  std::vector<OpMetadata> metadata = {};  ///< its source location; nothing depends on it
  std::vector<Sharding> elements = {};    ///< of a tuple, for its leaves in order
  friend bool operator==(const Sharding&, const Sharding&) = default;
};

/// The rank of the arrays that a tiled sharding cuts.
std::size_t data_rank(const Sharding& sharding);

/// The number of tiles along each of these dimensions.
std::span<const std::int64_t> data_tiles(const Sharding& sharding);

/// replicated, manual, unknown or unreduced.
Sharding sharding_of(ShardingKind kind);
Sharding maximal_sharding(std::int64_t device);
Sharding tiled_sharding(TileAssignment tiles);

/// Devices along the last dimension of `tiles` hold the same tile; those that share one are sorted.
core::Result<Sharding> partial_sharding(const TileAssignment& tiles);

/// The last dimensions of `tiles` are of `kinds`, each a subgroup kind: dimensions of one device
/// vanish, those of one kind merge, and manual ones come before unreduced before replicated ones.
core::Result<Sharding> subgroup_sharding(const TileAssignment& tiles,
                                         std::span<const ShardingKind> kinds);

}  // namespace tileglot::notation::xla
