// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/by_mode.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*coalesce("(_2,(_1,_6)):(_1,(_6,_2))"_layout, *tuple_of(1, 1)) ==
              "(_2,_6):(_1,_2)"_layout);
static_assert(*coalesce("((8,4),5):((1,8),0)"_layout, *tuple_of(1)) == "(32,5):(1,0)"_layout);
static_assert(!coalesce("(2,3):(1,2)"_layout, *tuple_of(1, 1, 1)).ok());

TEST(ByMode, AProfileKeepsTheModesApart) {
  EXPECT_EQ(print(*coalesce("(2,(1,6)):(1,(6,2))"_layout, *tuple_of(1, 1))), "(2,6):(1,2)");
  EXPECT_EQ(print(*coalesce("((2,2),(2,2)):((1,2),(4,8))"_layout, *tuple_of(*tuple_of(1, 1), 1))),
            "((2,2),4):((1,2),4)");
  EXPECT_EQ(coalesce("(2,3):(1,2)"_layout, *tuple_of(1, 1, 1)).refusal.reason,
            Reason::kRanksDiffer);
}

TEST(ByMode, EachModeIsCoalescedAlone) {
  core::check_law("by_mode_is_mode_by_mode", 10000, [] {
    const Layout<> layout = *any_layout();
    IntTuple profile;
    const int named = *rc::gen::inRange(0, rank(layout) + 1);
    for (int i = 0; i < named; ++i) profile = *append(profile, 1);
    const auto result = coalesce(layout, profile);
    ASSERT_TRUE(result.ok());
    ASSERT_EQ(rank(*result), rank(layout));
    for (int i = 0; i < rank(layout); ++i) {
      const Layout<> part = *mode(layout, i);
      ASSERT_EQ(*mode(*result, i), i < named ? coalesce(part) : part) << print(layout);
    }
    ASSERT_EQ(offsets_of(*result), offsets_of(layout)) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
