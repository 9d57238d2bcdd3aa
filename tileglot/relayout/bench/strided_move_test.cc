// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/strided_move.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"

namespace tileglot::relayout::bench {
namespace {

std::optional<StridedMove> move_of(const std::string& source, const std::string& target, int bits) {
  return strided_move(*bridge::to_map(*bridge::parse_layout(source)),
                      *bridge::to_map(*bridge::parse_layout(target)), bits);
}

std::vector<std::int64_t> counts(const StridedMove& move) {
  std::vector<std::int64_t> counts;
  counts.reserve(move.axes.size());
  for (const Axis& axis : move.axes) counts.push_back(axis.count);
  return counts;
}

using Counts = std::vector<std::int64_t>;

TEST(StridedMove, ATileIsATransposeOfMoreDimensions) {
  const auto move = move_of("bf16[16,256]{1,0}", "bf16[16,256]{1,0:T(8,128)(2,1)}", 16);
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move->item_bytes, 2);
  EXPECT_EQ(counts(*move), (Counts{2, 4, 2, 2, 128}));
  EXPECT_EQ(move->axes.back(), (Axis{128, 2, 4}));
  EXPECT_TRUE(move->is_transpose());
  EXPECT_EQ(move->target_order(), (std::vector<int>{0, 3, 1, 4, 2}));
}

TEST(StridedMove, WhatIsInOrderIsJoined) {
  const auto copy = move_of("f32[8,4,16]{2,1,0}", "f32[8,4,16]{2,1,0}", 32);
  ASSERT_TRUE(copy.has_value());
  EXPECT_EQ(copy->axes, (std::vector<Axis>{{512, 4, 4}}));
  const auto images = move_of("f32[2,3,5,7]{3,2,1,0}", "f32[2,3,5,7]{1,3,2,0}", 32);
  ASSERT_TRUE(images.has_value());
  EXPECT_EQ(images->axes, (std::vector<Axis>{{2, 420, 420}, {3, 140, 4}, {35, 4, 12}}));
}

TEST(StridedMove, AWindowIsNotATranspose) {
  const auto move = move_of("memref<4x6xf32, strided<[10, 1], offset: 23>>",
                            "memref<4x6xf32, strided<[1, 4]>>", 32);
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(move->from, 92);
  EXPECT_EQ(move->axes, (std::vector<Axis>{{4, 40, 4}, {6, 4, 16}}));
  EXPECT_FALSE(move->is_transpose());
}

TEST(StridedMove, ItemsGrowWhereBothSidesRun) {
  const auto move = move_of("bf16[4,6,8]{2,1,0}", "bf16[4,6,8]{2,0,1}", 16);
  ASSERT_TRUE(move.has_value());
  const auto pairs = with_items(*move, 4);
  ASSERT_TRUE(pairs.has_value());
  EXPECT_EQ(pairs->axes, (std::vector<Axis>{{4, 96, 16}, {6, 16, 64}, {4, 4, 4}}));
  EXPECT_FALSE(with_items(*move, 32));
  EXPECT_FALSE(with_items(*move_of("bf16[4,6]{1,0}", "bf16[4,6]{0,1}", 16), 4));
}

TEST(StridedMove, ItemsAreCut) {
  const auto move = move_of("f64[4,6]{1,0}", "f64[4,6]{0,1}", 64);
  ASSERT_TRUE(move.has_value());
  const auto halves = with_items(*move, 4);
  ASSERT_TRUE(halves.has_value());
  EXPECT_EQ(halves->item_bytes, 4);
  EXPECT_EQ(halves->axes, (std::vector<Axis>{{4, 48, 8}, {6, 8, 32}, {2, 4, 4}}));
}

TEST(StridedMove, WhatHasPiecesTablesOrBitsIsLeftOut) {
  EXPECT_FALSE(move_of("f32[5,7]{1,0}", "f32[5,7]{1,0:T(2,2)}", 32));
  EXPECT_FALSE(move_of("u4[4,6]{1,0}", "u4[4,6]{0,1}", 4));
  EXPECT_TRUE(move_of("u4[4,6,2]{2,1,0}", "u4[4,6,2]{2,0,1}", 4));
  EXPECT_FALSE(move_of("f32[0,7]{1,0}", "f32[0,7]{0,1}", 32));
}

}  // namespace
}  // namespace tileglot::relayout::bench
