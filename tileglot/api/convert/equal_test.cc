// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/equal.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

std::string answer(const std::string& left, const std::string& right) {
  const Reply reply = equal({.left = left, .right = right});
  return reply ? reply->text : core::render(reply.error());
}

TEST(Equal, TwoSpellingsOfOneTilingAreEqual) {
  EXPECT_EQ(answer("f32[100000,100000]{1,0:T(8,128)}", "f32[100000,100000]{1,0:T(8,128)(2,128)}"),
            "equal on all 10000000000 coordinates of [100000,100000]\n");
  EXPECT_EQ(answer("f32[100000,100000]{1,0:T(1,65536)}", "f32[100000,100000]{1,0:T(1,131072)}"),
            "equal on all 10000000000 coordinates of [100000,100000]\n");
  EXPECT_EQ(
      answer("f32[100000,7,100000]{2,1,0:T(*,14,128)}", "f32[100000,7,100000]{2,1,0:T(2,7,128)}"),
      "equal on all 70000000000 coordinates of [100000,7,100000]\n");
}

TEST(Equal, TwoTilingsDifferAtTheSecondElement) {
  EXPECT_EQ(answer("f32[100000,100000]{1,0:T(8,128)}", "f32[100000,100000]{1,0:T(8,128)(2,1)}"),
            "differ first at (0,1): 1 against 2\n");
}

TEST(Equal, SwizzledLayoutsAreComparedAsFunctions) {
  const std::string tile = "Sw<3,4,3> o 0 o (64,64):(64,1)";
  EXPECT_EQ(answer(tile, "Sw<3,4,3> o 0 o ((2,32),64):((64,128),1)"),
            "equal on all 4096 coordinates of [64,64]\n");
  EXPECT_EQ(answer(tile, "(64,64):(64,1)"), "differ first at (2,0): 144 against 128\n");
}

TEST(Equal, AFarDifferenceIsFoundAtOnce) {
  EXPECT_EQ(answer("(100000,100000):(1,100000)", "((50000,2),100000):((1,50001),100000)"),
            "differ first at (50000,0): 50000 against 50001\n");
  EXPECT_EQ(
      answer("f32[100000,7,100000]{2,1,0:T(*,2,128)}", "f32[100000,7,100000]{2,1,0:T(2,128)}"),
      "differ first at (1,0,0): 600704 against 800768\n");
}

TEST(Equal, OtherDomainsDiffer) {
  const Reply reply = equal({.left = "f32[3,5]", .right = "f32[5,3]"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text, "differ in their domains: [3,5] against [5,3]\n");
  EXPECT_EQ(reply->exit_code, kNo);
}

TEST(Equal, ABadTextIsShownWithItsPlace) {
  EXPECT_EQ(answer("f32[3,5]", "f32[3,5]{1,1}"),
            "error[xla.order]: minor_to_major must list every dimension once; 1 is listed twice "
            "and 0 is missing\n"
            "  1 | f32[3,5]{1,1}\n"
            "    |            ^\n"
            "  help: write {1,0} for row-major or {0,1} for column-major\n");
}

TEST(Equal, SharedMemoryIsItsOwnConversion) {
  const std::string shared = "{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}";
  EXPECT_EQ(answer(shared, "Sw<1,0,1> o 0 o (2,2):(2,1)"), "equal on all 4 coordinates of [2,2]\n");
  EXPECT_EQ(answer("f32[2,2]{1,0}", shared), "differ first at (1,0): 2 against 3\n");
  EXPECT_EQ(answer(shared, shared), "equal on all 4 coordinates of [4]\n");
}

}  // namespace
}  // namespace tileglot::api
