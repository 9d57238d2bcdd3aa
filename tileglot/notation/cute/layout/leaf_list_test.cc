// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/leaf_list.h"

#include <gtest/gtest.h>

#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

constexpr Integer stride_of(const Layout<>& one, const Layout<>& other, int leaf) {
  LeafList list;
  list.push(one, 0, one.shape.slots);
  list.push(other, 0, other.shape.slots);
  return list.stride_at(leaf);
}
static_assert(stride_of("(4,(),(2,3)):(1,(),(8,4))"_layout, "5:_7"_layout, 2) == Integer(4));
static_assert(stride_of("(4,(),(2,3)):(1,(),(8,4))"_layout, "5:_7"_layout, 3) ==
              core::static_integer(7));

TEST(LeafList, AListHasTheLeavesInOrderOfSeveralLayouts) {
  LeafList list;
  const Layout<> layout = "(4,(),(2,3)):(1,(),(8,4))"_layout;
  list.push(layout, 0, layout.shape.slots);
  push_leaf(list, Leaf{5, 9});
  ASSERT_EQ(list.count, 4);
  EXPECT_EQ(list.extent_at(2), Integer(3));
  EXPECT_EQ(list.stride_at(3), Integer(9));
  EXPECT_FALSE(list.has_basis);
}

TEST(LeafList, TheSizeOfLeavesFitsOrIsRefused) {
  LeafList list;
  for (const std::int64_t extent : {5, 1 << 30, 1 << 30, 3}) list.push(extent, 0);
  EXPECT_EQ(list.size_from(1).value, Integer(std::int64_t{3} << 60));
  EXPECT_EQ(list.size_from(0).refusal,
            (Refusal{Reason::kProductTooLarge, std::int64_t{5} << 60, 3}));
  list.push(0, 1);
  EXPECT_EQ(list.size_from(0).value, Integer(0));
}

TEST(LeafList, MoreLeavesThanThereIsRoomForAreNoted) {
  LeafList list;
  for (int i = 0; i < core::kMaxLeaves; ++i) list.push(2, i);
  EXPECT_FALSE(list.overflows);
  list.push(2, 64);
  EXPECT_TRUE(list.overflows);
  EXPECT_EQ(list.count, core::kMaxLeaves);
}

}  // namespace
}  // namespace tileglot::notation::cute
