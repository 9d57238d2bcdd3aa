// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/alias_finder.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"

namespace tileglot::render {
namespace {

TEST(AliasFinder, ABroadcastIsAllAliases) {
  const map::IndexMap map = map_of("(4,2):(1,0)");
  AliasFinder aliases(map);
  EXPECT_FALSE(aliases.has_none());
  for (std::int64_t offset = 0; offset < 4; ++offset) EXPECT_TRUE(aliases.is_alias(offset));
  EXPECT_FALSE(aliases.is_alias(4));
  EXPECT_FALSE(aliases.is_alias(-1));
}

TEST(AliasFinder, AnInjectiveMapHasNone) {
  const map::IndexMap map = map_of("f32[3,5]{1,0:T(2,2)}");
  AliasFinder aliases(map);
  EXPECT_TRUE(aliases.has_none());
  EXPECT_FALSE(aliases.is_alias(17));
}

TEST(AliasFinder, ALargeMapIsNotCounted) {
  const map::IndexMap windows = map_of("(1000000,3):(1,1)");
  AliasFinder aliases(windows);
  EXPECT_FALSE(aliases.is_alias(0));
  EXPECT_TRUE(aliases.is_alias(1));
  EXPECT_TRUE(aliases.is_alias(1000000));
  EXPECT_FALSE(aliases.is_alias(1000001));
  const map::IndexMap huge = map_of("(2305843009213693952,2):(1,0)");
  EXPECT_TRUE(AliasFinder(huge).is_alias(2305843009213693951));
  EXPECT_FALSE(AliasFinder(huge).is_alias(2305843009213693952));
}

TEST(AliasFinder, WhatAShortSearchDoesNotFindIsNone) {
  map::MapBuilder b(std::vector<map::Dim>(40, map::Dim{2}));
  map::Value sum = b.constant(0);
  std::uint64_t stride = 1234567;
  for (std::size_t k = 0; k < 40; ++k) {
    sum = b.add(sum, b.scale(b.dim(k), static_cast<std::int64_t>(stride)));
    stride = (stride * 6364136223846793005U + 1442695040888963407U) % 1000003;
  }
  const map::IndexMap map = b.finish(sum, {{sum.bound.hi + 1}}).value();
  AliasFinder aliases(map);
  EXPECT_FALSE(aliases.has_none());
  // Nor is any after many of these: a picture of thousands of cells ends.
  for (std::int64_t offset = 9000000; offset < 9100000; ++offset)
    ASSERT_FALSE(aliases.is_alias(offset));
}

TEST(AliasFinderLaw, AliasesAreWhatACountFinds) {
  core::check_law("aliases_are_what_a_count_finds", 5000, [] {
    const map::Recipe recipe = *map::any_recipe();
    const map::IndexMap map = recipe.map();
    std::map<std::int64_t, int> counts;
    for (const std::int64_t offset : map::table_of(recipe)) ++counts[offset];
    AliasFinder aliases(map);
    bool none = true;
    for (const auto& [offset, count] : counts) {
      ASSERT_EQ(aliases.is_alias(offset), count > 1) << offset;
      none = none && count == 1;
      if (!counts.contains(offset + 1)) {
        ASSERT_FALSE(aliases.is_alias(offset + 1));
      }
    }
    if (aliases.has_none()) {
      ASSERT_TRUE(none);
    }
  });
}

}  // namespace
}  // namespace tileglot::render
