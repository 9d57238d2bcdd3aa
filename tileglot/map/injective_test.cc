// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/injective.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

void expect_injective(const IndexMap& f, InjectiveRule rule) {
  const auto answer = injectivity(f);
  ASSERT_TRUE(answer.has_value()) << answer.error()->message;
  EXPECT_TRUE(answer->injective);
  EXPECT_EQ(answer->rule, rule);
}

void expect_collision(const IndexMap& f, const Coordinate& first, const Coordinate& second) {
  const auto answer = injectivity(f);
  ASSERT_TRUE(answer.has_value()) << answer.error()->message;
  ASSERT_TRUE(answer->collision.has_value());
  EXPECT_EQ(answer->collision->first, first);
  EXPECT_EQ(answer->collision->second, second);
  EXPECT_EQ(f(first), answer->collision->offset);
  EXPECT_EQ(f(second), answer->collision->offset);
}

TEST(Injective, AClippedTileCanBeInjectiveWhereThePaddedOneIsNot) {
  constexpr std::string_view kSum = "(x0%3) + 4*(x0/3) + 5*x1";
  expect_injective(sum_map("4,2", kSum), InjectiveRule::kDifference);
  expect_collision(sum_map("6,2", kSum), {0, 1}, {4, 0});
}

TEST(Injective, TilesOfAnySizeDominate) {
  expect_injective(tiled({3, 5}, {{2, 2}}), InjectiveRule::kDifference);
  expect_injective(tiled({1000000007, 1000000009}, {{8, 128}, {2, 1}}), InjectiveRule::kDifference);
}

TEST(Injective, StridesNeedNotDominate) {
  expect_injective(strided({2, 3}, {3, 2}), InjectiveRule::kDifference);
  expect_collision(strided({3, 4}, {3, 2}), {0, 3}, {2, 0});
}

TEST(Injective, ABroadcastDimensionCollidesAtItsFirstStep) {
  expect_collision(strided({4, 5}, {1, 0}), {0, 0}, {0, 1});
  expect_collision(sum_map("10", "(x0%4)"), {0}, {4});
}

TEST(Injective, ASwizzleKeepsAndALostBitBreaksIt) {
  expect_injective(swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3)), InjectiveRule::kRank);
  expect_injective(swizzled({10007, 100003}, {100003, 1}, swizzle_rows(3, 4, 3)),
                   InjectiveRule::kDigits);
  expect_collision(sum_map("4,4", "[x0_0 ^ x1_0] + 2*[x0_1 ^ x1_1] + 4*(x0/2)"), {0, 0}, {1, 1});
}

TEST(Injective, FusedTilesOfAnySizeAreProvedByDigits) {
  expect_injective(tiled({7, 5, 11}, {{kCombine, 2, 3}}), InjectiveRule::kDigits);
  expect_injective(tiled({100000, 7, 100000}, {{kCombine, 2, 128}}), InjectiveRule::kDigits);
  expect_injective(tiled({100000, 7, 100000}, {{kCombine, 3, 128}, {5, 1}}),
                   InjectiveRule::kDigits);
}

TEST(Injective, MoreCoordinatesThanOffsetsCollide) {
  const IndexMap crowded = sum_map("1000000,1000000", "((3*x0 + x1)/2) + [x0_0 ^ x1_0]");
  const auto answer = injectivity(crowded);
  ASSERT_TRUE(answer.has_value());
  EXPECT_FALSE(answer->injective);
  EXPECT_EQ(answer->rule, InjectiveRule::kCounts);
  ASSERT_TRUE(answer->collision.has_value());
  EXPECT_EQ(crowded(answer->collision->first), crowded(answer->collision->second));
}

TEST(Injective, AHugeSumCollidesWhereStridesMeet) {
  expect_collision(strided({1000000000, 1000000000}, {3, 5}), {0, 3}, {5, 0});
}

TEST(Injective, KnapsackStridesEndWithAnAnswerOrARefusal) {
  Extents extents;
  Extents strides;
  std::int64_t stride = 123456789012345;
  for (int k = 0; k < 40; ++k) {
    extents.push_back(2);
    strides.push_back(stride);
    stride = (stride * 31 + 17) % 999999999999989;
  }
  const auto answer = injectivity(strided(extents, strides));
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error()->code, "map.too_large_to_decide");
}

TEST(Injective, OneCoordinateOrNoneCannotCollide) {
  expect_injective(sum_map("0,5", "x1"), InjectiveRule::kCounts);
  expect_injective(sum_map("", "7"), InjectiveRule::kCounts);
}

}  // namespace
}  // namespace tileglot::map
