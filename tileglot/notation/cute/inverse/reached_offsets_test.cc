// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/reached_offsets.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

TEST(ReachedOffsets, GapsAndRepetitionsAreFound) {
  static_assert(*is_injective("(2,4):(1,8)"_layout) && !*is_onto("(2,4):(1,8)"_layout));
  static_assert(!*is_injective("(4,2):(1,0)"_layout) && *is_onto("(4,2):(1,0)"_layout));
  EXPECT_TRUE(*is_injective("(2,3):(1,3)"_layout) && !*is_onto("(2,3):(1,3)"_layout));
  EXPECT_TRUE(!*is_injective("(2,2):(1,1)"_layout) && *is_onto("(2,2):(1,1)"_layout));
  EXPECT_TRUE(*is_injective("(3,2):(2,3)"_layout) && !*is_onto("(3,2):(2,3)"_layout));
  EXPECT_TRUE(!*is_injective("(3,2,2):(1,2,100)"_layout));
  EXPECT_TRUE(*is_injective("(0,4):(0,0)"_layout) && *is_onto("(0,4):(1,9)"_layout));
  EXPECT_TRUE(*is_injective("1:7"_layout) && *is_onto("1:7"_layout));
  EXPECT_EQ(is_onto("4:-1"_layout).refusal.reason, Reason::kNegativeStride);
}

TEST(ReachedOffsets, WhatIsTooLargeToDecideIsRefused) {
  constexpr Layout<> kWide = "(3000,2000):(2000,2999)"_layout;
  EXPECT_EQ(is_injective(kWide).refusal.reason, Reason::kTooLargeToDecide);
  EXPECT_FALSE(*is_onto(kWide));
}

/// Up to four leaves that often overlap or leave gaps.
Layout<> any_close_layout() {
  Layout<> layout;
  const int leaves = *rc::gen::inRange(1, 5);
  for (int k = 0; k < leaves; ++k) {
    push_leaf(layout, {Integer(*rc::gen::inRange(1, 5)), Integer(*rc::gen::inRange(0, 14))});
  }
  end_leaves(layout);
  return layout;
}

void expect_counted(const Layout<>& layout) {
  const auto injective = is_injective(layout);
  const auto onto = is_onto(layout);
  if (!injective || !onto) return;  // negative strides, or too large
  std::set<std::int64_t> reached;
  const std::int64_t elements = size(layout)->value;
  for (std::int64_t i = 0; i < elements; ++i) reached.insert(crd2idx(Integer(i), layout)->value);
  const auto count = static_cast<std::int64_t>(reached.size());
  ASSERT_EQ(*injective, count == elements) << print(layout);
  ASSERT_EQ(*onto, count == cosize(layout)->value) << print(layout);
}

TEST(ReachedOffsets, BothAreWhatCountingSays) {
  core::check_law("reached_offsets_are_counted", 10000, [] {
    expect_counted(any_close_layout());
    expect_counted(*any_layout());
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
