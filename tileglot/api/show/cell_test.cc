// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/cell.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tileglot/api/show/show.h"

namespace tileglot::api {
namespace {

DrawnPicture drawn(const char* layout) { return *draw({.layout = layout}); }

TEST(ShowCell, ACellSaysWhereItIsAndItsOffsetInBinary) {
  const Reply reply = cell(drawn("f32[3,5]{1,0:T(2,2)}"), {.panel = 0, .row = 2, .column = 3});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->json.dump(),
            R"x({"title":"(2,3), offset 17, byte 68, bank 17","facts":["offset 17 = 0b1_0001"]})x");
}

TEST(ShowCell, AMarkIsExplained) {
  const Reply reply = cell(drawn("f32[3,5]{1,0:T(2,2)}"), {.panel = 0, .row = 3, .column = 0});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->json["facts"][1], "padding: no element is here");
}

TEST(ShowCell, APlaceOutsideThePictureIsRefused) {
  const DrawnPicture picture = drawn("(2,4):(4,1)");
  for (const CellPlace place : {CellPlace{1, 0, 0}, CellPlace{-1, 0, 0}, CellPlace{0, 2, 0},
                                CellPlace{0, 0, 4}, CellPlace{0, -1, 0}}) {
    const Reply reply = cell(picture, place);
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error()->code, "show.cell");
  }
}

TEST(ShowCell, DigitsAreInGroupsOfFour) {
  EXPECT_EQ(binary_text(0), "0b0");
  EXPECT_EQ(binary_text(209), "0b1101_0001");
  EXPECT_EQ(binary_text(-17), "-0b1_0001");
  EXPECT_EQ(binary_text(std::numeric_limits<std::int64_t>::min()).size(), 3U + 64U + 15U);
}

}  // namespace
}  // namespace tileglot::api
