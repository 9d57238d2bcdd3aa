// SPDX-License-Identifier: Apache-2.0
// near_miss_test.cc: slips of the pen.
#include "tileglot/core/near_miss.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::core {
namespace {

constexpr std::array<std::string_view, 9> kCommands = {
    "show", "index", "convert", "equal", "check", "eval", "inspect", "relayout", "verify"};

std::optional<std::string_view> meant(std::string_view text) { return near_miss(text, kCommands); }

TEST(NearMiss, SlipsOfThePenFindTheirWord) {
  EXPECT_EQ(meant("relyaout"), "relayout");  // swapped
  EXPECT_EQ(meant("indx"), "index");         // left out
  EXPECT_EQ(meant("inndex"), "index");       // doubled
  EXPECT_EQ(meant("equat"), "equal");        // replaced
  EXPECT_EQ(meant("CONVERT"), "convert");    // another case
  EXPECT_EQ(meant("inpsetc"), "inspect");    // two swaps in seven characters
  EXPECT_EQ(meant("show"), "show");
}

TEST(NearMiss, WhatIsFarFromEveryWordFindsNothing) {
  EXPECT_EQ(meant(""), std::nullopt);
  EXPECT_EQ(meant("x"), std::nullopt);
  EXPECT_EQ(meant("transpose"), std::nullopt);
  EXPECT_EQ(meant("idx"), std::nullopt) << "two edits in three characters";
  EXPECT_EQ(meant("sxoy"), std::nullopt) << "two edits in four characters";
  EXPECT_EQ(near_miss("index", {}), std::nullopt);
}

TEST(NearMiss, TheNearestWordWinsAndAmongEqualsTheFirst) {
  EXPECT_EQ(near_miss("f23", std::array<std::string_view, 3>{"f3", "f22", "f32"}), "f3");
  EXPECT_EQ(near_miss("abcdef", std::array<std::string_view, 2>{"abcdxx", "abcdex"}), "abcdex");
}

TEST(NearMiss, HostileTextIsNotCompared) {
  EXPECT_EQ(meant(std::string(1000000, 'a')), std::nullopt);
  const std::string longest(64, 'a');
  const std::string one_more(65, 'a');
  EXPECT_EQ(near_miss(longest, std::array<std::string_view, 2>{one_more, longest}), longest);
}

TEST(NearMiss, TheSuggestionIsAQuestionOrEmpty) {
  EXPECT_EQ(did_you_mean("evla", kCommands), "did you mean 'eval'?");
  EXPECT_EQ(did_you_mean("plot", kCommands), "");
}

}  // namespace
}  // namespace tileglot::core
