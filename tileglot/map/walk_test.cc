// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/walk.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

using Offsets = std::vector<std::int64_t>;

/// The offsets of n coordinates from `start` along k.
Offsets walk(const IndexMap& f, const Coordinate& start, std::size_t k, std::int64_t n) {
  Walker walker(f, start);
  Offsets offsets{walker.offset()};
  while (--n > 0) {
    walker.step(k);
    offsets.push_back(walker.offset());
  }
  return offsets;
}

TEST(Walk, AWalkAlongATiledRowAddsAtTheBoundaries) {
  EXPECT_EQ(walk(tiled({3, 5}, {{2, 2}}), {0, 0}, 1, 5), (Offsets{0, 1, 4, 5, 8}));
  EXPECT_EQ(walk(tiled({3, 5}, {{2, 2}}), {0, 3}, 0, 3), (Offsets{5, 7, 17}));
}

TEST(Walk, AWalkThroughAnInnerValue) {
  EXPECT_EQ(walk(tiled({7, 5, 11}, {{kCombine, 2, 3}}), {0, 1, 0}, 0, 3), (Offsets{3, 72, 123}));
}

TEST(Walk, ARunIsStridedToTheNextBoundary) {
  const IndexMap f = tiled({16, 256}, {{8, 128}, {2, 1}});
  Walker walker(f, {0, 100});
  EXPECT_EQ(walker.run(1), 27);
  EXPECT_EQ(walker.slope(1), 2);
  walker.leap(1, 28);
  EXPECT_EQ(walker.offset(), f(Coordinate{0, 128}));
}

TEST(Walk, ADimensionWithoutBoundariesRunsToItsEnd) {
  const IndexMap f = strided({1000, 3}, {7, 1});
  Walker walker(f, {0, 0});
  EXPECT_GE(walker.run(0), 999);
  walker.leap(0, 999);
  EXPECT_EQ(walker.offset(), 6993);
}

TEST(Walk, ABoxIsVisitedRowByRow) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  BoxWalk walk(f, {{1, 2}, {2, 4}});
  Offsets offsets{walk.offset()};
  while (walk.next()) offsets.push_back(walk.offset());
  EXPECT_EQ(offsets, (Offsets{6, 7, 10, 16, 17, 20}));
  EXPECT_EQ(walk.at(), (Coordinate{1, 2}));
}

TEST(Walk, AWholeMapIsABox) {
  BoxWalk walk(tiled({3, 5}, {{2, 2}}));
  Offsets offsets{walk.offset()};
  while (walk.next()) offsets.push_back(walk.offset());
  EXPECT_EQ(offsets, (Offsets{0, 1, 4, 5, 8, 2, 3, 6, 7, 10, 12, 13, 16, 17, 20}));
}

TEST(Walk, APointIsABox) {
  const IndexMap f = map_of({}, [](MapBuilder& b) { return b.constant(7); });
  BoxWalk walk(f, {});
  EXPECT_EQ(walk.offset(), 7);
  EXPECT_FALSE(walk.next());
}

void expect_box_walk(const IndexMap& f, const Recipe& recipe, const std::vector<Range>& box) {
  BoxWalk walk(f, box);
  bool more = true;
  for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (x[k] < box[k].lo || x[k] > box[k].hi) return;
    }
    ASSERT_TRUE(more) << recipe;
    ASSERT_EQ(walk.at(), x) << recipe;
    ASSERT_EQ(walk.offset(), recipe(x)) << recipe;
    more = walk.next();
  });
  EXPECT_FALSE(more) << recipe;
}

/// Some box inside the extents.
std::vector<Range> some_box(const Recipe& recipe) {
  std::vector<Range> box;
  for (const std::int64_t extent : recipe.extents) {
    const auto a = *rc::gen::inRange<std::int64_t>(0, extent);
    const auto b = *rc::gen::inRange<std::int64_t>(0, extent);
    box.push_back({std::min(a, b), std::max(a, b)});
  }
  return box;
}

TEST(WalkLaw, WalkEqualsEvaluate) {
  Tally tally;
  core::check_law("walk_equals_evaluate", 25000, [&] {
    const Recipe recipe = *any_recipe({.max_points = 300, .max_rank = 4});
    tally.count(recipe.map());
    expect_box_walk(recipe.map(), recipe, some_box(recipe));
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

/// A random journey of steps, leaps and rewinds.
TEST(WalkLaw, AnyJourneyEndsWhereEvaluationSays) {
  core::check_law("journey_equals_evaluate", 10000, [] {
    const Recipe recipe = *any_recipe({.max_points = 600});
    const IndexMap f = recipe.map();
    Coordinate start;
    for (const auto& side : some_box(recipe)) start.push_back(side.lo);
    Walker walker(f, start);
    for (int i = 0; i < 30; ++i) {
      const auto k = *rc::gen::inRange<std::size_t>(0, f.rank());
      const std::int64_t left = f.extent(k) - 1 - walker.at()[k];
      const std::int64_t reach = std::min(left, walker.run(k) + 1);
      if (reach == 0) {
        walker.rewind(k);
      } else {
        const std::int64_t before = walker.offset();
        const auto n = *rc::gen::inRange<std::int64_t>(1, reach + 1);
        const bool is_run = n <= walker.run(k);
        const std::int64_t slope = walker.slope(k);
        walker.leap(k, n);
        if (is_run) {
          ASSERT_EQ(walker.offset(), before + n * slope) << recipe;
        }
      }
      ASSERT_EQ(walker.offset(), recipe(walker.at())) << recipe;
    }
  });
}

}  // namespace
}  // namespace tileglot::map
