// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/reply.h"

namespace tileglot::api {
namespace {

std::string answer(const IndexRequest& request) {
  const Reply reply = index(request);
  return reply ? reply->text : to_text(reply.error());
}

TEST(index, the_worked_example_with_its_steps) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"2,3"}}), "17\n");
  EXPECT_EQ(answer({.layout = "F32[3,5]{1,0:(2,2)}", .places = {"2,3"}, .explain = true}),
            "(2,3) -> 17\n"
            "  physical  (2,3) of (3,5), major to minor\n"
            "  T(2,2)    tile (1,1), inside (0,1), bounds (2,3,2,2)\n"
            "  sum       1*12 + 1*4 + 0*2 + 1*1 = 17\n");
}

TEST(index, combined_dimensions_of_the_published_document) {
  EXPECT_EQ(answer({.layout = "F32[2,7,8,11,10]{4,3,2,1,0:(\u2217,\u2217,2,\u2217,3)}",
                    .places = {"1,2,3,4,5"}}),
            "8307\n");
}

TEST(index, an_offset_is_a_coordinate_or_padding) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .places = {"17", "14"}, .inverse = true}),
            "(2,3)\npadding\n");
}

TEST(index, an_offset_of_a_broadcast_lists_sixteen_and_counts_all) {
  EXPECT_EQ(
      answer({.layout = "20:0", .places = {"0"}, .inverse = true}),
      "(0) (1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11) (12) (13) (14) (15) ... 20 in all\n");
}

TEST(index, cute_steps_are_products_of_leaves) {
  EXPECT_EQ(answer({.layout = "(3,(2,3)):(3,(12,1))", .places = {"1,5"}, .explain = true}),
            "(1,5) -> 17\n"
            "  natural   (1,(1,2))\n"
            "  sum       1*3 + 1*12 + 2*1 = 17\n");
}

TEST(index, places_outside_are_refused) {
  EXPECT_EQ(answer({.layout = "f32[3,5]", .places = {"15"}, .inverse = true}),
            "error[index.offset]: offset 15 is outside the 15 positions of the layout\n"
            "  1 | 15\n"
            "    | ^^\n"
            "  help: offsets go from 0 to 14\n");
  EXPECT_EQ(index({.layout = "f32[3,5]", .places = {"3,0"}}).error().error.code, "xla.coordinate");
}

}  // namespace
}  // namespace tileglot::api
