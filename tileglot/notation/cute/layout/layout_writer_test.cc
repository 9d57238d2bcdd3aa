// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/layout_writer.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

TEST(LayoutWriter, BracketsAndLeavesMakeALayout) {
  Layout<> layout;
  LayoutWriter writer(layout);
  writer.open();
  writer.leaf(2, 1);
  writer.leaf(3, 4);
  writer.close();
  writer.leaf(5, 2);
  EXPECT_EQ(writer.finish(false), Refusal{});
  EXPECT_EQ(layout, "((2,3),5):((1,4),2)"_layout);
}

TEST(LayoutWriter, WhatIsOpenedAndClosedAtOnceIsAnEmptyTuple) {
  Layout<> layout;
  LayoutWriter writer(layout);
  writer.open();
  writer.open();
  writer.close();
  writer.close();
  writer.leaf(5, 2);
  EXPECT_EQ(writer.finish(false), Refusal{});
  EXPECT_EQ(layout, "((()),5):((()),2)"_layout);
}

TEST(LayoutWriter, ModesAreCopiedAsTheyStand) {
  core::check_law("writer_copies_modes", 5000, [] {
    const Layout<> layout = *any_layout();
    Layout<> copy;
    LayoutWriter writer(copy);
    writer.modes(layout, 0, layout.shape.slots, 0);
    ASSERT_EQ(writer.finish(layout.shape.is_scalar), Refusal{});
    ASSERT_EQ(copy, layout) << print(layout);
  });
}

TEST(LayoutWriter, WhatHasNoRoomIsRefused) {
  Layout<> wide;
  LayoutWriter leaves(wide);
  for (int i = 0; i <= core::kMaxLeaves; ++i) leaves.leaf(2, 0);
  EXPECT_EQ(leaves.finish(false).reason, Reason::kTooManyLeaves);
  Layout<> deep;
  LayoutWriter brackets(deep);
  for (int i = 0; i < core::kMaxDepth; ++i) brackets.open();
  brackets.leaf(2, 0);
  for (int i = 0; i < core::kMaxDepth; ++i) brackets.close();
  EXPECT_EQ(brackets.finish(false).reason, Reason::kTooDeep);
}

Refusal refusal_of(Integer extent, Integer stride) {
  Layout<> twice;
  LayoutWriter writer(twice);
  writer.leaf(extent, stride);
  writer.leaf(extent, stride);
  return writer.finish(false);
}

TEST(LayoutWriter, WhatDoesNotFitIsRefused) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 62U;
  EXPECT_EQ(refusal_of(kHalf, 0).reason, Reason::kProductTooLarge);
  EXPECT_EQ(refusal_of(2, kHalf).reason, Reason::kSumTooLarge);
  EXPECT_EQ(refusal_of(2, -kHalf).reason, Reason::kSumTooLarge);
  EXPECT_EQ(refusal_of(4, kHalf).reason, Reason::kProductTooLarge);
  EXPECT_EQ(refusal_of(2, kHalf - 1), Refusal{});
  EXPECT_EQ(refusal_of(0, kHalf), Refusal{});
}

}  // namespace
}  // namespace tileglot::notation::cute
