// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/options.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

core::Result<Options> read(std::initializer_list<std::string_view> words) {
  return read_options(std::vector<std::string_view>(words));
}

TEST(Options, WordsBecomeOptions) {
  const auto options =
      read({"--threads", "1,2", "--only", "^bf16", "--quick", "--seed", "9", "--target", "AVX2"});
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->threads, (std::vector<int>{1, 2}));
  EXPECT_EQ(options->only, "^bf16");
  EXPECT_TRUE(options->quick);
  EXPECT_EQ(options->seed, 9U);
  EXPECT_EQ(options->target, "AVX2");
  EXPECT_TRUE(options->peers && options->huge_pages);
}

TEST(Options, NothingIsEverything) {
  const auto options = read({});
  ASSERT_TRUE(options.has_value());
  EXPECT_FALSE(options->quick || options->list || options->help);
  EXPECT_EQ(options->random, 0);
  EXPECT_TRUE(options->threads.empty());
}

TEST(Options, FlagsStandAlone) {
  const auto options = read({"--no-peers", "--small-pages", "--list", "--random", "200"});
  ASSERT_TRUE(options.has_value());
  EXPECT_FALSE(options->peers || options->huge_pages);
  EXPECT_TRUE(options->list);
  EXPECT_EQ(options->random, 200);
}

TEST(Options, WhatIsNotAnOptionIsRefused) {
  for (const auto& words : {std::vector<std::string_view>{"--fast"},
                            {"f32"},
                            {"--only"},
                            {"--only", "("},
                            {"--threads", "0"},
                            {"--threads", "1,"},
                            {"--threads", "two"},
                            {"--rounds", "1001"},
                            {"--seed", "-1"},
                            {"--random", "9999999999999999999999"}}) {
    const auto options = read_options(words);
    ASSERT_FALSE(options.has_value()) << words[0];
    EXPECT_FALSE(options.error()->message.empty() || options.error()->help.empty());
  }
}

}  // namespace
}  // namespace tileglot::relayout::bench
