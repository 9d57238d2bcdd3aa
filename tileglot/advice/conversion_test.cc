// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/conversion.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/advice/advised.h"

namespace tileglot::advice {
namespace {

const std::string kRows = "{register: [1,2], lane: [4,8]} -> {dim0: 16}";

Request request(const std::string& to) {
  Request result{.layout = kRows, .dtype = "f32"};
  result.use.convert_to = to;
  return result;
}

TEST(Conversion, TheClassAndTheCostAreTold) {
  const auto renamed = advised(request("{register: [2,1], lane: [4,8]} -> {dim0: 16}"));
  ASSERT_TRUE(renamed);
  EXPECT_NE(renamed->text.find("  conversion  registers are renamed, 2 of 4"), std::string::npos)
      << renamed->text;
  const auto shuffled = advised(request("{register: [1,8], lane: [4,2]} -> {dim0: 16}"));
  ASSERT_TRUE(shuffled);
  EXPECT_NE(shuffled->text.find("shuffles within each warp: 2 shuffles, 6 selects\n"
                                "              moves register, lane\n"
                                "              16 registers of all threads simulated"),
            std::string::npos)
      << shuffled->text;
  EXPECT_EQ(shuffled->json["conversion"]["class"], "warp_shuffle");
}

TEST(Conversion, EveryInstructionIsExplained) {
  Request asked = request("{register: [1,8], lane: [4,2]} -> {dim0: 16}");
  asked.accesses.explain = true;
  const auto reply = advised(asked);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->text.find("\n    r5 = r4 of lane ^ 2\n"), std::string::npos) << reply->text;
  EXPECT_EQ(reply->json["conversion"]["instructions"].size(), 9U);
}

TEST(Conversion, WhatIsNotAConversionIsRefused) {
  EXPECT_EQ(code_of(request("{offset: [1,2,4,8]} -> {dim0: 16}")), "advice.layout");
  EXPECT_EQ(code_of(request("{lane: [1,2,4]} -> {dim0: 8}")), "linear.other_tensor");
  Request untyped = request(kRows);
  untyped.dtype = {};
  EXPECT_EQ(code_of(untyped), "access.type");
}

}  // namespace
}  // namespace tileglot::advice
