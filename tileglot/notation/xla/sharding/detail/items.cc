// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/detail/items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Span;

/// Of several words the first of these counts.
constexpr std::array kWords{ShardingKind::kReplicated, ShardingKind::kMaximal,
                            ShardingKind::kManual, ShardingKind::kUnknown,
                            ShardingKind::kUnreduced};

tl::unexpected<core::Error> contradiction(std::string message, Span place) {
  return fail({.code = "xla.sharding",
               .message = std::move(message),
               .span = place,
               .help = "write {replicated}, {maximal device=0}, {manual} or {devices=[2,2]<=[4]}"});
}

Result<Sharding> named(ShardingKind kind, const ShardingItems& items) {
  const Span place = items.devices_place.value_or(items.whole);
  if (kind != ShardingKind::kMaximal) {
    if (items.devices.empty()) return sharding_of(kind);
    return contradiction(fmt::format("{} has no list of devices", name_of(kind)), place);
  }
  if (items.devices.size() == 1) return maximal_sharding(items.devices[0]);
  return contradiction(fmt::format("maximal has one device, not {}", items.devices.size()), place);
}

Result<TileAssignment> assignment(const ShardingItems& items) {
  if (items.dims.empty()) return contradiction("no tiles and no word", items.whole);
  const Span place = items.devices_place.value_or(items.whole);
  if (items.iota && !items.devices.empty())
    return contradiction("the devices are both listed and in an order", place);
  if (items.iota) return iota_tiles(items.dims, *items.iota);
  if (items.devices.size() == 1)
    return contradiction("one device alone tiles nothing: it is {maximal device=N}", place);
  return listed_tiles(items.dims, items.devices);
}

Result<Sharding> tiled(const ShardingItems& items) {
  TILEGLOT_TRY(tiles, assignment(items));
  if (!items.last_tile_dim_replicate) return subgroup_sharding(tiles, items.last_tile_dims);
  if (items.last_tile_dims.empty()) return partial_sharding(tiles);
  return contradiction("last_tile_dim_replicate and last_tile_dims name the same dimension",
                       items.last_tile_dims_place.value_or(items.whole));
}

}  // namespace

std::optional<ShardingKind> sharding_kind_named(std::string_view name) {
  const auto found =
      std::ranges::find_if(kWords, [name](ShardingKind kind) { return name_of(kind) == name; });
  if (found == kWords.end()) return std::nullopt;
  return *found;
}

void add_word(ShardingItems& items, ShardingKind kind) {
  const auto before = items.word ? std::ranges::find(kWords, *items.word) : kWords.end();
  if (std::ranges::find(kWords, kind) < before) items.word = kind;
}

void add_group(ShardingItems& items, ShardGroup group) {
  const bool as = items.group && items.group->relation == ShardGroup::Relation::kAs;
  items.group = group;
  if (as) items.group->relation = ShardGroup::Relation::kAs;
}

Result<Sharding> meaning(const ShardingItems& items) {
  auto read = items.word ? named(*items.word, items) : tiled(items);
  if (read) {
    read->group = items.group;
    read->metadata = items.metadata;
  } else if (!read.error()->span) {
    read.error()->span = items.devices_place.value_or(items.whole);
  }
  return read;
}

}  // namespace tileglot::notation::xla
