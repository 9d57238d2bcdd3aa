// SPDX-License-Identifier: Apache-2.0
// Conversions of linear layouts, from and to the notations that go from a tensor to memory.
#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

/// 16x32, four warps of whole rows.
const std::string kBlocked =
    "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[0,16],[1,0],[2,0]], warp: [[4,0],[8,0]], "
    "block: []} -> {dim0: 16, dim1: 32}";
const std::string kShared = "{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}";

std::string answer(const ConvertRequest& request) {
  const Reply reply = convert(request);
  return reply ? reply->text : reply.error()->code;
}

TEST(ConvertLinear, WhatThreadsHoldIsWrittenInCutesConvention) {
  const Reply reply = convert({.layout = kBlocked, .to = "cute"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text, "((8,4,4),4):((64,1,4),16)\n");
  EXPECT_EQ(reply->note,
            "CuTe's convention: (thread, value) to the index of the tensor, column-major: dim0 is "
            "the fastest; thread = lane + 32*warp, value = register\n");
  EXPECT_EQ(answer({.layout = kBlocked, .to = "cute", .convention = "map"}),
            "(4,32,4,1):(1,4,128,0)\n");
}

TEST(ConvertLinear, ThreadsAndValuesGoBack) {
  const std::string form = "((8,4,4),4):((64,1,4),16)";
  EXPECT_EQ(answer({.layout = form,
                    .to = "linear",
                    .notation = "cute",
                    .tensor = "tensor<16x32xf16>",
                    .convention = "tv"}),
            kBlocked + "\n");
  const Reply untold = convert({.layout = form, .to = "linear", .convention = "tv"});
  ASSERT_TRUE(untold.has_value());
  EXPECT_EQ(untold->text,
            "{register: [[16],[32]], lane: [[64],[128],[256],[1],[2]], warp: [[4],[8]], block: []} "
            "-> {dim0: 512}\n");
  EXPECT_NE(untold->note.find("-t 'tensor<16x32xf16>'"), std::string::npos);
  EXPECT_EQ(answer({.layout = form, .to = "cute", .tensor = "16x32xf16", .convention = "tv"}),
            form + "\n");
}

TEST(ConvertLinear, MemoryIsWrittenFromTheElementToItsOffset) {
  const Reply reply = convert({.layout = kShared, .to = "cute"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text, "Sw<1,0,1> o 0 o (2,2):(2,1)\n");
  EXPECT_NE(reply->note.find("from the element of the tensor to its offset"), std::string::npos);
  EXPECT_EQ(answer({.layout = kShared, .to = "cute", .convention = "map"}),
            "Sw<1,0,1> o 0 o 4:1\n");
  const std::string tiled = "{offset: [[0,1],[1,0],[0,2],[2,0]]} -> {dim0: 4, dim1: 4}";
  EXPECT_EQ(answer({.layout = tiled, .to = "xla", .dtype = "f32"}), "f32[4,4]{1,0:T(2,2)}\n");
}

TEST(ConvertLinear, WhatHasNoPlaceInMemoryIsNotAnArray) {
  EXPECT_EQ(answer({.layout = kBlocked, .to = "xla", .dtype = "f16"}), "bridge.no_role");
  EXPECT_EQ(answer({.layout = kBlocked, .to = "xla", .dtype = "f16", .convention = "map"}),
            "f16[4,32,4,1]{3,0,1,2}\n");
  EXPECT_EQ(answer({.layout = kShared, .to = "cute", .convention = "tv"}), "bridge.no_role");
  EXPECT_EQ(answer({.layout = "f32[4]", .to = "cute", .convention = "tv"}), "convert.convention");
  EXPECT_EQ(answer({.layout = "4:1", .to = "cute", .convention = "vt"}), "convert.convention");
}

TEST(ConvertLinear, AllSaysHowEachIsMeant) {
  const Reply reply = convert({.layout = kBlocked, .to = "all", .dtype = "f16"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("✓ cute      ((8,4,4),4):((64,1,4),16)  "), std::string::npos);
  EXPECT_NE(reply->text.find("from linear " + kBlocked + "\n"), std::string::npos);
  EXPECT_NE(reply->text.find("✓ map       register + 4*lane + 128*warp  "), std::string::npos);
  EXPECT_NE(reply->note.find("cute: CuTe's convention"), std::string::npos);
}

TEST(ConvertLinear, JsonSaysWhatTheNoteSays) {
  const Reply distributed = convert({.layout = kBlocked, .to = "cute"});
  ASSERT_TRUE(distributed.has_value());
  EXPECT_EQ(distributed->json["note"].get<std::string>() + "\n", distributed->note);
  const Reply read =
      convert({.layout = "((8,4,4),4):((64,1,4),16)", .to = "linear", .convention = "tv"});
  ASSERT_TRUE(read.has_value());
  EXPECT_NE(read->json["note"].get<std::string>().find("(thread, value)"), std::string::npos);
  EXPECT_FALSE(convert({.layout = "4:1", .to = "map"})->json.contains("note"));
  const Reply all_of = convert({.layout = kBlocked, .to = "all"});
  EXPECT_TRUE(all_of->json["results"][0].contains("note"));
}

TEST(ConvertLinear, MapsSayTheirDirection) {
  EXPECT_EQ(
      convert({.layout = kBlocked, .to = "map"})->note,
      "from the place (register, lane, warp, block) to the row-major number of the element\n");
  EXPECT_EQ(convert({.layout = kShared, .to = "table"})->note,
            "from the offset to the row-major number of the element\n");
}

TEST(ConvertLinear, ThreadsAndValuesSayInEveryNotationWhatTheyAre) {
  const Reply reply = convert(
      {.layout = "((8,4,4),4):((64,1,4),16)", .to = "all", .notation = "cute", .convention = "tv"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->note.find("dim0 is the column-major index of the tensor"), std::string::npos);
  EXPECT_NE(reply->text.find("✗ xla       the layout says what threads hold"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
