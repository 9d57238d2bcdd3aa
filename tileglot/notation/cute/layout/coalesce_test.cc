// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/coalesce.h"

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

std::string coalesced(std::string_view text) {
  return print(coalesce(*read_layout(text)), Marks::kShow);
}

static_assert(coalesce("(_2,(_1,_6)):(_1,(_6,_2))"_layout) == "_12:_1"_layout);
static_assert(coalesce("(2,4,6):(1,6,2)"_layout) == "(2,4,6):(1,6,2)"_layout);

TEST(Coalesce, ModesThatContinueEachOtherMerge) {
  EXPECT_EQ(coalesced("(_2,_1,_6):(_4,_7,_8)"), "_12:_4");
  EXPECT_EQ(coalesced("(_2,_4):(_0,_0)"), "_8:_0");
  EXPECT_EQ(coalesced("(_2,_2):(_-2,_-4)"), "_4:_-2");
  EXPECT_EQ(coalesced("(((5,2)),5,(3,1)):(((4,60)),120,(600,0))"), "(5,30):(4,60)");
}

TEST(Coalesce, ModesOfExtentOneVanish) {
  EXPECT_EQ(coalesced("_1:_1"), "_1:_0");
  EXPECT_EQ(coalesced("1:7"), "1:0");
  EXPECT_EQ(coalesced("(_1,_1):(_3,_4)"), "_1:_0");
  EXPECT_EQ(coalesced("()"), "_1:_0");
  EXPECT_EQ(coalesced("((),3):((),2)"), "3:2");
}

TEST(Coalesce, ValuesDecideWhateverTheMarks) {
  EXPECT_EQ(coalesced("(4,_2):(_1,_4)"), "8:_1");
  EXPECT_EQ(coalesced("(_4,_2):(_1,4)"), "_8:_1");
}

TEST(Coalesce, ScaledBasesMergeAlongOnePath) {
  const auto along = [](int mode) { return core::BasisPath{}.inside(mode); };
  const Layout<> layout =
      *make_layout(*tuple_of(8, *tuple_of(4, 2)),
                   *tuple_of(Integer(1, true, along(0)),
                             *tuple_of(Integer(8, true, along(0)), Integer(1, true, along(1)))));
  EXPECT_EQ(print(coalesce(layout)), "(32,2):(1@0,1@1)");
}

TEST(Coalesce, AProductThatDoesNotFitIsNotANextStride) {
  EXPECT_EQ(coalesced("(4294967296,4294967296,0):(4294967296,0,5)"),
            "(4294967296,4294967296,0):(4294967296,0,5)");
}

void expect_same_function(const Layout<>& a, const Layout<>& b) {
  ASSERT_EQ(size(a)->value, size(b)->value) << print(a) << " and " << print(b);
  for (std::int64_t i = 0; i < size(a)->value; ++i) {
    ASSERT_EQ(crd2idx(i, a)->value, crd2idx(i, b)->value) << print(a) << " at " << i;
  }
}

/// No mode of 1 and no neighbours that continue each other.
void expect_simplest(const Layout<>& layout) {
  ASSERT_LE(depth(layout), 1);
  ASSERT_EQ(layout.shape.is_scalar, rank(layout) == 1);
  for (int i = 0; i + 1 < rank(layout); ++i) {
    const std::int64_t extent = layout.shape.values[i];
    ASSERT_NE(extent, 1) << print(layout);
    ASSERT_NE(extent * layout.stride.values[i], layout.stride.values[i + 1]) << print(layout);
  }
}

TEST(Coalesce, CoalescingKeepsTheFunctionOfTheIndex) {
  core::check_law("coalesce_keeps_the_function", 10000, [] {
    const Layout<> layout = *any_layout();
    const Layout<> simple = coalesce(layout);
    expect_same_function(simple, layout);
    expect_simplest(simple);
    ASSERT_EQ(coalesce(simple), simple) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
