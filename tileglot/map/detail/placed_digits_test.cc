// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/placed_digits.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"

namespace tileglot::map {
namespace {

TEST(PlacedDigits, DigitsOfAClippedTile) {
  const auto digits = placed_digits(tiled({3, 5}, {{2, 2}}));
  ASSERT_TRUE(digits.has_value());
  ASSERT_EQ(digits->size(), 4U);
  std::vector<std::int64_t> strides;
  std::vector<std::int64_t> radices;
  for (const PlacedDigit& digit : *digits) {
    strides.push_back(digit.weighted.stride);
    radices.push_back(digit.weighted.radix);
  }
  EXPECT_EQ(strides, (std::vector<std::int64_t>{2, 12, 1, 4}));
  EXPECT_EQ(radices, (std::vector<std::int64_t>{2, 2, 2, 3}));
}

TEST(PlacedDigits, ADifferenceNeedsBothItsPartsInside) {
  const IndexMap f = sum_map("4,2", "(x0%3) + 4*(x0/3) + 5*x1");
  const auto digits = placed_digits(f);
  ASSERT_TRUE(digits.has_value());
  // 5*1 - 4*1 - 1*1 = 0 needs x0 = 3 + 1.
  EXPECT_FALSE(parts_of_difference(f, *digits, std::vector<std::int64_t>{-1, -1, 1}).has_value());
  const auto parts = parts_of_difference(f, *digits, std::vector<std::int64_t>{0, -1, 1});
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->first, (Coordinate{0, 1}));
  EXPECT_EQ(parts->second, (Coordinate{3, 0}));
}

TEST(PlacedDigits, DivisorsThatDoNotNestAreNotDigits) {
  EXPECT_FALSE(placed_digits(sum_map("20", "(x0/2) + 10*(x0/3)")).has_value());
}

}  // namespace
}  // namespace tileglot::map
