// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/order_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace tileglot::hlo::optimal {
namespace {

TEST(OrderTable, TheRowMajorOrderComesFirst) {
  OrderTable table;
  EXPECT_EQ(table.choice({1, 0}), 0U);
  EXPECT_EQ(table.choice({0, 1}), 1U);
  EXPECT_EQ(table.of_rank(3)[0], (Order{2, 1, 0}));
}

TEST(OrderTable, AllOrdersOfSmallRanksAreThere) {
  OrderTable table;
  std::size_t all = 1;
  for (std::size_t rank = 1; rank <= 5; ++rank) {
    all *= rank;
    EXPECT_EQ(table.of_rank(rank).size(), all);
    for (std::size_t i = 0; i < all; ++i) EXPECT_EQ(table.choice(table.of_rank(rank)[i]), i);
  }
  EXPECT_FALSE(table.add({0, 1, 2}));
}

TEST(OrderTable, OfHighRanksThereIsWhatWasAdded) {
  OrderTable table;
  EXPECT_EQ(table.of_rank(6).size(), 1U);
  EXPECT_FALSE(table.choice({0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(table.add({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(table.choice({0, 1, 2, 3, 4, 5}), 1U);
  Order order{0, 1, 2, 3, 4, 5};
  while (std::ranges::next_permutation(order).found) table.add(order);
  EXPECT_EQ(table.of_rank(6).size(), 48U);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
