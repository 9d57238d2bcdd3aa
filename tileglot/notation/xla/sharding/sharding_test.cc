// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/sharding.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/sharding/any_sharding.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string form(std::string_view text) {
  const auto read = parse_sharding(text);
  return read ? print(*read) : read.error()->code;
}

TEST(Sharding, APartialTileIsHeldBySeveralDevices) {
  const auto sharding = parse_sharding("{devices=[2,2]<=[4] last_tile_dim_replicate}");
  ASSERT_TRUE(sharding);
  EXPECT_EQ(data_rank(*sharding), 1U);
  EXPECT_EQ(data_tiles(*sharding).front(), 2);
  EXPECT_TRUE(sharding->last_tile_dim_replicate);
}

TEST(Sharding, SubgroupsHaveOneForm) {
  EXPECT_EQ(form("{devices=[1,4]<=[4] last_tile_dim_replicate}"), "{replicated}");
  EXPECT_EQ(form("{devices=[2,2]1,0,3,2 last_tile_dim_replicate}"),
            "{devices=[2,2]0,1,2,3 last_tile_dim_replicate}");
  EXPECT_EQ(form("{devices=[2,2,2]<=[8] last_tile_dims={replicated, manual}}"),
            "{devices=[2,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={manual, replicated}}");
  EXPECT_EQ(form("{devices=[2,2,2]<=[8] last_tile_dims={manual, manual}}"),
            "{devices=[2,4]<=[8] last_tile_dims={manual}}");
  EXPECT_EQ(form("{devices=[2,1,1,2]<=[4] last_tile_dims={replicated, manual}}"),
            "{devices=[2,1,2]<=[4] last_tile_dims={manual}}");
  EXPECT_EQ(form("{devices=[1,1,9]<=[9] last_tile_dims={unreduced, manual}}"), "{manual}");
  EXPECT_EQ(form("{devices=[1,1]<=[1] last_tile_dims={unreduced, manual}}"), "{devices=[]<=[1]}");
  EXPECT_EQ(form("{devices=[1]<=[1] last_tile_dims={manual, manual}}"), "{manual}");
  EXPECT_EQ(form("{devices=[8]0,1,2,3,4,5,6,7 last_tile_dims={manual, unreduced}}"), "xla.tiles");
  EXPECT_EQ(form("{devices=[1]<=[1] last_tile_dims={manual, unreduced}}"), "xla.tiles");
}

TEST(Sharding, AnOrderStaysOneWhereItCan) {
  // Runs of 3 end inside the digit 4.
  EXPECT_EQ(form("{devices=[2,2,3]<=[3,4]T(1,0) last_tile_dim_replicate}"),
            "{devices=[2,2,3]<=[3,4]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(form("{devices=[2,2,3]<=[4,3]T(1,0) last_tile_dim_replicate}").substr(0, 18),
            "{devices=[2,2,3]0,");
  // Runs of 2 end inside the digit 4, which they divide.
  EXPECT_EQ(form("{devices=[3,2,2]<=[4,3]T(1,0) last_tile_dim_replicate}"),
            "{devices=[3,2,2]<=[4,3]T(1,0) last_tile_dim_replicate}");
  // Runs of 4 are two digits, and are sorted.
  EXPECT_EQ(form("{devices=[3,4]<=[2,3,2]T(1,2,0) last_tile_dim_replicate}"),
            "{devices=[3,4]<=[2,3,2]T(1,0,2) last_tile_dim_replicate}");
}

TEST(Sharding, ManyDevicesAreNotListed) {
  const std::string big = "{devices=[2,1152921504606846976]<=[1152921504606846976,2]T(1,0) ";
  EXPECT_EQ(form(big + "last_tile_dims={manual}}"), big + "last_tile_dims={manual}}");
  EXPECT_EQ(form("{devices=[2147483648,3]<=[3,2147483648]T(1,0) last_tile_dim_replicate}"),
            "{devices=[2147483648,3]<=[3,2147483648]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(form("{devices=[3,1073741824,2]<=[2147483648,3]T(1,0) last_tile_dim_replicate}"),
            "{devices=[3,1073741824,2]<=[2147483648,3]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(form("{devices=[1073741824,2,3]<=[2147483648,3]T(1,0) last_tile_dim_replicate}"),
            "xla.limit");
}

/// For each device its number among the tiles, and its number in each kind of subgroup.
using Places = std::map<std::int64_t, std::map<int, std::int64_t>>;

constexpr int kData = -1;
constexpr int kCopies = static_cast<int>(ShardingKind::kReplicated);

Places places_of(const TileAssignment& tiles, std::span<const ShardingKind> kinds) {
  Places places;
  const std::size_t data = tiles.dims.size() - kinds.size();
  for (std::int64_t tile = 0; tile < tile_count(tiles); ++tile) {
    auto& place = places[device_at(tiles, tile)];
    std::map<int, std::int64_t> weights;
    std::int64_t rest = tile;
    for (std::size_t d = tiles.dims.size(); d-- > 0; rest /= tiles.dims[d]) {
      const int kind = d < data ? kData : static_cast<int>(kinds[d - data]);
      const std::int64_t weight = weights.try_emplace(kind, 1).first->second;
      if (tiles.dims[d] > 1) place[kind] += rest % tiles.dims[d] * weight;
      weights[kind] *= tiles.dims[d];
    }
  }
  return places;
}

/// Copies are alike, so their numbers do not count.
Places without_copies(Places places) {
  for (auto& [device, place] : places) place.erase(kCopies);
  return places;
}

std::vector<ShardingKind> kinds_of(const Sharding& sharding) {
  if (sharding.last_tile_dim_replicate) return {ShardingKind::kReplicated};
  return sharding.subgroups;
}

bool all_of_one_kind(const Places& places, ShardingKind kind) {
  return std::ranges::all_of(places, [kind](const auto& entry) {
    return std::ranges::all_of(entry.second,
                               [kind](const auto& p) { return p.first == static_cast<int>(kind); });
  });
}

TEST(Sharding, OneFormKeepsEveryDevicesPlace) {
  core::check_law("xla_subgroups_keep_places", 20000, [] {
    const TileAssignment tiles = *any_tiles();
    const auto kinds = *any_kinds(tiles.dims.size());
    const auto sharding = subgroup_sharding(tiles, kinds);
    RC_ASSERT(sharding.has_value());
    const Places before = places_of(tiles, kinds);
    if (sharding->kind != ShardingKind::kTiled) {
      RC_ASSERT(all_of_one_kind(before, sharding->kind));
    } else {
      const Places after = places_of(sharding->tiles, kinds_of(*sharding));
      RC_ASSERT(without_copies(before) == without_copies(after));
    }
  });
}

TEST(Sharding, CopiesAreSorted) {
  core::check_law("xla_copies_are_sorted", 20000, [] {
    const auto sharding = partial_sharding(*any_tiles());
    RC_ASSERT(sharding.has_value());
    if (!sharding->last_tile_dim_replicate) return;
    const std::int64_t copies = sharding->tiles.dims.back();
    for (std::int64_t tile = 1; tile < tile_count(sharding->tiles); ++tile) {
      if (tile % copies == 0) continue;
      RC_ASSERT(device_at(sharding->tiles, tile - 1) < device_at(sharding->tiles, tile));
    }
  });
}

TEST(Sharding, OneFormIsItsOwnForm) {
  core::check_law("xla_form_of_form", 20000, [] {
    const TileAssignment tiles = *any_tiles();
    const auto once = subgroup_sharding(tiles, *any_kinds(tiles.dims.size()));
    RC_ASSERT(once.has_value());
    if (once->kind != ShardingKind::kTiled) return;
    RC_ASSERT(*subgroup_sharding(once->tiles, kinds_of(*once)) == *once);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
