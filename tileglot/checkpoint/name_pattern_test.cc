// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/name_pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::checkpoint {
namespace {

TEST(NamePattern, PatternsMatchWholeNames) {
  EXPECT_TRUE(matches("layers.*.mlp.w?", "layers.17.mlp.w1"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*b*", "abc"));
  EXPECT_TRUE(matches("a*b*c", "a.b.b.c"));
  EXPECT_FALSE(matches("layers.*.mlp", "layers.17.mlp.w1"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("a*b", "ac"));
  EXPECT_FALSE(matches("w1", "w"));
}

TEST(NamePattern, SetsStandForOneCharacter) {
  EXPECT_TRUE(matches("w[123]", "w2"));
  EXPECT_TRUE(matches("w[0-9a]*", "wa.b"));
  EXPECT_TRUE(matches("w[!0-9]", "wx"));
  EXPECT_TRUE(matches("w[]x]", "w]"));
  EXPECT_TRUE(matches("w[", "w["));
  EXPECT_FALSE(matches("w[!0-9]", "w5"));
  EXPECT_FALSE(matches("w[0-9]", "wx"));
}

TEST(NamePattern, ManyStarsDoNotTakeForEver) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(5000, 'a')));
}

}  // namespace
}  // namespace tileglot::checkpoint
