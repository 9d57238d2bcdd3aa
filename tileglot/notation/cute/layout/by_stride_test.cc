// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/by_stride.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

std::vector<int> slots_of(const Layout<>& layout) {
  const LeavesByStride leaves(layout);
  std::vector<int> slots;
  for (int i = 0; i < leaves.count(); ++i) slots.push_back(leaves.slot(i));
  return slots;
}

TEST(ByStride, LeavesThatDoNotMoveAreLeftOut) {
  EXPECT_EQ(slots_of("(2,1,4,3):(1,7,0,2)"_layout), (std::vector<int>{0, 3}));
  EXPECT_EQ(slots_of("((),5):((),0)"_layout), std::vector<int>{});
}

TEST(ByStride, EqualStridesStayInOrder) {
  EXPECT_EQ(slots_of("(2,(3,4),5):(6,(-1,6),2)"_layout), (std::vector<int>{1, 3, 0, 2}));
}

}  // namespace
}  // namespace tileglot::notation::cute
