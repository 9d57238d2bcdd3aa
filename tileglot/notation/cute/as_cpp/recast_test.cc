// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/recast.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

std::string divided(const IntTuple& a, const IntTuple& b) {
  const auto quotient = cute_cpp::shape_div(a, b);
  return quotient ? print(*quotient, Marks::kShow) : to_error(quotient.refusal)->code;
}

TEST(CuteCppRecast, DynamicNumbersAreDividedWithoutAsking) {
  const IntTuple four = core::static_integer(4);
  EXPECT_EQ(divided("(6,_2):(_1,_1)"_layout.shape, four), "(2,2)");
  EXPECT_EQ(divided("(_6,_2):(_1,_1)"_layout.shape, four), "cute.divisibility");
  EXPECT_EQ(divided(IntTuple(Integer(6)), IntTuple(Integer(0))), "cute.division_by_zero");
  EXPECT_EQ(text_of(cute_cpp::upcast(2, "_4:5"_layout)), "_4:2");
  EXPECT_EQ(text_of(cute_cpp::upcast(2, "_4:_5"_layout)), "cute.not_aligned");
  EXPECT_EQ(text_of(cute_cpp::upcast(0, "_4:_5"_layout)), "cute.factor");
}

TEST(CuteCppRecast, NeighboursAreKnownByAStaticStrideOfOne) {
  EXPECT_EQ(text_of(cute_cpp::downcast(2, "(_4,_8):(_8,_1)"_layout)), "(_4,_16):(_16,_1)");
  EXPECT_EQ(text_of(cute_cpp::downcast(2, "(_4,_2):(_1,_1)"_layout)), "(_8,_4):(_1,_1)");
  EXPECT_EQ(text_of(cute_cpp::downcast(2, "_4:1"_layout)), "cute.no_unit_stride");
}

TEST(CuteCppRecast, AnAlignmentIsThatOfTheStaticPart) {
  EXPECT_EQ(cute_cpp::max_alignment("(_2,_4,_6):(_1,_6,_2)"_layout)->value, 6);
  EXPECT_EQ(cute_cpp::max_alignment("(4,_2):(_1,_4)"_layout)->value, 1);
  EXPECT_EQ(cute_cpp::max_alignment("(_4,_2):(_1,4)"_layout)->value, 4);
  EXPECT_EQ(cute_cpp::max_alignment("(_2,(_2,_3)):(_1,(_-1,_2))"_layout)->value, -1);
}

}  // namespace
}  // namespace tileglot::notation::cute
