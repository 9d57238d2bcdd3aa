// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/tensor_rules.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::checkpoint {
namespace {

TEST(TensorRules, TheFirstRuleThatMatchesCounts) {
  auto rules = TensorRules::of({"layers.*.w: {1,0:T(8,128)}", "* :row-major"}, "--map");
  ASSERT_TRUE(rules.has_value());
  EXPECT_EQ(rules->value_of("layers.0.w"), "{1,0:T(8,128)}");
  EXPECT_EQ(rules->value_of("head"), "row-major");
}

TEST(TensorRules, ANameWithoutARuleHasNoValue) {
  auto rules = TensorRules::of({"a: u4"}, "--dtype");
  EXPECT_EQ(rules->value_of("b"), std::nullopt);
  rules->add_default("tpu");
  EXPECT_EQ(rules->value_of("b"), "tpu");
}

TEST(TensorRules, PatternsThatMatchNothingAreRefused) {
  auto rules = TensorRules::of({"*: tpu", "b: {0}", "c: {0}"}, "--map");
  rules->value_of("b");
  const auto left = rules->unmatched();
  ASSERT_FALSE(left.has_value());
  EXPECT_EQ(left.error()->code, "checkpoint.no_match");
  EXPECT_EQ(left.error()->message, "no tensor has a name like 'c'");
  rules->value_of("c");
  EXPECT_TRUE(rules->unmatched().has_value());
}

TEST(TensorRules, RulesHaveAPatternAndAValue) {
  for (const char* text : {"", "a", "a:", ": u4", "{1,0:T(8,128)}", "(4,2):(2,1)"}) {
    EXPECT_EQ(TensorRules::of({text}, "--map").error()->code, "checkpoint.rule") << text;
  }
  const auto message = [](const char* text, const char* option) {
    return TensorRules::of({text}, option).error()->message;
  };
  EXPECT_EQ(message("a: ", "--map"), "--map 'a: ' has no layout after the pattern");
  EXPECT_EQ(message("a:", "--dtype"), "--dtype 'a:' has no type after the pattern");
  EXPECT_EQ(message(": u4", "--dtype"), "--dtype ': u4' has no pattern of tensor names");
}

}  // namespace
}  // namespace tileglot::checkpoint
