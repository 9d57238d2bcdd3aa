// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/right_inverse.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*right_inverse("(_2,(_4,_6)):(_4,(_1,_8))"_layout) == "(_4,_2,_6):(_2,_1,_8)"_layout);
static_assert(*right_inverse("_1:_5"_layout) == "_1:_0"_layout);
static_assert(*right_inverse("(_4,_3):(_0,_1)"_layout) == "_3:_4"_layout);
static_assert(right_inverse("(4,0):(1,4)"_layout).refusal == Refusal{Reason::kNoElements, 1, 0});

std::string inverse(std::string_view layout) {
  return print(*right_inverse(*read_layout(layout)), Marks::kShow);
}

TEST(RightInverse, ReadingInTheOrderOfOffsets) {
  EXPECT_EQ(inverse("(_4,_8):(_8,_1)"), "(_8,_4):(_4,_1)");
  EXPECT_EQ(inverse("(2,4,4):(2,4,1)"), "(4,4):(8,2)");
  EXPECT_EQ(inverse("(_2,(_2,_3)):(_1,(_-1,_2))"), "(_2,_3):(_1,_4)");
  EXPECT_EQ(inverse("_4:_2"), "_1:_0");
  EXPECT_EQ(inverse("(_3,_4):(_2,_1)"), "(_4,_2):(_3,_2)");
}

TEST(RightInverse, AmongEqualChainsWholeLeavesComeFirst) {
  EXPECT_EQ(inverse("(_8,_2):(_1,_4)"), "_8:_1");
}

TEST(RightInverse, DynamicIntegersCountByTheirValues) {
  EXPECT_EQ(inverse("(128,_160):(_1,128)"), "20480:_1");
}

/// What CuTe's rule finds: the first whole leaf of the coalesced layout that fits, again and again.
std::int64_t size_by_first_fit(const Layout<>& layout) {
  const Layout<> flat = coalesce(layout);
  const LeavesByStride leaves(flat);
  std::int64_t end = 1;
  for (int i = 0; i < leaves.count(); ++i) {
    if (leaves.leaf(i).stride.value == end) end *= leaves.leaf(i).extent.value;
  }
  return end;
}

void expect_right_inverse(const Layout<>& layout) {
  const auto found = right_inverse(layout);
  ASSERT_EQ(found.ok(), !has_zero(layout.shape)) << print(layout);
  if (!found) return;
  ASSERT_GE(size(*found)->value, size_by_first_fit(layout)) << print(layout);
  ASSERT_EQ(coalesce(*found), *found) << print(layout);
  for (std::int64_t i = 0; i < size(*found)->value; ++i) {
    const std::int64_t index = crd2idx(i, *found)->value;
    ASSERT_LT(index, size(layout)->value) << print(layout);
    ASSERT_EQ(crd2idx(index, layout)->value, i) << print(layout) << ": " << print(*found);
  }
}

TEST(RightInverse, TheOffsetOfTheIndexOfAnOffsetIsTheOffset) {
  core::check_law("right_inverse_is_one", 10000, [] { expect_right_inverse(*any_layout()); });
  core::check_law("right_inverse_of_nested_is_one", 10000,
                  [] { expect_right_inverse(*any_nested_layout()); });
}

}  // namespace
}  // namespace tileglot::notation::cute
