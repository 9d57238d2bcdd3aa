// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

TEST(Print, MarksAreWrittenOnRequest) {
  EXPECT_EQ(print("(_4,2):(_2,_1)"_layout), "(4,2):(2,1)");
  EXPECT_EQ(print("(_4,2):(_2,_1)"_layout, Marks::kShow), "(_4,2):(_2,_1)");
  EXPECT_EQ(print("(_2,2):(_-1,-2)"_layout, Marks::kShow), "(_2,2):(_-1,-2)");
}

TEST(Print, ATupleOfOneKeepsItsParentheses) {
  EXPECT_EQ(print("(3):(2)"_layout), "(3):(2)");
  EXPECT_EQ(print("3:2"_layout), "3:2");
  EXPECT_EQ(print("(((3)),()):(((2)),())"_layout), "(((3)),()):(((2)),())");
  EXPECT_EQ(print(IntTuple{}), "()");
}

TEST(Print, ParseReadsWhatPrintWrites) {
  core::check_law("parse_print_round_trip", 20000, [] {
    const Layout<> layout = *any_layout();
    ASSERT_TRUE(identical(*parse_layout(print(layout, Marks::kShow)), layout)) << print(layout);
    ASSERT_EQ(*parse_layout(print(layout)), layout) << print(layout);
    const IntTuple tuple = *any_int_tuple();
    ASSERT_EQ(*parse_int_tuple(print(tuple, Marks::kShow)), tuple) << print(tuple);
    ASSERT_EQ(*parse_coordinate(print(tuple, Marks::kShow)), tuple) << print(tuple);
  });
}

TEST(Print, EverySpellingReadsBackAsWhatItSpells) {
  EXPECT_EQ(print("(_4,(2,_3)):(_2,(1,_8))"_layout, Spelling::kPycute), "(4, (2, 3)):(2, (1, 8))");
  EXPECT_EQ(print("(_3):(_2)"_layout, Spelling::kPycute), "(3,):(2,)");
  EXPECT_EQ(print(Swizzle{3, 4, -3}, Spelling::kPycute), "SW_3_4_-3");
  EXPECT_EQ(print(Swizzle{3, 4, 3}, Spelling::kDsl), "S<3,4,3>");
  EXPECT_EQ(print(*parse_tiler("<4,<_,2>>"), Spelling::kDsl), "[4:1;[_;2:1]]");
  EXPECT_EQ(print(*parse_tiler("<4,_>"), Spelling::kPycute), "<4:1, None>");
  core::check_law("spellings_round_trip", 10000, [] {
    const Layout<> layout = *any_layout();
    const ComposedLayout composed{Swizzle{2, 1, 3}, Integer(5, true), layout};
    for (const Spelling spelling :
         {Spelling::kCanonical, Spelling::kCuteCpp, Spelling::kPycute, Spelling::kDsl}) {
      const std::string text = print(layout, spelling);
      ASSERT_EQ(*parse_layout(text), layout) << text;
      const auto again = parse_any_layout(print(composed, spelling));
      ASSERT_TRUE(again.has_value()) << text;
      ASSERT_EQ(std::get<ComposedLayout>(*again).outer, composed.outer) << text;
      ASSERT_EQ(std::get<ComposedLayout>(*again).inner.layout, layout) << text;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
