// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/relayout/bench/random_pairs.h"

namespace tileglot::relayout::bench {
namespace {

Measured mover(const std::string& name, Role role, std::optional<double> seconds) {
  return {.name = name, .role = role, .seconds = seconds, .samples = {1, 2, 3}};
}

Result some_result(double our_seconds) {
  return {.move = {.name = "moved",
                   .source = "f32[4,4]{1,0}",
                   .target = "f32[4,4]{1,0:T(2,2)}",
                   .element_bits = 32,
                   .goal = {.group = "some", .of_streaming = 0.5, .basis = Basis::kMeasured}},
          .bytes = 64 << 20,
          .plan_seconds = 7.5e-6,
          .measured = {
              mover("tileglot", Role::kOurs, our_seconds), mover("memcpy", Role::kMemcpy, 3e-3),
              mover("streaming copy", Role::kStreaming, 2e-3), mover("peer", Role::kPeer, 8e-3)}};
}

/// The words of a text.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  words.pop_back();
  return words;
}

TEST(Report, ALineHasSpeedsRatiosAndTheVerdict) {
  EXPECT_EQ(words_of(line(some_result(4e-3))),
            (std::vector<std::string>{"moved", "1", "64.0M", "33.6", "44.7", "67.1", "0.75", "0.50",
                                      "peer", "16.8", "2.00", "7.5", "0.50", "reached"}));
}

TEST(Report, AWrongOutputIsCalledSo) {
  Result result = some_result(4e-3);
  result.measured[0].seconds.reset();
  EXPECT_EQ(words_of(line(result))[3], "WRONG");
  EXPECT_FALSE(to_json(result)["movers"][0]["right"]);
}

TEST(Report, ASmallMoveHasItsTime) {
  Result result = some_result(12e-9);
  result.flushed = false;
  EXPECT_NE(line(result).find("12.0 ns a call"), std::string::npos);
}

TEST(Report, ASummaryHasMeansGoalsAndWhoIsAhead) {
  std::vector<Result> results = {some_result(6e-3), some_result(1.5e-3), some_result(10e-3)};
  results[2].threads = 2;
  const std::string text = summary(results, 1, 1 << 20);
  EXPECT_NE(text.find("all: 2 cases, 1.000 of memcpy (lowest 0.50)"), std::string::npos) << text;
  EXPECT_NE(text.find("tilings: 2 cases"), std::string::npos) << text;
  EXPECT_NE(text.find("behind by more than 5 %: none"), std::string::npos) << text;
  EXPECT_NE(text.find("MISSED   1 of 2"), std::string::npos) << text;
  const std::string other = summary(results, 2, 1 << 20);
  EXPECT_NE(other.find("behind by more than 5 %: moved (peer 0.80)"), std::string::npos) << other;
}

TEST(Report, ThreadsAreComparedWithOne) {
  std::vector<Result> results = {some_result(6e-3), some_result(4e-3)};
  results[1].threads = 2;
  EXPECT_EQ(scaling(results, 1, 0), "");
  EXPECT_EQ(
      scaling(results, 2, 0),
      "2 threads move as much as one, times: tileglot 1.50, memcpy 1.00, streaming copy 1.00\n");
  EXPECT_EQ(scaling(results, 2, 64 << 20), "");
}

TEST(Report, RandomPairsAreSummedUpByGroup) {
  std::vector<Result> results = {some_result(6e-3), some_result(12e-3), some_result(3e-3)};
  results[0].move.goal = results[1].move.goal = {.group = kNested};
  results[2].move.goal = {.group = kSubByte};
  const std::string text = random_summary(results, 1);
  EXPECT_NE(text.find("2 pairs: geometric mean 0.354, lowest 0.250"), std::string::npos) << text;
  EXPECT_NE(text.find("1 pairs: geometric mean 1.000"), std::string::npos) << text;
}

TEST(Report, WhatACacheHoldsIsInNoMean) {
  const std::vector<Result> results = {some_result(6e-3)};
  EXPECT_EQ(summary(results, 1, 64 << 20).find("all:"), std::string::npos);
}

TEST(Report, JsonHasEverySample) {
  const nlohmann::json json = to_json(some_result(4e-3));
  EXPECT_EQ(json["name"], "moved");
  EXPECT_EQ(json["best_peer"], "peer");
  EXPECT_DOUBLE_EQ(json["ratio_to_memcpy"], 0.75);
  EXPECT_EQ(json["movers"][1]["samples"].size(), 3U);
  EXPECT_EQ(json["goal"]["verdict"], "reached");
}

}  // namespace
}  // namespace tileglot::relayout::bench
