// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/max_common.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*max_common_layout("((_4),_8):((_8),_1)"_layout, "(_4,_8):(_8,_1)"_layout) ==
              "(_8,_4):(_4,_1)"_layout);
static_assert(*max_common_vector("(_8,_4):(_1,_8)"_layout, "(_8,_4):(_4,_1)"_layout) ==
              core::static_integer(1));
static_assert(!max_common_layout("0:1"_layout, "4:1"_layout).ok());

TEST(MaxCommon, AsFarAsBothCountTogether) {
  EXPECT_EQ(max_common_vector("(8,4):(1,8)"_layout, "(2,4,4):(1,8,2)"_layout)->value, 2);
  EXPECT_EQ(print(*max_common_layout("(4,8):(8,1)"_layout, "(4,8):(8,1)"_layout)), "(8,4):(4,1)");
  EXPECT_EQ(print(*max_common_layout("(4,6,3):(36,3,1)"_layout, "6:1"_layout)), "1:0");
}

TEST(MaxCommon, TheFirstGoesOnBeyondItsSize) {
  EXPECT_EQ(print(*max_common_layout("8:1"_layout, "16:1"_layout)), "16:1");
  EXPECT_EQ(print(*max_common_layout("(8,1):(1,0)"_layout, "16:1"_layout)), "8:1");
}

TEST(MaxCommon, BothHaveTheOffsetAtTheIndex) {
  core::check_law("max_common_is_common", 10000, [] {
    const Layout<> a = *any_nested_layout();
    const Layout<> b = *rc::gen::inRange(0, 2) == 0 ? a : *any_nested_layout();
    const auto common = max_common_layout(a, b);
    ASSERT_EQ(common.ok(), !has_zero(a.shape) && !has_zero(b.shape));
    if (!common) return;
    for (std::int64_t i = 0; i < size(*common)->value; ++i) {
      const std::int64_t index = crd2idx(i, *common)->value;
      ASSERT_EQ(crd2idx(index, a)->value, i) << print(a) << print(b) << print(*common);
      ASSERT_EQ(crd2idx(index, b)->value, i) << print(a) << print(b) << print(*common);
    }
    ASSERT_EQ(max_common_vector(a, b)->value, size(*common)->value);
    if (a == b) {
      ASSERT_GE(size(*common)->value, size(*right_inverse(coalesce(a)))->value);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
