// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/tiling.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tileglot::bridge {
namespace {

Tiling tiling_of(const std::vector<TileDigit>& digits, std::size_t rank) {
  const auto tiling = find_tiling(digits, rank);
  EXPECT_TRUE(tiling.has_value());
  return tiling.value_or(Tiling{});
}

TEST(Tiling, RowMajorNeedsNoTile) {
  EXPECT_EQ(tiling_of({{0, 0, 3}, {1, 0, 5}}, 2), (Tiling{{1, 0}, {}}));
}

TEST(Tiling, ColumnMajorIsAnOrderNotATile) {
  EXPECT_EQ(tiling_of({{1, 0, 5}, {0, 0, 3}}, 2), (Tiling{{0, 1}, {}}));
}

TEST(Tiling, OneTileOverTwoDimensions) {
  EXPECT_EQ(tiling_of({{0, 1, 2}, {1, 1, 3}, {0, 0, 2}, {1, 0, 2}}, 2), (Tiling{{1, 0}, {{2, 2}}}));
}

TEST(Tiling, ThePackedTileOfBfloat16) {
  const std::vector<TileDigit> digits{{0, 2, 2}, {1, 1, 2}, {0, 1, 4}, {1, 0, 128}, {0, 0, 2}};
  EXPECT_EQ(tiling_of(digits, 2), (Tiling{{1, 0}, {{8, 128}, {2, 1}}}));
}

TEST(Tiling, DimensionsOfOneDoNotComeUnderTheTile) {
  EXPECT_EQ(tiling_of({{0, 1, 2}, {2, 1, 3}, {0, 0, 2}, {2, 0, 2}}, 3),
            (Tiling{{2, 0, 1}, {{2, 2}}}));
}

TEST(Tiling, DimensionsOfOneKeepARowMajorOrderRowMajor) {
  EXPECT_EQ(tiling_of({{1, 0, 4}}, 3), (Tiling{{2, 1, 0}, {}}));
}

TEST(Tiling, ATileLargerThanItsDimensionMakesRoom) {
  // f32[5,256]{1,0:T(8,128)}: 2 of x1, 5 (room for 8) of x0, 128 of x1
  EXPECT_EQ(tiling_of({{1, 1, 2}, {0, 0, 8, true}, {1, 0, 128}}, 2), (Tiling{{1, 0}, {{8, 128}}}));
}

TEST(Tiling, NothingIsAScalar) { EXPECT_EQ(tiling_of({}, 0), (Tiling{})); }

/// n digits of 2 of one dimension, in the reverse of their order.
std::vector<TileDigit> bit_reversal(std::size_t n) {
  std::vector<TileDigit> digits;
  for (std::size_t level = 0; level < n; ++level) digits.push_back({0, level, 2});
  return digits;
}

TEST(Tiling, AReversalOfFewBitsHasATiling) {
  EXPECT_EQ(tiling_of(bit_reversal(2), 1), (Tiling{{0}, {{2}, {2, 1}}}));
}

TEST(Tiling, ManyDigitsEndInAnAnswerOrARefusal) {
  for (const std::size_t n : {8U, 12U, 16U, 22U, 40U, 62U}) {
    const TilingSearch search = search_tiling(bit_reversal(n), 1);
    EXPECT_LE(search.steps, kMaxTilingSteps) << n;
    const auto tiling = find_tiling(bit_reversal(n), 1);
    EXPECT_TRUE(tiling || tiling.error()->code == "bridge.too_many_tilings") << n;
  }
}

TEST(Tiling, NoMoreStepsAreTakenOnceTheLimitIsReached) {
  std::vector<TileDigit> digits;
  for (std::size_t level = 0; level < 20; ++level) digits.push_back({level % 3, level / 3, 2});
  const TilingSearch search = search_tiling(digits, 3);
  EXPECT_EQ(search.steps, kMaxTilingSteps);
  EXPECT_FALSE(search.tiling);
}

}  // namespace
}  // namespace tileglot::bridge
