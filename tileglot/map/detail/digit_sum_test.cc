// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/digit_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "tileglot/map/any_dice.h"

namespace tileglot::map {
namespace {

using Answer = VanishingDifference::Answer;
using Digits = std::vector<WeightedDigit>;

VanishingDifference any_difference(const Digits& digits) {
  return vanishing_difference(digits, [](std::span<const std::int64_t>) { return true; });
}

/// Whether two choices of digits have one sum, by trying all.
bool collides(const Digits& digits) {
  std::vector<std::int64_t> sums{0};
  for (const WeightedDigit& digit : digits) {
    std::vector<std::int64_t> longer;
    for (const std::int64_t sum : sums) {
      for (std::int64_t d = 0; d < digit.radix; ++d) longer.push_back(sum + d * digit.stride);
    }
    sums = longer;
  }
  std::sort(sums.begin(), sums.end());
  return std::adjacent_find(sums.begin(), sums.end()) != sums.end();
}

TEST(DigitSum, EachStrideOfAFusedTileExceedsWhatTheSmallerReach) {
  const Digits digits{{3, 2}, {24, 18}, {1, 3}, {6, 4}};
  EXPECT_EQ(by_stride(digits), (std::vector<std::size_t>{1, 3, 0, 2}));
  EXPECT_TRUE(dominates(digits));
}

TEST(DigitSum, TheLargestDigitsMayBeToldWhereSmallerOnesAreNot) {
  const Digits digits{{100, 5}, {3, 4}, {2, 4}};
  EXPECT_EQ(dominant_count(digits, by_stride(digits)), 1U);
}

TEST(DigitSum, StridesNeedNotDominateToBeToldApart) {
  EXPECT_FALSE(dominates(Digits{{3, 2}, {2, 3}}));
  EXPECT_EQ(any_difference({{3, 2}, {2, 3}}).answer, Answer::kNone);
}

TEST(DigitSum, ADifferenceThatVanishesIsShown) {
  const VanishingDifference found = any_difference({{3, 3}, {2, 4}});
  ASSERT_EQ(found.answer, Answer::kFound);
  EXPECT_EQ(found.difference, (std::vector<std::int64_t>{2, -3}));
}

TEST(DigitSum, ADifferenceThatIsNotAcceptedIsPassedOver) {
  const Digits digits{{3, 3}, {2, 7}};
  const auto found =
      vanishing_difference(digits, [](std::span<const std::int64_t> d) { return d[0] == 2; });
  ASSERT_EQ(found.answer, Answer::kFound);
  EXPECT_EQ(found.difference, (std::vector<std::int64_t>{2, -3}));
  const auto none =
      vanishing_difference(digits, [](std::span<const std::int64_t>) { return false; });
  EXPECT_EQ(none.answer, Answer::kNone);
}

TEST(DigitSum, LargeRadicesAreSteppedByTheGcd) {
  // 6*a + 10*b + 15*c = 0 first at a = 5, b = -3.
  const VanishingDifference found = any_difference({{6, 1000000}, {10, 1000000}, {15, 1000000}});
  ASSERT_EQ(found.answer, Answer::kFound);
  EXPECT_EQ(6 * found.difference[0] + 10 * found.difference[1] + 15 * found.difference[2], 0);
}

TEST(DigitSum, ASearchWithoutEndIsUnknown) {
  Digits digits;
  std::int64_t stride = 123456789012345;
  for (int i = 0; i < 40; ++i) {
    digits.push_back({stride, 2});
    stride = (stride * 31 + 17) % 999999999999989;
  }
  const auto accept = [](std::span<const std::int64_t>) { return true; };
  EXPECT_EQ(vanishing_difference(digits, accept, 10000).answer, Answer::kUnknown);
}

TEST(DigitSum, ADifferenceIsFoundExactlyWhereSumsCollide) {
  Dice dice(11);
  for (int i = 0; i < 3000; ++i) {
    Digits digits;
    for (std::int64_t n = dice.between(1, 4); n > 0; --n) {
      const std::int64_t stride = dice.between(1, 40);
      digits.push_back({dice.one_in(3) ? -stride : stride, dice.between(1, 6)});
    }
    const VanishingDifference found = any_difference(digits);
    EXPECT_EQ(found.answer, collides(digits) ? Answer::kFound : Answer::kNone);
    EXPECT_FALSE(dominates(digits) && collides(digits));
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < found.difference.size(); ++j) {
      sum += found.difference[j] * digits[j].stride;
      EXPECT_LT(std::abs(found.difference[j]), digits[j].radix);
    }
    EXPECT_EQ(sum, 0);
  }
}

}  // namespace
}  // namespace tileglot::map
