// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

TEST(Statistics, TheMedianIsInTheMiddle) {
  EXPECT_EQ(median({3, 1, 10}), 3);
  EXPECT_EQ(median({1, 3}), 2);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({100, 1, 2, 3, 4, 5, 6, 7, 8}), 5);
}

TEST(Statistics, AGeometricMeanWeighsFactors) {
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{0.5, 2}), 1);
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{1, 10, 100}), 10);
  EXPECT_EQ(geometric_mean({}), 1);
}

TEST(Statistics, AnOrderHasEveryNumberOnce) {
  Order order(7);
  for (std::size_t count = 0; count < 12; ++count) {
    std::vector<std::size_t> numbers = order.shuffled(count);
    std::sort(numbers.begin(), numbers.end());
    ASSERT_EQ(numbers.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(numbers[i], i);
  }
}

TEST(Statistics, ASeedIsAnOrder) {
  EXPECT_EQ(Order(3).shuffled(20), Order(3).shuffled(20));
  EXPECT_NE(Order(3).shuffled(20), Order(4).shuffled(20));
  Order order(3);
  EXPECT_NE(order.shuffled(20), order.shuffled(20));
}

TEST(Statistics, EveryOrderIsDrawn) {
  Order order(1);
  std::set<std::vector<std::size_t>> seen;
  for (int i = 0; i < 200; ++i) seen.insert(order.shuffled(4));
  EXPECT_EQ(seen.size(), 24U);
}

}  // namespace
}  // namespace tileglot::relayout::bench
