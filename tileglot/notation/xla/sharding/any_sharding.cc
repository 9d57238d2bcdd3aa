// SPDX-License-Identifier: Apache-2.0
// any_sharding.cc: random shardings for laws.
#include "tileglot/notation/xla/sharding/any_sharding.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/any_permutation.h"

namespace tileglot::notation::xla {
namespace {

constexpr std::int64_t kMaxDevices = 64;

/// Uniform in [low, high], independent of RapidCheck's current size; shrinks towards low.
std::int64_t between(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(low, high + 1));
}

bool one_in(std::int64_t n) { return between(1, n) == n; }

std::vector<std::int64_t> some_permutation(std::size_t size) {
  const auto drawn = *core::any_permutation(static_cast<std::int64_t>(size));
  return {drawn.begin(), drawn.end()};
}

std::vector<std::int64_t> some_extents() {
  std::vector<std::int64_t> extents{between(1, 6)};
  std::int64_t room = kMaxDevices / extents[0];
  for (std::int64_t left = between(0, 4); left > 0; --left) {
    extents.push_back(between(1, std::min<std::int64_t>(room, 6)));
    room /= extents.back();
  }
  return extents;
}

std::int64_t product(const std::vector<std::int64_t>& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

/// The prime factors in a random order, some of them multiplied together, and some ones.
std::vector<std::int64_t> some_dims_of(std::int64_t count) {
  std::vector<std::int64_t> dims;
  for (std::int64_t p = 2; count > 1; ++p) {
    for (; count % p == 0; count /= p) dims.push_back(p);
  }
  const auto order = some_permutation(dims.size());
  std::vector<std::int64_t> merged{1};
  for (const std::int64_t i : order) {
    if (merged.back() > 1 && one_in(2)) merged.push_back(1);
    merged.back() *= dims[static_cast<std::size_t>(i)];
    if (one_in(5)) merged.push_back(1);
  }
  return merged;
}

std::string some_text() { return one_in(2) ? "" : *rc::gen::arbitrary<std::string>(); }

Sharding some_single() {
  Sharding sharding =
      sharding_of(*rc::gen::element(ShardingKind::kReplicated, ShardingKind::kManual,
                                    ShardingKind::kUnknown, ShardingKind::kUnreduced));
  if (one_in(5)) sharding = maximal_sharding(between(-1, 100));
  if (!one_in(3)) {
    const TileAssignment tiles = *any_tiles();
    const auto kinds = *any_kinds(tiles.dims.size() - 1);
    sharding = *subgroup_sharding(tiles, kinds);
    // A single listed device does not read back as a tiling.
    if (sharding.tiles.devices.size() == 1) sharding = maximal_sharding(3);
  }
  if (one_in(4)) {
    sharding.group = {
        .id = between(-5, 1000),
        .relation = one_in(2) ? ShardGroup::Relation::kAs : ShardGroup::Relation::kLike};
  }
  for (std::int64_t left = one_in(4) ? between(1, 3) : 0; left > 0; --left) {
    OpMetadata& metadata = sharding.metadata.emplace_back();
    for (const MetadataPart& part : kMetadataParts) {
      if (part.text) metadata.*part.text = some_text();
      if (part.number) metadata.*part.number = between(0, 9);
    }
  }
  return sharding;
}

}  // namespace

rc::Gen<IotaOrder> any_order() {
  return rc::gen::exec([] {
    IotaOrder order{.reshape_dims = some_extents()};
    order.permutation = some_permutation(order.reshape_dims.size());
    return order;
  });
}

rc::Gen<IotaOrder> any_order_of(std::int64_t count) {
  return rc::gen::exec([count] {
    IotaOrder order{.reshape_dims = some_dims_of(count)};
    order.permutation = some_permutation(order.reshape_dims.size());
    return order;
  });
}

rc::Gen<TileAssignment> any_tiles() {
  return rc::gen::exec([] {
    const IotaOrder order = *any_order();
    const std::int64_t count = product(order.reshape_dims);
    const auto dims = some_dims_of(count);
    if (one_in(2)) return *iota_tiles(dims, order);
    return *listed_tiles(dims, some_permutation(static_cast<std::size_t>(count)));
  });
}

rc::Gen<std::vector<ShardingKind>> any_kinds(std::size_t most) {
  return rc::gen::exec([most] {
    std::vector<ShardingKind> kinds;
    for (std::int64_t left = between(0, static_cast<std::int64_t>(most)); left > 0; --left) {
      kinds.push_back(*rc::gen::element(ShardingKind::kManual, ShardingKind::kUnreduced,
                                        ShardingKind::kReplicated));
    }
    return kinds;
  });
}

rc::Gen<Sharding> any_sharding() {
  return rc::gen::exec([] {
    if (!one_in(6)) return some_single();
    Sharding tuple{.kind = ShardingKind::kTuple};
    for (std::int64_t left = between(0, 7); left > 0; --left)
      tuple.elements.push_back(some_single());
    return tuple;
  });
}

}  // namespace tileglot::notation::xla
