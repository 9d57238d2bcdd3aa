// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/tiling.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using cute_cpp::Splat;

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

template <Splat How>
std::string divided(std::string_view a, std::string_view tiler) {
  return text_of(cute_cpp::divide_apart<How>(*read_layout(a), *parse_tiler(tiler)));
}

TEST(CuteCppTiling, ATilerThatNobodyChecksLosesElements) {
  EXPECT_EQ(divided<Splat::kNone>("(_12,(_4,_8)):(_7,(_1,_30))", "128"),
            "((12,4,2),(1,1,3)):((_7,_1,_30),(896,11,90))");
}

TEST(CuteCppTiling, AnUnderscoreSplitsAModeOfRankTwo) {
  const std::string_view a = "(_8,(_2,_4)):(_1,(_8,_16))";
  EXPECT_EQ(divided<Splat::kNone>(a, "<_4,_>"), "((_4,_2),(_2,_4)):((_1,_8),(_4,_16))");
  EXPECT_EQ(divided<Splat::kRests>(a, "<_4,_>"), "((_4,_2),_2,_4):((_1,_8),_4,_16)");
  EXPECT_EQ(divided<Splat::kBoth>(a, "<_4,_>"), "(_4,_2,_2,_4):(_1,_8,_4,_16)");
  EXPECT_EQ(divided<Splat::kNone>("(_8,_8):(_8,_1)", "<_,_4>"), "cute.rank");
}

TEST(CuteCppTiling, AnIntegerOfOneHasStrideZero) {
  EXPECT_EQ(divided<Splat::kNone>("_2:_5", "_1"), "(_1,_2):(_0,_5)");
  EXPECT_EQ(divided<Splat::kNone>("_2:_5", "_1:_1"), "(_1,_2):(_5,_5)");
  EXPECT_EQ(divided<Splat::kNone>("_33:_1", "(1)"), "((1),(33)):((_1),(1))");
}

TEST(CuteCppTiling, CopiesAreLaidWhereTheComplementLeavesHoles) {
  const Layout<> block = "(_4,_8):(_20,_2)"_layout;
  const Layout<> order = "(_3,_2):(_2,_1)"_layout;
  EXPECT_EQ(text_of(cute_cpp::blocked_product(block, order)),
            "((_4,_3),(_8,_2)):((_20,_80),(_2,_1))");
  EXPECT_EQ(text_of(cute_cpp::raked_product(block, order)),
            "((_3,_4),(_2,_8)):((_80,_20),(_1,_2))");
}

TEST(CuteCppTiling, APairNeedsATupleAfterATuple) {
  EXPECT_EQ(text_of(cute_cpp::blocked_product("((_2,_8)):((_1,_2))"_layout, "_2:_1"_layout)),
            "cute.cpp_rank");
  EXPECT_EQ(text_of(cute_cpp::raked_product("((_2,_8)):((_1,_2))"_layout, "_2:_1"_layout)),
            "((_2,((_2,_8)))):((_16,((_1,_2))))");
}

TEST(CuteCppTiling, ThreadsAndValuesAreTheInverseOfARakedProduct) {
  EXPECT_EQ(text_of(cute_cpp::make_layout_tv("(_4,_8):(_8,_1)"_layout, "(_2,_2):(_1,_2)"_layout)),
            "((_8,_4),(_2,_2)):((_16,_2),(_1,_8))");
  EXPECT_EQ(
      text_of(cute_cpp::tile_to_shape("(_8,_8):(_8,_1)"_layout, "(_32,_64):(_1,_1)"_layout.shape,
                                      "(_2,_1):(_1,_1)"_layout.shape)),
      "((_8,_4),(_8,_8)):((_8,_512),(_1,_64))");
}

}  // namespace
}  // namespace tileglot::notation::cute
