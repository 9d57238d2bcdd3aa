// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/resharding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::relayout::reshard {
namespace {

placement::Side side(std::string_view text, const std::vector<std::int64_t>& extents) {
  return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
}

Array rows_to_columns() {
  const std::vector<std::int64_t> extents{8, 6};
  return {.name = "w",
          .element_bits = 32,
          .source = side("{devices=[4,1]<=[4]}", extents),
          .target = side("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", extents)};
}

TEST(Resharding, RowsToColumnsOnTwoRanksEach) {
  Resharding resharding;
  ASSERT_TRUE(resharding.add(rows_to_columns()));
  EXPECT_EQ(resharding.ranks(), 4);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(resharding.bound(rank), 72 * 8);
    EXPECT_EQ(resharding.volume(rank), (Volume{72 * 8, 72 * 8, 3, 3, 3, 3}));
    EXPECT_TRUE(resharding.check(rank, 72 * 8));
    EXPECT_EQ(resharding.check(rank, 71 * 8).error()->code, "reshard.bound");
  }
}

TEST(Resharding, NodesFetchOnce) {
  Resharding resharding({.ranks_per_node = 2});
  ASSERT_TRUE(resharding.add(rows_to_columns()));
  EXPECT_EQ(resharding.node_bound(0), 48 * 8);
  EXPECT_EQ(resharding.received_from_afar(0, 2) + resharding.received_from_afar(1, 2), 48 * 8);
}

TEST(Resharding, WhatNoRankHasIsRefused) {
  const auto half = placement::Pieces::of({8}, {{0, {{0}, {3}}}, {1, {{5}, {8}}}});
  Resharding resharding;
  const auto status =
      resharding.add({.name = "w", .source = *half, .target = side("{devices=[2]<=[2]}", {8})});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->code, "reshard.missing");
  EXPECT_EQ(status.error()->message, "element (3) of 'w' is wanted by rank 0, and no rank has it");
}

TEST(Resharding, SidesCutTheSameArray) {
  Resharding resharding;
  const auto rows = side("{devices=[2]<=[2]}", {8});
  EXPECT_EQ(
      resharding.add({.source = rows, .target = side("{devices=[2]<=[2]}", {9})}).error()->code,
      "reshard.extents");
  EXPECT_EQ(resharding.add({.element_bits = 6, .source = rows, .target = rows}).error()->code,
            "reshard.element_bits");
  const auto large = side("{devices=[2]<=[2]}", {core::kInt64Max / 8});
  EXPECT_EQ(resharding.add({.element_bits = 16, .source = large, .target = large}).error()->code,
            "reshard.too_large");
  EXPECT_TRUE(resharding.add({.element_bits = 8, .source = large, .target = large}));
  EXPECT_EQ(resharding.add({.element_bits = 8, .source = large, .target = large}).error()->code,
            "reshard.too_large");
}

TEST(Resharding, AMillionRanksAreAsQuickAsAFew) {
  const std::vector<std::int64_t> extents{std::int64_t{1} << 22, std::int64_t{1} << 20};
  Resharding resharding;
  ASSERT_TRUE(resharding.add({.element_bits = 16,
                              .source = side("{devices=[1048576,1]<=[1048576]}", extents),
                              .target = side("{devices=[524288,2]<=[2,524288]T(1,0)}", extents)}));
  const std::int64_t rank = 777'777;
  EXPECT_EQ(resharding.volume(rank).in_bits, resharding.bound(rank));
}

}  // namespace
}  // namespace tileglot::relayout::reshard
