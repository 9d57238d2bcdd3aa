// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/leaves.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

TEST(Leaves, ModesComeApartAndGoTogether) {
  const std::vector<Leaf> first = {{2, 2}, {3, 1}};
  EXPECT_EQ(leaves_of(*cute::parse_layout("(2,3):(2,1)")), first);
  EXPECT_EQ(leaves_of(*cute::parse_layout("((2),((),3)):((2),((),1))")), first);
  EXPECT_EQ(cute::print(*layout_of({first, {{5, 6}}})), "((2,3),5):((2,1),6)");
  EXPECT_EQ(cute::print(*layout_of({{{5, 6}}})), "5:6");
  EXPECT_EQ(cute::print(*layout_of({})), "():()");
}

TEST(Leaves, MoreThanALayoutHasRoomForAreRefused) {
  const auto refused = layout_of({std::vector<Leaf>(65, Leaf{1, 1})});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "cute.too_many_leaves");
}

}  // namespace
}  // namespace tileglot::bridge
