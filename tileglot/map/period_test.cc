// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/period.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

TEST(Period, AFloorOfAnInnerValueRepeatsWhenItsStepIsDivisible) {
  const IndexMap f = tiled({7, 5, 11}, {{kCombine, 2, 3}});
  const FloorTerm half{18, 2, 3};
  EXPECT_EQ(Periods(f, 0).of(half), (Period{2, 90}));
  EXPECT_EQ(Periods(f, 1).of(half), (Period{2, 18}));
  EXPECT_EQ(Periods(f, 2).of(half), (Period{1, 0}));
}

TEST(Period, ATileRepeatsWithItsStrideAsTheStep) {
  const IndexMap f = tiled({16, 256}, {{8, 128}, {2, 1}});
  EXPECT_EQ(Periods(f, 0).of(f.out()), (Period{8, 2048}));
  EXPECT_EQ(Periods(f, 1).of(f.out()), (Period{128, 1024}));
}

TEST(Period, AParityRepeatsWithTwiceItsHighestBit) {
  const IndexMap f = swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3));
  const Periods along(f, 1);
  EXPECT_EQ(along.of(f.out().xors, f.out().xors.rows[0]), (Period{16, 0}));
  EXPECT_EQ(along.of(f.out()), (Period{64, 0}));
}

TEST(Period, APeriodThatReachesTheExtentIsTheExtent) {
  const IndexMap f = tiled({16, 256}, {{8, 128}});
  EXPECT_EQ(Periods(f.inner(), 2, 1, 100).of(f.out()), (Period{100, 0}));
  EXPECT_FALSE(Periods(f.inner(), 2, 1, 100).repeats({100, 0}));
}

TEST(Period, ManyCoprimeDivisorsNeverRepeat) {
  const std::int64_t extent = std::int64_t{1} << 62;
  const IndexMap f = map_of({extent}, [](MapBuilder& b) {
    Value v = b.constant(0);
    for (const std::int64_t d : {999983, 999979, 999961, 999959}) {
      v = b.add(v, b.floor_div(b.dim(0), d));
    }
    return v;
  });
  EXPECT_EQ(Periods(f, 0).of(f.out()), (Period{extent, 0}));
}

/// t(x + P e_k) = t(x) + C for a value t of f with the period p along k. Returns the coordinates
/// checked.
std::int64_t expect_period_holds(const Recipe& recipe, const Value& t, const IndexMap& f,
                                 std::size_t k, const Period& p) {
  std::int64_t checks = 0;
  const Evaluator evaluate(f.inner(), t, f.rank());
  for_each_coordinate(recipe.extents, [&](Coordinate x) {
    if (x[k] + p.length >= recipe.extents[k]) return;
    const std::int64_t here = evaluate(x);
    x[k] += p.length;
    EXPECT_EQ(evaluate(x) - here, p.step) << recipe;
    ++checks;
  });
  return checks;
}

TEST(PeriodLaw, PeriodHolds) {
  std::int64_t checks = 0;
  Tally tally;
  core::check_law("period_holds", 10000, [&] {
    const Recipe recipe = *any_recipe({.max_points = 400});
    const IndexMap f = recipe.map();
    tally.count(f);
    for (std::size_t k = 0; k < f.rank(); ++k) {
      const Periods periods(f, k);
      checks += expect_period_holds(recipe, f.out(), f, k, periods.of(f.out()));
      for (const FloorTerm& term : f.out().floors) {
        Value alone;
        alone.floors.push_back(term);
        checks += expect_period_holds(recipe, alone, f, k, periods.of(term));
      }
      for (const ParityRow& row : f.out().xors.rows) {
        Value alone;
        alone.xors = {f.out().xors.bits, {row}};
        checks += expect_period_holds(recipe, alone, f, k, periods.of(alone.xors, row));
      }
    }
  });
  std::cout << checks << " coordinates checked; " << tally << "\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

}  // namespace
}  // namespace tileglot::map
