// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/result.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tileglot::relayout::bench {
namespace {

Measured mover(const std::string& name, Role role, std::optional<double> seconds) {
  return {.name = name, .role = role, .seconds = seconds};
}

Result of_64_mebibytes(Goal goal) {
  return {.move = {.name = "moved", .goal = goal},
          .bytes = 64 << 20,
          .measured = {mover("tileglot", Role::kOurs, 4e-3), mover("memcpy", Role::kMemcpy, 3e-3),
                       mover("streaming copy", Role::kStreaming, 2e-3),
                       mover("slow", Role::kPeer, 8e-3), mover("fast", Role::kPeer, 5e-3),
                       mover("wrong", Role::kPeer, {})}};
}

TEST(Result, RatiosAreThoseOfTimes) {
  const Result result = of_64_mebibytes({});
  EXPECT_NEAR(*result.gb_per_s(result.of(Role::kOurs)), 33.55, 0.01);
  EXPECT_DOUBLE_EQ(*result.ratio_to(result.of(Role::kMemcpy)), 0.75);
  EXPECT_DOUBLE_EQ(*result.ratio_to(result.of(Role::kStreaming)), 0.5);
  EXPECT_EQ(result.best_peer()->name, "fast");
  EXPECT_DOUBLE_EQ(*result.ratio_to(result.best_peer()), 1.25);
}

TEST(Result, AWrongOutputHasNoSpeed) {
  Result result = of_64_mebibytes({.group = "any", .of_streaming = 0.1});
  result.measured[0].seconds.reset();
  EXPECT_FALSE(result.gb_per_s(result.of(Role::kOurs)));
  EXPECT_FALSE(result.ratio_to(result.of(Role::kMemcpy)));
  EXPECT_EQ(result.verdict(), Verdict::kMissed);
}

TEST(Result, AGoalIsReachedWithinATenth) {
  EXPECT_EQ(of_64_mebibytes({}).verdict(), Verdict::kNoGoal);
  EXPECT_EQ(of_64_mebibytes({.of_streaming = 0.55}).verdict(), Verdict::kReached);
  EXPECT_EQ(of_64_mebibytes({.of_streaming = 0.56}).verdict(), Verdict::kMissed);
  EXPECT_EQ(of_64_mebibytes({.call_ns = 3.61e6}).verdict(), Verdict::kReached);
  EXPECT_EQ(of_64_mebibytes({.call_ns = 3.59e6}).verdict(), Verdict::kMissed);
}

TEST(Result, WithoutPeersNoneIsBest) {
  const Result result{.measured = {mover("tileglot", Role::kOurs, 1.0)}};
  EXPECT_EQ(result.best_peer(), nullptr);
  EXPECT_FALSE(result.ratio_to(result.best_peer()));
}

}  // namespace
}  // namespace tileglot::relayout::bench
