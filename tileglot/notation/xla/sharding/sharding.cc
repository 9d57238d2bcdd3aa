// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/sharding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/detail/iota_digits.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

/// In the order in which subgroups are written.
constexpr std::array kSubgroupKinds{ShardingKind::kManual, ShardingKind::kUnreduced,
                                    ShardingKind::kReplicated};

using Order = std::vector<std::size_t>;

std::int64_t product(std::span<const std::int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

/// Whether only dimensions of extent 1 change their positions.
bool keeps_order(std::span<const std::int64_t> dims, const Order& order) {
  std::vector<std::size_t> moved;
  std::ranges::copy_if(order, std::back_inserter(moved),
                       [&](std::size_t d) { return dims[d] > 1; });
  return std::ranges::is_sorted(moved);
}

/// The devices of the tiles whose i-th dimension was dimension order[i].
std::vector<std::int64_t> transposed_list(const TileAssignment& listed, const Order& order) {
  std::vector<std::int64_t> devices;
  const std::size_t rank = order.size();
  std::vector<std::int64_t> strides(rank, 1);
  for (std::size_t d = rank; d-- > 1;) strides[d - 1] = strides[d] * listed.dims[d];
  for (std::int64_t i = 0; i < tile_count(listed); ++i) {
    std::int64_t from = 0;
    std::int64_t rest = i;
    for (std::size_t k = rank; k-- > 0; rest /= listed.dims[order[k]]) {
      from += rest % listed.dims[order[k]] * strides[order[k]];
    }
    devices.push_back(listed.devices[static_cast<std::size_t>(from)]);
  }
  return devices;
}

/// The tiles with the dimensions in another order. An iota stays an iota where its digits can be
/// cut this way.
Result<TileAssignment> transposed(const TileAssignment& tiles, const Order& order) {
  TileAssignment result;
  for (const std::size_t d : order) result.dims.push_back(tiles.dims[d]);
  const bool same = keeps_order(tiles.dims, order);
  const auto groups =
      tiles.iota && !same ? cut_at(digits_of(*tiles.iota), tiles.dims) : std::nullopt;
  if (same) {
    result.iota = tiles.iota;
    result.devices = tiles.devices;
  } else if (groups) {
    IotaDigits digits;
    for (const std::size_t d : order)
      digits.insert(digits.end(), (*groups)[d].begin(), (*groups)[d].end());
    result.iota = order_of(digits);
  } else {
    TILEGLOT_TRY(listed, as_listed(tiles));
    result.devices = transposed_list(listed, order);
  }
  return result;
}

/// The dimensions of `tiles` in another order, those of one subgroup next to each other.
struct Merge {
  Order order = {};
  std::vector<std::int64_t> dims = {};
  std::vector<ShardingKind> kinds = {};
};

/// Appends the dimensions of one kind as one dimension.
void merge_kind(ShardingKind kind, std::span<const std::int64_t> dims,
                std::span<const ShardingKind> kinds, Merge& merge) {
  const std::size_t data = dims.size() - kinds.size();
  std::int64_t extent = 1;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] != kind || dims[data + i] == 1) continue;
    merge.order.push_back(data + i);
    extent *= dims[data + i];
  }
  if (extent == 1) return;
  merge.dims.push_back(extent);
  merge.kinds.push_back(kind);
}

Merge merge_of(std::span<const std::int64_t> dims, std::span<const ShardingKind> kinds) {
  const auto data = dims.first(dims.size() - kinds.size());
  Merge merge{.order = Order(data.size()), .dims = {data.begin(), data.end()}};
  std::iota(merge.order.begin(), merge.order.end(), std::size_t{0});
  for (const ShardingKind kind : kSubgroupKinds) merge_kind(kind, dims, kinds, merge);
  for (std::size_t d = data.size(); d < dims.size(); ++d) {
    if (dims[d] == 1) merge.order.push_back(d);
  }
  return merge;
}

/// Sorts each run of the last dimension's extent.
Result<TileAssignment> with_sorted_copies(const TileAssignment& tiles) {
  const std::int64_t copies = tiles.dims.back();
  if (tiles.iota) {
    const auto digits = with_sorted_groups(digits_of(*tiles.iota), copies);
    if (digits) return TileAssignment{.dims = tiles.dims, .iota = order_of(*digits)};
  }
  auto sorted = as_listed(tiles);
  if (!sorted) return sorted;
  auto& devices = sorted->devices;
  const auto length = static_cast<std::ptrdiff_t>(copies);
  for (auto run = devices.begin(); run != devices.end(); run += length)
    std::sort(run, run + length);
  return sorted;
}

/// The sharding for merged subgroups, where each kind appears at most once.
Result<Sharding> merged_sharding(TileAssignment tiles, std::vector<ShardingKind> kinds) {
  if (kinds.empty()) return tiled_sharding(std::move(tiles));
  if (kinds.size() == 1 && tiles.dims.back() == tile_count(tiles)) return sharding_of(kinds[0]);
  if (kinds.size() == 1 && kinds[0] == ShardingKind::kReplicated) return partial_sharding(tiles);
  if (kinds.back() == ShardingKind::kReplicated) {
    TILEGLOT_TRY(sorted, with_sorted_copies(tiles));
    tiles = std::move(sorted);
  }
  Sharding sharding = tiled_sharding(std::move(tiles));
  sharding.subgroups = std::move(kinds);
  return sharding;
}

}  // namespace

std::string_view name_of(ShardingKind kind) {
  switch (kind) {
    case ShardingKind::kReplicated: return "replicated";
    case ShardingKind::kMaximal: return "maximal";
    case ShardingKind::kTuple: return "tuple";
    case ShardingKind::kTiled: return "devices";
    case ShardingKind::kManual: return "manual";
    case ShardingKind::kUnknown: return "unknown";
    case ShardingKind::kUnreduced: return "unreduced";
  }
  return "";
}

bool is_subgroup_kind(ShardingKind kind) {
  return std::ranges::find(kSubgroupKinds, kind) != kSubgroupKinds.end();
}

std::size_t data_rank(const Sharding& sharding) {
  const std::size_t copies = sharding.last_tile_dim_replicate ? 1 : 0;
  return sharding.tiles.dims.size() - copies - sharding.subgroups.size();
}

std::span<const std::int64_t> data_tiles(const Sharding& sharding) {
  return std::span(sharding.tiles.dims).first(data_rank(sharding));
}

Sharding sharding_of(ShardingKind kind) { return {.kind = kind}; }

Sharding maximal_sharding(std::int64_t device) {
  return {.kind = ShardingKind::kMaximal, .device = device};
}

Sharding tiled_sharding(TileAssignment tiles) {
  return {.kind = ShardingKind::kTiled, .tiles = std::move(tiles)};
}

Result<Sharding> partial_sharding(const TileAssignment& tiles) {
  if (tiles.dims.size() <= 1) return sharding_of(ShardingKind::kReplicated);
  const std::int64_t copies = tiles.dims.back();
  if (copies == tile_count(tiles)) return sharding_of(ShardingKind::kReplicated);
  if (copies == 1) {
    TileAssignment shorter = tiles;
    shorter.dims.pop_back();
    return tiled_sharding(std::move(shorter));
  }
  TILEGLOT_TRY(sorted, with_sorted_copies(tiles));
  Sharding sharding = tiled_sharding(std::move(sorted));
  sharding.last_tile_dim_replicate = true;
  return sharding;
}

Result<Sharding> subgroup_sharding(const TileAssignment& tiles,
                                   std::span<const ShardingKind> kinds) {
  if (kinds.empty()) return tiled_sharding(tiles);
  const bool one_kind = std::ranges::count(kinds, kinds[0]) == std::ssize(kinds);
  const std::size_t given = tiles.dims.size();
  // With a single device, unwritten dimensions have one device too.
  const bool may_add = one_kind && tile_count(tiles) == 1;
  if (kinds.size() > given && !may_add) {
    return fail({.code = "xla.tiles",
                 .message = fmt::format("last_tile_dims names {} dimensions, and [{}] has {}",
                                        kinds.size(), fmt::join(tiles.dims, ","), given),
                 .help = "name the kinds of the last dimensions only"});
  }
  const std::size_t data = given - std::min(given, kinds.size());
  if (one_kind && product(std::span(tiles.dims).first(data)) == 1) return sharding_of(kinds[0]);
  const Merge merge = merge_of(tiles.dims, kinds);
  TILEGLOT_TRY(moved, transposed(tiles, merge.order));
  moved.dims = merge.dims;
  return merged_sharding(std::move(moved), merge.kinds);
}

}  // namespace tileglot::notation::xla
