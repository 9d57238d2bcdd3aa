// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tileglot/calculator/linear/answer.h"

namespace tileglot::calculator {
namespace {

TEST(LinearBridgeOperations, ACuteLayoutIsLinearInItsFlatIndex) {
  EXPECT_EQ(linear_answer("cute_to_linear", {"(2,2,2):(2,4,1)"}),
            "{idx: [[2],[4],[1]]} -> {offset: 8}");
  EXPECT_EQ(linear_answer("cute_to_linear", {"Sw<1,0,2> o 0 o ((2,2),2):((2,4),1)"}),
            "{idx: [[2],[5],[1]]} -> {offset: 8}");
  EXPECT_EQ(linear_answer("cute_to_linear", {R"({"shape":[8,2],"stride":[0,32],"swizzle":null})"}),
            "{idx: [[0],[0],[0],[32]]} -> {offset: 64}, surjective: false");
  EXPECT_EQ(
      linear_answer("cute_to_linear", {R"({"shape":[4,2],"stride":[2,1],"swizzle":[1,0,2]})"}),
      "{idx: [[2],[5],[1]]} -> {offset: 8}");
}

TEST(LinearBridgeOperations, WhatIsNotLinearHasNoAnswer) {
  EXPECT_EQ(linear_answer("cute_to_linear", {"(8,4):(64,64)"}), "null");
  EXPECT_EQ(linear_answer("cute_to_linear", {"6:1"}), "null");
  EXPECT_EQ(linear_answer("cute_to_linear", {"4:-1"}), "null");
}

TEST(LinearBridgeOperations, WhatIsNotACuteLayoutIsRefused) {
  EXPECT_EQ(linear_answer("cute_to_linear", {"(8,4"}), "cute.syntax");
  EXPECT_EQ(linear_answer("cute_to_linear", {R"({"shape":[8]})"}), "linear.json");
  EXPECT_EQ(linear_answer("cute_to_linear", {R"({"shape":[8],"stride":[1.5]})"}), "linear.json");
  EXPECT_EQ(linear_answer("cute_to_linear", {R"({"shape":[8],"stride":[1],"swizzle":[1,2]})"}),
            "linear.json");
}

}  // namespace
}  // namespace tileglot::calculator
