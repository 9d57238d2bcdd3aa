// SPDX-License-Identifier: Apache-2.0
// loop_order_test.cc: which loops a plan has and in which order: lines 1 to 4 and 14 of the list
// that XLA's tests of its transpose make, which name its own loops, as facts about these.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

using map::Extents;

map::IndexMap with_codomain(const map::IndexMap& f, std::int64_t size) {
  return {f.domain(), {{size, "offset"}}, f.inner(), f.out()};
}

/// Elements of 128 bits, which are never joined to larger ones.
Plan plan_of(const Extents& extents, const Extents& source, const Extents& target) {
  constexpr std::int64_t kPlaces = std::int64_t{1} << 20;
  return plan::plan(map::strided(extents, source),
                    with_codomain(map::strided(extents, target), kPlaces), 128)
      .value();
}

/// Without those of one round, which a kernel may want.
std::vector<std::int64_t> counts_of(const Plan& plan) {
  std::vector<std::int64_t> counts;
  for (const Loop& loop : plan.nests.front().loops) {
    if (loop.count > 1) counts.push_back(loop.count);
  }
  return counts;
}

std::vector<Move> steps_of(const Plan& plan) {
  std::vector<Move> steps;
  for (const Loop& loop : plan.nests.front().loops) {
    if (loop.count > 1) steps.push_back(loop.step);
  }
  return steps;
}

TEST(LoopOrder, OuterTilesComeBeforeWhatIsInside) {
  const Plan plan = plan_of({2, 2, 2, 2}, {70, 3000, 11, 900}, {10, 1000, 5, 500});
  ASSERT_EQ(plan.nests.size(), 1U);
  EXPECT_EQ(steps_of(plan), (std::vector<Move>{{3000, 1000}, {900, 500}, {70, 10}, {11, 5}}));
}

TEST(LoopOrder, RunsAreInside) {
  const Plan plan = plan_of({3, 2, 2, 4}, {300, 1000, 60, 1}, {50, 1000, 10, 1});
  ASSERT_EQ(plan.nests.size(), 1U);
  EXPECT_EQ(steps_of(plan), (std::vector<Move>{{1000, 1000}, {300, 50}, {60, 10}, {1, 1}}));
}

TEST(LoopOrder, LoopsThatContinueEachOtherAreOne) {
  const Plan one = plan_of({4, 5}, {20, 4}, {400, 80});
  EXPECT_EQ(counts_of(one), (std::vector<std::int64_t>{20}));
  EXPECT_EQ(steps_of(one), (std::vector<Move>{{4, 80}}));
  const Plan two = plan_of({4, 5}, {21, 4}, {400, 80});
  EXPECT_EQ(counts_of(two), (std::vector<std::int64_t>{4, 5}));
  EXPECT_EQ(steps_of(two), (std::vector<Move>{{21, 400}, {4, 80}}));
}

TEST(LoopOrder, TilesThatLieAlikeAreOneRun) {
  const Plan plan = plan_of({5, 3, 4, 4}, {48, 16, 4, 1}, {16, 80, 4, 1});
  ASSERT_FALSE(counts_of(plan).empty());
  EXPECT_EQ(counts_of(plan).back(), 16);
  EXPECT_EQ(steps_of(plan).back(), (Move{1, 1}));
}

TEST(LoopOrder, OutputTilesOfOneRowArePlanned) {
  const auto plan =
      plan::plan(map::tiled({6, 98, 9}, {}),
                 with_codomain(map::tiled({6, 98, 9}, {{1, 4}}), std::int64_t{6} * 98 * 12), 8);
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  std::int64_t units = 0;
  for (const Nest& nest : plan->nests) units += nest.units() * nest.unit_bits / 8;
  EXPECT_EQ(units, 6 * 98 * 9);
  EXPECT_EQ(plan->target_size, 6 * 98 * 12);
}

}  // namespace
}  // namespace tileglot::relayout::plan
