// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

std::string answer(const IndexRequest& request) {
  const Reply reply = index(request);
  return reply ? reply->text : core::render(reply.error());
}

TEST(Index, TheWorkedExampleWithItsSteps) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"2,3"}}), "17\n");
  EXPECT_EQ(answer({.layout = "F32[3,5]{1,0:(2,2)}", .places = {"2,3"}, .explain = true}),
            "(2,3) -> 17\n"
            "  physical  (2,3) of (3,5), major to minor\n"
            "  T(2,2)    tile (1,1), inside (0,1), bounds (2,3,2,2)\n"
            "  sum       1*12 + 1*4 + 0*2 + 1*1 = 17\n");
}

TEST(Index, BracketsAreParentheses) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"[2,3]", "(2,3)"}}), "17\n17\n");
  EXPECT_EQ(answer({.layout = "f32[]", .places = {"[]"}}), "0\n");
  EXPECT_EQ(answer({.layout = "4:1", .places = {"[3]"}}), "3\n");
  EXPECT_EQ(answer({.layout = "((2,2),3):((1,2),4)", .places = {"[[1,1],2]"}}), "11\n");
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"[17]"}, .inverse = true}),
            "(2,3)\n");
}

TEST(Index, CombinedDimensionsOfThePublishedDocument) {
  EXPECT_EQ(answer({.layout = "F32[2,7,8,11,10]{4,3,2,1,0:(\u2217,\u2217,2,\u2217,3)}",
                    .places = {"1,2,3,4,5"}}),
            "8307\n");
}

TEST(Index, AnOffsetIsACoordinateOrPadding) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"17", "14"}, .inverse = true}),
            "(2,3)\npadding\n");
}

TEST(Index, ALinearLayoutHasOutputs) {
  const std::string layout = "{register: [[0,1]], lane: [[1,0],[3,0]]} -> {dim0: 4, dim1: 2}";
  EXPECT_EQ(answer({.layout = layout, .places = {"1,3", "lane=3"}}), "(2,1)\n(2,0)\n");
  EXPECT_EQ(answer({.layout = layout, .places = {"1,3"}, .explain = true}),
            "(1,3) -> (2,1)\n"
            "  register      1 -> (0,1)\n"
            "  lane          1 -> (1,0)\n"
            "  lane          2 -> (3,0)\n"
            "  xor of all, each output by itself\n");
  EXPECT_EQ(answer({.layout = layout, .places = {"2,1", "(0,0)"}, .inverse = true}),
            "(1,3)\n(0,0)\n");
  const Reply outside = index({.layout = layout, .places = {"4,0"}, .inverse = true});
  EXPECT_EQ(outside.error()->code, "index.offset");
  EXPECT_EQ(outside.error()->help, "its places are: dim0 of 4, dim1 of 2");
  const std::string hole = "{lane: [[1,0]]} -> {dim0: 4, dim1: 2}, surjective: false";
  EXPECT_EQ(answer({.layout = hole, .places = {"2,1"}, .inverse = true}), "nowhere\n");
  EXPECT_EQ(answer({.layout = "{i: [[2],[3]]} -> {o: 4}", .places = {"3"}}), "1\n");
}

TEST(Index, ASplitArrayHasPartsAndPlacesInThem) {
  const std::string split = "f32[64,96]{1,0:SC(1:40)}";
  EXPECT_EQ(answer({.layout = split, .places = {"2,50", "2,39"}}), "(1,122)\n(0,151)\n");
  EXPECT_EQ(answer({.layout = split, .places = {"2,50"}, .explain = true}),
            "(2,50) -> (1,122)\n"
            "  part      1 of 2, from (0,40) on; in it (2,10) of f32[64,56]{1,0}\n"
            "  physical  (2,10) of (64,56), major to minor\n"
            "  sum       2*56 + 10*1 = 122\n");
  EXPECT_EQ(answer({.layout = split, .places = {"1,122", "(0,151)", "0,55"}, .inverse = true}),
            "(2,50)\n(2,39)\npadding\n");
  const Reply reply = index({.layout = split, .places = {"1,122"}, .inverse = true});
  EXPECT_EQ(reply->json["results"][0]["part"], 1);
  EXPECT_EQ(reply->json["results"][0]["offset"], 122);
  for (const char* place : {"2,0", "0,3584", "-1,0", "0,-1"}) {
    const Reply outside = index({.layout = split, .places = {place}, .inverse = true});
    EXPECT_EQ(outside.error()->code, "index.offset") << place;
  }
  EXPECT_EQ(index({.layout = split, .places = {"5"}, .inverse = true}).error()->code,
            "scan.expected");
}

TEST(Index, AnOffsetOfABroadcastListsSixteenAndCountsAll) {
  EXPECT_EQ(
      answer({.layout = "20:0", .places = {"0"}, .inverse = true}),
      "(0) (1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11) (12) (13) (14) (15) ... 20 in all\n");
}

TEST(Index, CuteStepsAreProductsOfLeaves) {
  EXPECT_EQ(answer({.layout = "(3,(2,3)):(3,(12,1))", .places = {"1,5"}, .explain = true}),
            "(1,5) -> 17\n"
            "  natural   (1,(1,2))\n"
            "  sum       1*3 + 1*12 + 2*1 = 17\n");
}

TEST(Index, ASwizzledLayoutIsExplainedFromTheInsideOut) {
  const std::string tile = "Sw<3,4,3> o 0 o (64,64):(64,1)";
  EXPECT_EQ(answer({.layout = tile, .places = {"3,5"}, .explain = true}),
            "(3,5) -> 213\n"
            "  natural   (3,5)\n"
            "  sum       3*64 + 5*1 = 197\n"
            "  offset    0 + 197 = 197\n"
            "  outer     Sw<3,4,3> at 197 = 213\n");
  EXPECT_EQ(answer({.layout = tile, .places = {"213"}, .inverse = true}), "(3,5)\n");
}

TEST(Index, PlacesOutsideAreRefused) {
  EXPECT_EQ(answer({.layout = "f32[3,5]", .places = {"15"}, .inverse = true}),
            "error[index.offset]: offset 15 is outside the layout\n"
            "  1 | 15\n"
            "    | ^^\n"
            "  help: its offsets go from 0 to 14\n");
  EXPECT_EQ(index({.layout = "f32[3,5]", .places = {"3,0"}}).error()->code, "xla.coordinate");
}

TEST(Index, NegativeStridesHaveAnInverse) {
  const Reply reply =
      index({.layout = "(3,5):(-5,1)", .places = {"-10", "4", "-1"}, .inverse = true});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text, "(2,0)\n(0,4)\n(1,4)\n");
  for (const char* outside : {"-11", "5"}) {
    const Reply refused = index({.layout = "(3,5):(-5,1)", .places = {outside}, .inverse = true});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error()->help, "its offsets go from -10 to 4");
  }
}

TEST(Index, NoOffsetIsInALayoutWithoutElements) {
  const Reply reply = index({.layout = "f32[0]", .places = {"0"}, .inverse = true});
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->help, "the layout has no elements, so no offset is in it");
}

}  // namespace
}  // namespace tileglot::api
