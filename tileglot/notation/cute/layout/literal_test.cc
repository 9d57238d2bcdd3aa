// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/literal.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert("((_2,2),2)"_layout == "((_2,2),2):((_1,_2),4)"_layout);
static_assert(" ( 4 , 2 ) : ( 2 , 1 ) "_layout == "(4,2):(2,1)"_layout);
static_assert("(3,):(1,)"_layout == "(3):(1)"_layout);
static_assert(rank("((),2):((),1)"_layout) == 2);

/// An IntTuple built by append says the same as one read in a single pass.
static_assert(*read_int_tuple("(3,((6,_2)),())") ==
              *tuple_of(3, tuple_of(tuple_of(6, core::static_integer(2))), IntTuple{}));
static_assert(*read_int_tuple("((()))") == *wrap(*wrap(IntTuple{})));

Reason refused(std::string_view text) { return read_layout(text).refusal.reason; }

TEST(Literal, ALiteralIsTheLayoutThatParseReads) {
  EXPECT_EQ("((2,2),2):((4,1),2)"_layout, *parse_layout("((2,2),2):((4,1),2)"));
}

TEST(Literal, ABadTextIsRefusedWithAReason) {
  EXPECT_EQ(refused(""), Reason::kNotANumber);
  EXPECT_EQ(refused("(2,,3)"), Reason::kNotANumber);
  EXPECT_EQ(refused("(,)"), Reason::kNotANumber);
  EXPECT_EQ(refused("_"), Reason::kNotANumber);
  EXPECT_EQ(refused("(2"), Reason::kUnbalanced);
  EXPECT_EQ(refused("2)"), Reason::kUnbalanced);
  EXPECT_EQ(refused("(2 3)"), Reason::kUnbalanced);
  EXPECT_EQ(refused("4:2:1"), Reason::kUnbalanced);
  EXPECT_EQ(refused("9223372036854775808"), Reason::kNumberTooLarge);
  EXPECT_EQ(refused("(3,4):(1,2,3)"), Reason::kNotCongruent);
  EXPECT_EQ(refused("(-3)"), Reason::kNegativeExtent);
  EXPECT_EQ(read_layout("(2,x)").refusal, (Refusal{Reason::kNotANumber, 3, 0}));
}

TEST(Literal, RoomForSixtyFourLeavesAndDepthSixteen) {
  std::string leaves = "(1";
  for (int i = 1; i < 64; ++i) leaves += ",1";
  EXPECT_TRUE(read_layout(leaves + ")").ok());
  EXPECT_EQ(refused(leaves + ",1)"), Reason::kTooManyLeaves);
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "4" + std::string(depth, ')');
  };
  EXPECT_TRUE(read_layout(nested(16)).ok());
  EXPECT_EQ(refused(nested(17)), Reason::kTooDeep);
  EXPECT_EQ(refused(std::string(40000, '(')), Reason::kTooDeep);
}

TEST(Literal, BothReadersAgreeOnEveryPrintedLayout) {
  core::check_law("readers_agree", 10000, [] {
    const Layout<> layout = *any_layout();
    const std::string text = print(layout, Marks::kShow);
    ASSERT_EQ(*read_layout(text), layout) << text;
    ASSERT_EQ(*parse_layout(text), layout) << text;
  });
}

TEST(Literal, BasesAndUnderscoresAreReadAsParseReadsThem) {
  for (const char* text :
       {"(4,5):(1@0,1@1)", "(_4,(_2,3)):(_6@1,(_1@0@1,-2@62@0))", "4:1@0@1@2@3@4",
        "4:1@0@1@2@3@4@5", "4:1@63", "4:1@", "4@0:1", "(4,_):(1,2)", "_"}) {
    const auto read = read_layout(text);
    const auto parsed = parse_any_layout(text);
    ASSERT_EQ(read.ok(), parsed.has_value()) << text;
    if (read) {
      EXPECT_EQ(*read, std::get<Layout<>>(*parsed)) << text;
    }
  }
  for (const char* text : {"_", "(_,1)", "(_1,(_,(_)))", "5", "(_,_-1,())", "1@0", "(_", "__"}) {
    const auto read = read_coordinate(text);
    const auto parsed = parse_coordinate(text);
    ASSERT_EQ(read.ok(), parsed.has_value()) << text;
    if (read) {
      EXPECT_EQ(*read, *parsed) << text;
    }
  }
}

static_assert("(4,5):(1@0,1@1)"_layout.stride.paths[1] == core::BasisPath{}.inside(1).packed);
static_assert(read_coordinate("(_,1)")->is_keep(0) && !read_coordinate("(_,1)")->is_keep(1));
static_assert(read_layout("4@0:1").refusal.reason == Reason::kBasisArithmetic);
static_assert(read_layout("4:1@63").refusal.reason == Reason::kBasisPath);

}  // namespace
}  // namespace tileglot::notation::cute
