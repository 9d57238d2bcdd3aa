// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/for_each_index.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

int visits(const Numbers& bounds) {
  int count = 0;
  EXPECT_TRUE(for_each_index(bounds, [&](std::span<const std::int64_t>) { return ++count > 0; }));
  return count;
}

// "every index is visited once"
TEST(ForEachIndex, EveryIndexIsVisitedOnce) {
  EXPECT_EQ(visits({4, 16}), 64);
  EXPECT_EQ(visits({3, 0}), 0);
  EXPECT_EQ(visits({}), 1);
  std::vector<Numbers> seen;
  for_each_index(Numbers{2, 2}, [&](std::span<const std::int64_t> index) {
    seen.emplace_back(index.begin(), index.end());
    return true;
  });
  EXPECT_EQ(seen, (std::vector<Numbers>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST(ForEachIndex, TheVisitorEndsTheWalk) {
  int count = 0;
  EXPECT_FALSE(
      for_each_index(Numbers{9}, [&](std::span<const std::int64_t>) { return ++count < 3; }));
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace tileglot::notation::xla
