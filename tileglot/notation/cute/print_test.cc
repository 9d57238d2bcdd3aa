// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/print.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/any_layout.h"
#include "tileglot/notation/cute/literal.h"
#include "tileglot/notation/cute/parse.h"

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
    ASSERT_EQ(*parse_layout(print(layout, Marks::kShow)), layout) << print(layout);
    ASSERT_TRUE(equal_values(*parse_layout(print(layout)), layout)) << print(layout);
    const IntTuple tuple = *any_int_tuple();
    ASSERT_EQ(*parse_int_tuple(print(tuple, Marks::kShow)), tuple) << print(tuple);
    ASSERT_EQ(*parse_coordinate(print(tuple, Marks::kShow)), tuple) << print(tuple);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
