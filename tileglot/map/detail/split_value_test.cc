// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/split_value.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/terms.h"

namespace tileglot::map {
namespace {

/// 6*x0 + 2*x1 + 13
Value two_terms() {
  Value v;
  v.base = 13;
  add_floor(v, {6, 1, 0});
  add_floor(v, {2, 1, 1});
  return v;
}

TEST(SplitValue, TermsThatTheDivisorDividesGoUp) {
  const Split split = split_by(two_terms(), 6);
  EXPECT_EQ(split.high.base, 2);
  EXPECT_EQ(split.high.floors, (core::SmallVector<FloorTerm, 12>{{1, 1, 0}}));
  EXPECT_EQ(split.low.base, 1);
  EXPECT_EQ(split.low.floors, (core::SmallVector<FloorTerm, 12>{{2, 1, 1}}));
}

TEST(SplitValue, ANegativeBaseLeavesARestFromZeroOn) {
  Value v = two_terms();
  v.base = -1;
  EXPECT_EQ(split_by(v, 6).high.base, -1);
  EXPECT_EQ(split_by(v, 6).low.base, 5);
}

TEST(SplitValue, ParitiesAreDividedByTheirWeight) {
  Value v;
  const std::vector<BitRef> bits{{0, 1}, {1, 2}};
  ASSERT_TRUE(add_parity(v, 12, bits));
  const Split split = split_by(v, 6);
  ASSERT_EQ(split.high.xors.rows.size(), 1U);
  EXPECT_EQ(split.high.xors.rows[0].weight, 2);
  EXPECT_TRUE(split.low.is_constant());
}

TEST(SplitValue, SharedDivisorsDescendAndLeaveOutOne) {
  EXPECT_EQ(shared_divisors(two_terms(), 12), (core::SmallVector<std::int64_t, 12>{6, 2}));
  EXPECT_TRUE(shared_divisors(two_terms(), 5).empty());
}

}  // namespace
}  // namespace tileglot::map
