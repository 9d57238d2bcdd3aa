// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/detail/shard_cut.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/box.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/shard.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/pieces.h"

namespace tileglot::relayout::reshard {
namespace {

using Extents = std::vector<std::int64_t>;
using Shards = std::vector<map::Shard>;

map::Shard shard_of(const map::Box& box) {
  Extents extents = box.end;
  for (std::size_t k = 0; k < extents.size(); ++k) extents[k] -= box.begin[k];
  return {box.begin, map::tiled(extents, {})};
}

/// One dimension, cut at the multiples of `size`.
Shards cut_every(std::int64_t size, std::int64_t extent) {
  Shards shards;
  shards.reserve(static_cast<std::size_t>(extent / size));
  for (std::int64_t begin = 0; begin < extent; begin += size)
    shards.push_back({{begin}, map::tiled({std::min(size, extent - begin)}, {})});
  return shards;
}

bool has(const map::Shard& shard, const map::Coordinate& x) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] < shard.begin[k] || x[k] >= shard.begin[k] + shard.map.extent(k)) return false;
  }
  return true;
}

/// The first shard that has the element, or their number.
std::size_t first_with(const Shards& shards, const map::Coordinate& x) {
  std::size_t i = 0;
  while (i < shards.size() && !has(shards[i], x)) ++i;
  return i;
}

/// Every element is in one box, which belongs to its target and to the first source that has it.
void expect_cut(const Extents& extents, const Shards& sources, const Shards& targets,
                const std::vector<ShardBox>& cut) {
  std::map<map::Coordinate, const ShardBox*> found;
  for (const ShardBox& part : cut) {
    map::for_each_coordinate(map::extents_of(shard_of(part.box).map), [&](map::Coordinate x) {
      for (std::size_t k = 0; k < x.size(); ++k) x[k] += part.box.begin[k];
      RC_ASSERT(found.emplace(x, &part).second);
    });
  }
  map::for_each_coordinate(extents, [&](const map::Coordinate& x) {
    const auto box = found.find(x);
    RC_ASSERT(box != found.end());
    RC_ASSERT(box->second->source == first_with(sources, x));
    RC_ASSERT(box->second->target == first_with(targets, x));
  });
}

Shards any_tiles(const Extents& extents) {
  const placement::Pieces pieces = placement::any_pieces(extents, 12);
  Shards shards;
  shards.reserve(static_cast<std::size_t>(pieces.tiles()));
  for (std::int64_t tile = 0; tile < pieces.tiles(); ++tile)
    shards.push_back(shard_of(pieces.box(tile)));
  return shards;
}

TEST(ShardCutLaw, EveryElementIsReadFromTheFirstSourceThatHasIt) {
  std::int64_t complete = 0;
  std::int64_t incomplete = 0;
  core::check_law("first_source_that_has_it", 5000, [&] {
    const Extents extents = placement::any_extents(3, 7);
    Shards sources;
    if (*rc::gen::inRange(0, 4) > 0) sources = any_tiles(extents);
    for (auto more = *rc::gen::inRange(0, 8); more > 0; --more) {
      const auto at = *rc::gen::inRange<std::size_t>(0, sources.size() + 1);
      sources.insert(sources.begin() + static_cast<std::ptrdiff_t>(at),
                     shard_of(placement::any_box(extents)));
    }
    const Shards targets = any_tiles(extents);
    const auto cut = cut_shards(extents, sources, targets);
    std::string hole;
    map::for_each_coordinate(extents, [&](const map::Coordinate& x) {
      if (hole.empty() && first_with(sources, x) == sources.size()) hole = "found";
    });
    RC_ASSERT(cut.has_value() == hole.empty());
    if (cut) {
      ++complete;
      expect_cut(extents, sources, targets, *cut);
    } else {
      ++incomplete;
      RC_ASSERT(cut.error()->code == "relayout.shards_missing");
    }
  });
  EXPECT_GE(complete, core::law_minimum(250));
  EXPECT_GE(incomplete, core::law_minimum(50));
}

TEST(ShardCut, ASourceIsReadWhereNoSourceBeforeItHasTheElement) {
  const Shards sources = {shard_of({{0}, {8}}), shard_of({{4}, {12}})};
  const auto cut =
      cut_shards(Extents{12}, sources, Shards{shard_of({{0}, {2}}), shard_of({{2}, {12}})});
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->size(), 3U);
  EXPECT_EQ(cut->at(1).source, 0U);
  EXPECT_EQ(cut->at(1).box, (map::Box{{2}, {8}}));
  EXPECT_EQ(cut->at(2).source, 1U);
  EXPECT_EQ(cut->at(2).box, (map::Box{{8}, {12}}));
}

TEST(ShardCut, TwentyThousandShardsBecomeOthers) {
  const std::int64_t extent = 20000 * 8;
  const auto cut = cut_shards(Extents{extent}, cut_every(8, extent), cut_every(12, extent));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->size(), 26667U);
}

TEST(ShardCut, TheFirstHoleOfManyTargetsIsFound) {
  const std::int64_t extent = 20000 * 8;
  Shards targets = cut_every(8, extent);
  targets.erase(targets.begin() + 15000);
  targets.erase(targets.begin() + 7000);
  const auto cut = cut_shards(Extents{extent}, cut_every(8, extent), targets);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error()->witness, "(56000)");
}

TEST(ShardCut, EqualSourcesAreSearchedOnce) {
  Shards sources(20000, shard_of({{0}, {20000}}));
  const auto cut = cut_shards(Extents{20000}, sources, cut_every(1, 20000));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->size(), 20000U);
}

TEST(ShardCut, SourcesThatOverlapWithoutEndAreRefused) {
  constexpr std::int64_t kShards = 10000;
  Shards sources = {shard_of({{0}, {2 * kShards}})};
  sources.reserve(kShards + 1);
  for (std::int64_t i = 0; i < kShards; ++i) sources.push_back(shard_of({{i}, {kShards + i}}));
  const Extents extents{2 * kShards};
  const auto refused = cut_shards(extents, sources, cut_every(2 * kShards, 2 * kShards));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "relayout.too_many_moves");
  EXPECT_EQ(refused.error()->message,
            "the shards overlap so much that cutting them takes more than 68389120 comparisons of "
            "boxes");
}

}  // namespace
}  // namespace tileglot::relayout::reshard
