// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/side_runs.h"

#include <gtest/gtest.h>

#include <vector>

namespace tileglot::relayout::plan {
namespace {

SideRuns of_source(const std::vector<Loop>& loops, int unit_bits = 8) {
  std::vector<SteppedLoop> stepped;
  for (const Loop& loop : loops) stepped.push_back({&loop, least_step(loop, &Move::f)});
  return runs_of(std::move(stepped), &Move::f, unit_bits);
}

Loop strided(std::int64_t count, std::int64_t step) { return {.count = count, .step = {step, 0}}; }

Loop table(std::vector<std::int64_t> offsets) {
  Loop loop{.count = static_cast<std::int64_t>(offsets.size())};
  for (const std::int64_t offset : offsets) loop.table.push_back({offset, 0});
  return loop;
}

TEST(SideRuns, LoopsThatFollowOneAnotherMakeOneRun) {
  const SideRuns runs = of_source({strided(4, 5), strided(3, 1)});
  EXPECT_EQ(runs.number, 1);
  EXPECT_EQ(runs.length, 18);
}

TEST(SideRuns, WideGapsAndThinRunsStayApart) {
  const SideRuns far = of_source({strided(100, 1), strided(3, 165)});
  EXPECT_EQ(far.number, 3);
  EXPECT_EQ(far.length, 100);
  EXPECT_EQ(of_source({strided(100, 1), strided(3, 164)}).number, 1);
  EXPECT_EQ(of_source({strided(4, 5)}).number, 4);
  // A gap of 64 bytes is 16 units of 32 bits.
  EXPECT_EQ(of_source({strided(100, 1), strided(3, 117)}, 32).number, 3);
  EXPECT_EQ(of_source({strided(100, 1), strided(3, 116)}, 32).number, 1);
}

TEST(SideRuns, TablesThatInterleaveAreMerged) {
  const SideRuns runs = of_source({table({0, 4, 2}), table({1, 0}), strided(2, 1000)});
  EXPECT_EQ(runs.number, 2);
  EXPECT_EQ(runs.length, 6);
  EXPECT_EQ(least_step(table({7, 0, 4}), &Move::f), 3);
  EXPECT_EQ(least_step(table({0, 0}), &Move::f), 0);
}

TEST(SideRuns, GapsDoNotAddUpToMoreThanTheUnits) {
  // 0 2 4 .. 18 are filled by half; at 25 and beyond they are not.
  const SideRuns runs = of_source({table({0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 25, 40})});
  EXPECT_EQ(runs.number, 3);
}

TEST(SideRuns, ManyRunsAreCounted) {
  const SideRuns runs = of_source({strided(300, 1000), strided(300, 1000000)});
  EXPECT_EQ(runs.number, 90000);
  EXPECT_EQ(runs.length, 1);
}

}  // namespace
}  // namespace tileglot::relayout::plan
