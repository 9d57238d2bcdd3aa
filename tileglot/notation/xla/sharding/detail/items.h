// SPDX-License-Identifier: Apache-2.0
// sharding/detail/items.h: the items between the braces of a sharding, and their combined meaning.
//
// What     ShardingItems keeps the items of a text in input order; meaning(items) is the sharding.
// Why      The items come in any order, so their meaning is known only at the closing brace.
// Errors   xla.sharding, xla.tiles, xla.devices, with the place of the item that is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/op_metadata.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

struct ShardingItems {
  core::Span whole = {};
  std::optional<ShardingKind> word = {};
  std::vector<std::int64_t> dims = {};
  std::vector<std::int64_t> devices = {};
  std::optional<IotaOrder> iota = {};
  std::optional<core::Span> devices_place = {};
  bool last_tile_dim_replicate = false;
  std::vector<ShardingKind> last_tile_dims = {};
  std::optional<core::Span> last_tile_dims_place = {};
  std::optional<ShardGroup> group = {};
  std::vector<OpMetadata> metadata = {};
};

/// The kind with this name in a text: replicated, maximal, manual, unknown, unreduced.
std::optional<ShardingKind> sharding_kind_named(std::string_view name);

/// Keeps the word with precedence: the first in the order above.
void add_word(ShardingItems& items, ShardingKind kind);
/// Keeps the last number; `as` stays.
void add_group(ShardingItems& items, ShardGroup group);

core::Result<Sharding> meaning(const ShardingItems& items);

}  // namespace tileglot::notation::xla
