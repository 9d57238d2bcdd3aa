// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/box_parts.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

TEST(BoxParts, PartsAreAllRunsInOrder) {
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 100U}) {
    std::vector<int> runs;
    for (std::size_t i = 0; i < count; ++i) runs.push_back(static_cast<int>(i));
    std::vector<int> joined;
    for (std::size_t part = 0; part < kBoxParts; ++part) {
      for (const int run : part_of(runs, part)) joined.push_back(run);
    }
    EXPECT_EQ(joined, runs);
  }
}

TEST(BoxParts, ABoxThatMayBeginWithinAByteSharesIt) {
  const std::vector<Move> even{{0, 0}, {3, 2}};
  const std::vector<Move> odd{{0, 0}, {2, 3}};
  const std::vector<LoopView> whole{{4, {1, 8}}, {2, {}, even}};
  EXPECT_TRUE(begins_on_bytes({1, 6}, whole, 4));
  EXPECT_FALSE(begins_on_bytes({0, 3}, whole, 4));
  EXPECT_FALSE(begins_on_bytes({0, 6}, std::vector<LoopView>{{4, {2, 7}}}, 4));
  EXPECT_FALSE(begins_on_bytes({0, 6}, std::vector<LoopView>{{2, {}, odd}}, 4));
  EXPECT_FALSE(begins_on_bytes({0, 6}, whole, 2));
  EXPECT_TRUE(begins_on_bytes({0, 3}, std::vector<LoopView>{{2, {}, odd}}, 8));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
