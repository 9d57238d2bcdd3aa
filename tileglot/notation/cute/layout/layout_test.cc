// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

// A layout is a template argument; equal layouts name one type.
template <Layout L>
struct Named {
  static constexpr std::int64_t kCosize = cosize(L)->value;
};
static_assert(Named<"(4,6):(6,1)"_layout>::kCosize == 24);
static_assert(std::is_same_v<Named<"(4,6)"_layout>, Named<"(4,6):(_1,4)"_layout>>);
static_assert(!std::is_same_v<Named<"4:1"_layout>, Named<"(4):(1)"_layout>>);

// Marks make another template argument, no other layout.
static_assert("(_4,6):(6,_1)"_layout == "(4,_6):(6,1)"_layout);
static_assert(!identical("(_4,6):(6,_1)"_layout, "(4,_6):(6,1)"_layout));
static_assert(identical("(_4,6):(6,_1)"_layout, "(_4,6):(6,_1)"_layout));
static_assert("4:1"_layout != "(4):(1)"_layout && "4:1"_layout != "4:2"_layout);

static_assert(size("((2,2),(2,3)):((2,12),(1,4))"_layout)->value == 24);
static_assert(rank("((2,2),2):((4,1),2)"_layout) == 2 && depth("((2,2),2):((4,1),2)"_layout) == 2);
static_assert(*mode("(4,(3,6)):(1,(4,12))"_layout, 1) == "(3,6):(4,12)"_layout);

std::string column_major(std::string_view shape) {
  return print(*make_layout(*read_int_tuple(shape)), Marks::kShow);
}
std::string row_major(std::string_view shape) {
  return print(*make_layout_right(*read_int_tuple(shape)), Marks::kShow);
}

TEST(Layout, ColumnMajorStridesWithCuTesRuleForStaticOnes) {
  EXPECT_EQ(column_major("(_3,_4)"), "(_3,_4):(_1,_3)");
  EXPECT_EQ(column_major("(_4,_1,_2)"), "(_4,_1,_2):(_1,_0,_4)");
  EXPECT_EQ(column_major("(4,1,2)"), "(4,1,2):(_1,4,4)");
  EXPECT_EQ(column_major("(_1,_6)"), "(_1,_6):(_0,_1)");
  EXPECT_EQ(column_major("(2,_5,(4,4))"), "(2,_5,(4,4)):(_1,2,(10,40))");
  EXPECT_EQ(column_major("_8"), "_8:_1");
  EXPECT_EQ(column_major("()"), "():()");
}

TEST(Layout, RowMajorStridesReverseEveryLevel) {
  EXPECT_EQ(row_major("(3,(4,5))"), "(3,(4,5)):(20,(5,_1))");
  EXPECT_EQ(row_major("(_2,4)"), "(_2,4):(4,_1)");
}

TEST(Layout, CosizeIsOneMoreThanTheLargestDistance) {
  EXPECT_EQ(*cosize("2:2"_layout), Integer(3));
  EXPECT_EQ(*cosize("(_2,_4,_6):(_1,_6,_2)"_layout), core::static_integer(30));
  EXPECT_EQ(*cosize("(_2,(_2,_3)):(_1,(_-1,_2))"_layout), core::static_integer(7));
  EXPECT_EQ(*cosize("(4,0):(1,4)"_layout), Integer(0));
  EXPECT_EQ(*cosize("()"_layout), core::static_integer(1));
}

TEST(Layout, ShapeAndStrideMustBeCongruent) {
  EXPECT_EQ(read_layout("(4,(2,2)):(2,(1,8,3))").refusal.reason, Reason::kNotCongruent);
  EXPECT_EQ(read_layout("4:(1)").refusal.reason, Reason::kNotCongruent);
  EXPECT_EQ(read_layout("((4),2):(1,2)").refusal.reason, Reason::kNotCongruent);
  EXPECT_EQ(read_layout("(4,2):(1)").refusal.reason, Reason::kNotCongruent);
  EXPECT_EQ(read_layout("():4").refusal.reason, Reason::kNotCongruent);
}

TEST(Layout, WhatDoesNotFitSixtyFourBitsIsRefused) {
  EXPECT_EQ(read_layout("(4000000000,4000000000):(0,0)").refusal,
            (Refusal{Reason::kProductTooLarge, 4000000000, 4000000000}));
  EXPECT_EQ(read_layout("3:9223372036854775807").refusal,
            (Refusal{Reason::kProductTooLarge, 2, core::kInt64Max}));
  EXPECT_EQ(read_layout("2:9223372036854775807").refusal,
            (Refusal{Reason::kSumTooLarge, core::kInt64Max, 1}));
  EXPECT_TRUE(read_layout("2:9223372036854775806").ok());
  EXPECT_EQ(read_layout("(2,-1):(1,1)").refusal, (Refusal{Reason::kNegativeExtent, 1, -1}));
  EXPECT_EQ(read_layout("1:-9223372036854775808").refusal.reason, Reason::kProductTooLarge);
}

TEST(Layout, ALargeStrideBesideAnExtentOfZeroReachesNothing) {
  EXPECT_TRUE(read_layout("(3,0):(9223372036854775807,1)").ok());
  EXPECT_TRUE(read_layout("(0,3):(1,9223372036854775807)").ok());
}

TEST(Layout, CosizeBoundsEveryDistanceFromTheFirstElement) {
  core::check_law("cosize_bounds_offsets", 10000, [] {
    const Layout<> layout = *any_layout();
    const std::int64_t bound = cosize(layout)->value;
    for (std::int64_t i = 0; i < size(layout)->value; ++i) {
      const std::int64_t offset = crd2idx(i, layout)->value;
      ASSERT_LT(offset, bound) << print(layout);
      ASSERT_GT(offset, -bound) << print(layout);
    }
  });
}

TEST(Layout, ColumnMajorOffsetsAreTheIndices) {
  core::check_law("column_major_is_identity", 10000, [] {
    const Layout<> layout = *make_layout((*any_layout()).shape);
    for (std::int64_t i = 0; i < size(layout)->value; ++i) {
      ASSERT_EQ(crd2idx(i, layout)->value, i) << print(layout);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
