// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/rounds.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

/// Movers that write their letter.
std::vector<Mover> letters(std::string& written, int count) {
  std::vector<Mover> movers;
  movers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    movers.push_back({.run = [&written, i] { written += static_cast<char>('a' + i); }});
  }
  return movers;
}

TEST(Rounds, EveryMoverHasOneSampleARound) {
  std::string written;
  const std::vector<Mover> movers = letters(written, 3);
  Order order(1);
  int prepared = 0;
  const auto samples =
      take_rounds(movers, order, {.rounds = 5, .prepare = [&prepared] { ++prepared; }});
  ASSERT_EQ(samples.size(), 3U);
  for (const Samples& s : samples) EXPECT_EQ(s.seconds.size(), 5U);
  EXPECT_EQ(prepared, 15);
  ASSERT_EQ(written.size(), 15U);
  for (std::size_t round = 0; round < 5; ++round) {
    const std::string one = written.substr(3 * round, 3);
    for (const char letter : {'a', 'b', 'c'}) EXPECT_NE(one.find(letter), std::string::npos) << one;
  }
}

TEST(Rounds, OrdersDiffer) {
  std::string written;
  const std::vector<Mover> movers = letters(written, 3);
  Order order(1);
  (void)take_rounds(movers, order, {.rounds = 9});
  std::string repeated;
  for (int i = 0; i < 9; ++i) repeated += written.substr(0, 3);
  EXPECT_NE(written, repeated);
}

TEST(Rounds, AnOutputThatIsWrongIsTold) {
  std::string written;
  const std::vector<Mover> movers = letters(written, 2);
  Order order(1);
  const auto samples =
      take_rounds(movers, order, {.rounds = 3, .is_right = [](std::size_t i) { return i != 1; }});
  EXPECT_TRUE(samples[0].right);
  EXPECT_FALSE(samples[1].right);
}

TEST(Rounds, AShortMoveIsLooped) {
  int runs = 0;
  const std::vector<Mover> movers = {{.run = [&runs] { ++runs; }}};
  Order order(1);
  const auto samples = take_rounds(movers, order, {.rounds = 3, .loop_seconds = 2e-2});
  EXPECT_GT(runs, 100);
  EXPECT_LT(median(samples[0].seconds), 2e-2);
}

TEST(Rounds, ADisturbedSampleIsTakenAgain) {
  int runs = 0;
  const std::vector<Mover> movers = {{.run = [&runs] { ++runs; }}};
  Order order(1);
  // The first two runs waited for a second each.
  const auto waited = [&runs] { return runs < 2 ? static_cast<double>(runs) : 2.0; };
  const auto samples = take_rounds(movers, order, {.rounds = 3, .waited = waited});
  EXPECT_EQ(runs, 5);
  EXPECT_EQ(samples[0].repeated, 2);
  EXPECT_EQ(samples[0].seconds.size(), 3U);
}

TEST(Rounds, ASampleIsTakenFourTimesAtMost) {
  int runs = 0;
  const std::vector<Mover> movers = {{.run = [&runs] { ++runs; }}};
  Order order(1);
  const auto waited = [&runs] { return static_cast<double>(runs); };
  EXPECT_EQ(take_rounds(movers, order, {.rounds = 2, .waited = waited})[0].repeated, 6);
}

TEST(Rounds, AMoverMayMeasureItself) {
  const std::vector<Mover> movers = {{.run = [] {}, .seconds = [] { return 42.0; }}};
  Order order(1);
  EXPECT_EQ(take_rounds(movers, order, {.rounds = 1})[0].seconds, (std::vector<double>{42}));
}

}  // namespace
}  // namespace tileglot::relayout::bench
