// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/describe.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/eval/eval.h"

namespace tileglot::api {
namespace {

Json described(const std::string& text) {
  const Reply reply = describe({.text = text}, eval_operations());
  return reply ? reply->json : to_json(reply.error());
}

TEST(Describe, ALineIsALayoutACallOrAValue) {
  EXPECT_EQ(described("(4,8):(8,1)").dump(),
            R"x({"kind":"layout","layout":"(4,8):(8,1)","notation":"cute","title":"CuTe layout",)x"
            R"x("size":32,"argument":"(4,8):(8,1)"})x");
  EXPECT_EQ(described("logical_divide((8,8):(8,1), 4:2)")["operation"], "logical_divide");
  EXPECT_EQ(described("size(8:1)").dump(),
            R"x({"kind":"value","title":"int","text":"8","call":true,"operation":"size",)x"
            R"x("argument":"8"})x");
  EXPECT_EQ(described("<3:3,(2,4):(1,8)>")["title"], "cute.tiler");
  EXPECT_EQ(described("Sw<3,3,3>")["title"], "cute.swizzle");
}

TEST(Describe, EveryNotationHasATitle) {
  EXPECT_EQ(described("f32[3,5]{1,0:T(2,2)}")["title"], "XLA tiled layout");
  EXPECT_EQ(described("Sw<3,3,3> o 0 o (8,64):(64,1)")["title"], "CuTe composed layout");
  EXPECT_EQ(described("{lane: [[0,1],[0,2]], warp: [[1,0]]} -> {dim0: 2, dim1: 4}")["notation"],
            "linear");
}

TEST(Describe, AnInstructionIsDrawnAsALayoutIs) {
  const Json json = described("SM80_16x8x16_F32F16F16F32_TN");
  EXPECT_EQ(json["kind"], "layout") << json;
  EXPECT_EQ(json["title"], "MMA instruction");
  EXPECT_EQ(described("SM80_16x8x17_F32F16F16F32_TN")["ok"], false);
}

TEST(Describe, ALayoutWithoutAShapeTakesTheTensor) {
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
  EXPECT_FALSE(described(blocked)["ok"].get<bool>());
  const Reply reply = describe({.text = blocked, .tensor = "f16[128]"}, eval_operations());
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->json["size"], 128);
  const Reply other = describe({.text = "(8,64):(64,1)", .tensor = "f16[128]"}, eval_operations());
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error()->code, "layout.tensor");
}

TEST(Describe, ARefusalPointsIntoTheText) {
  const Reply reply = describe({.text = "composition((6,4):(1,10), 4:4)"}, eval_operations());
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->code, "cute.composition");
  const Reply broken = describe({.text = "(4,8:(8,1)"}, eval_operations());
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error()->line.has_value());
}

}  // namespace
}  // namespace tileglot::api
