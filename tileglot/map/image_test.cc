// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/image.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

void expect_image(const IndexMap& f, std::int64_t size) {
  const auto image = image_size(f);
  ASSERT_TRUE(image.has_value()) << image.error()->message;
  EXPECT_EQ(*image, size);
}

void expect_first_unreached(const IndexMap& f, std::int64_t size,
                            std::optional<std::int64_t> expected) {
  const auto gap = first_unreached(f, size);
  ASSERT_TRUE(gap.has_value()) << gap.error()->message;
  EXPECT_EQ(*gap, expected);
  const auto onto = is_onto(f, size);
  ASSERT_TRUE(onto.has_value()) << onto.error()->message;
  EXPECT_EQ(*onto, !expected.has_value());
}

TEST(Image, FifteenOfTwentyFourPositionsAreUsedAnd9IsTheFirstPadding) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  expect_image(f, 15);
  expect_first_unreached(f, 24, 9);
  expect_first_unreached(f, 9, std::nullopt);
}

TEST(Image, APermutationIsOnto) {
  expect_image(strided({1000, 777}, {1, 1000}), 777000);
  expect_first_unreached(strided({1000, 777}, {1, 1000}), 777000, std::nullopt);
  expect_first_unreached(tiled({100000, 1280}, {{8, 128}}), 128000000, std::nullopt);
}

TEST(Image, BroadcastDigitsDoNotCount) {
  expect_image(strided({4, 5}, {1, 0}), 4);
  expect_image(sum_map("10", "(x0%4)"), 4);
  // Digits 0 and 2 of 2 x 3 x rest, x < 15: (0,0) (1,0) (0,1) (1,1) and (0,2) (1,2).
  expect_image(sum_map("15", "(x0%2) + 2*(x0/6)"), 6);
  expect_image(sum_map("13", "(x0%2) + 2*(x0/6)"), 5);
}

TEST(Image, OverlappingWindowsFillAStretch) {
  expect_image(strided({1000000000, 1000000000}, {1, 1}), 1999999999);
  // 0 2 4 and multiples of 4 fill 0 2 .. 28; steps of 20 go on without a gap.
  expect_image(strided({1000000, 3, 7}, {20, 2, 4}), 15 + 999999 * 10);
  // Pairs of windows, 1000 apart.
  expect_image(strided({2, 30, 3}, {1000, 1, 1}), 2 * 32);
  expect_first_unreached(strided({1000000, 3}, {1, 1}), 1000002, std::nullopt);
}

TEST(Image, XorsOfBitsReachTwoToTheRank) {
  expect_image(sum_map("1024,1024", "[x0_0 ^ x1_9] + 2*[x0_1 ^ x1_3] + 8*[x0_2 ^ x1_1]"), 8);
  expect_image(swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3)), 512);
  expect_first_unreached(swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3)), 512, std::nullopt);
}

TEST(Image, TheFirstPaddingOfALargeTensorIsFoundWithoutAScan) {
  // The last of 782 tiles has 32 of its 128 columns.
  expect_first_unreached(tiled({100000, 100000}, {{8, 128}}), 12500LL * 782 * 1024,
                         781 * 1024 + 32);
  // 100001 rows: the last tile row has one row of eight.
  expect_first_unreached(tiled({100001, 1280}, {{8, 128}}), 12501LL * 10 * 1024,
                         12500LL * 10 * 1024 + 128);
}

TEST(Image, OffsetsOutsideTheCodomainDoNotCount) {
  EXPECT_FALSE(is_onto(strided({4}, {2}), 7).value());
  EXPECT_TRUE(is_onto(sum_map("9", "x0 - 2"), 5).value());
  EXPECT_FALSE(is_onto(sum_map("9", "x0 - 2"), 8).value());
}

TEST(Image, AnEmptyDomainReachesNothing) {
  expect_image(sum_map("0,5", "x1"), 0);
  expect_first_unreached(sum_map("0,5", "x1"), 5, 0);
  expect_first_unreached(sum_map("0,5", "x1"), 0, std::nullopt);
}

}  // namespace
}  // namespace tileglot::map
