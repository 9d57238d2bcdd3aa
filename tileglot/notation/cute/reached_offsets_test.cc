// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/reached_offsets.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/any_layout.h"
#include "tileglot/notation/cute/literal.h"
#include "tileglot/notation/cute/print.h"

namespace tileglot::notation::cute {
namespace {

TEST(ReachedOffsets, GapsAndRepetitionsAreFound) {
  static_assert(*is_injective("(2,3):(1,3)"_layout) && !*is_onto("(2,3):(1,3)"_layout));
  static_assert(!*is_injective("(2,2):(1,1)"_layout) && *is_onto("(2,2):(1,1)"_layout));
  static_assert(*is_injective("(3,2):(2,3)"_layout) && !*is_onto("(3,2):(2,3)"_layout));
  static_assert(!*is_injective("(4,2):(1,0)"_layout) && *is_onto("(4,2):(1,0)"_layout));
  static_assert(*is_injective("(0,4):(0,0)"_layout) && *is_onto("(0,4):(1,9)"_layout));
  static_assert(*is_injective("1:7"_layout) && *is_onto("1:7"_layout));
  static_assert(is_onto("4:-1"_layout).refusal.reason == Reason::kNegativeStride);
}

TEST(ReachedOffsets, WhatIsTooLargeToDecideIsRefused) {
  constexpr Layout<> kWide = "(3000,2000):(2000,2999)"_layout;
  EXPECT_EQ(is_injective(kWide).refusal.reason, Reason::kTooLargeToDecide);
  EXPECT_FALSE(*is_onto(kWide));
}

TEST(ReachedOffsets, BothAreWhatCountingSays) {
  core::check_law("reached_offsets_are_counted", 10000, [] {
    const Layout<> layout = *any_layout();
    const auto injective = is_injective(layout);
    const auto onto = is_onto(layout);
    if (!injective || !onto) return;  // negative strides, or too large
    std::set<std::int64_t> reached;
    const std::int64_t elements = size(layout)->value;
    for (std::int64_t i = 0; i < elements; ++i) reached.insert(crd2idx(Integer(i), layout)->value);
    const auto count = static_cast<std::int64_t>(reached.size());
    ASSERT_EQ(*injective, count == elements) << print(layout);
    ASSERT_EQ(*onto, count == cosize(layout)->value) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
