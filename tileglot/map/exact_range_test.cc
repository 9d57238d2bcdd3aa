// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/exact_range.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

Range range_of(const IndexMap& f) {
  const core::Result<Range> range = exact_range(f);
  if (range) return *range;
  ADD_FAILURE() << range.error()->message;
  return {};
}

TEST(ExactRange, TheCosizeOfATileIsNotItsCodomain) {
  EXPECT_EQ(range_of(tiled({3, 5}, {{2, 2}})), (Range{0, 20}));
}

TEST(ExactRange, DigitsThatFallAtTheTopPeakBeforeTheEnd) {
  const IndexMap f = map_of({5}, [](MapBuilder& b) {
    return b.add(b.scale(b.mod(b.dim(0), 4), 10), b.floor_div(b.dim(0), 4));
  });
  EXPECT_EQ(range_of(f), (Range{0, 30}));
}

TEST(ExactRange, AnEmptyDomainHasCosizeZero) {
  EXPECT_EQ(range_of(strided({0, 3}, {1, 1})), (Range{0, -1}));
}

TEST(ExactRange, APointIsItsBase) {
  EXPECT_EQ(range_of(map_of({}, [](MapBuilder& b) { return b.constant(7); })), (Range{7, 7}));
}

TEST(ExactRange, NegativeStridesReachBelowZero) {
  EXPECT_EQ(range_of(strided({4, 3}, {-5, 2})), (Range{-15, 4}));
}

TEST(ExactRange, RangesAsWideAsInt64) {
  const IndexMap f = map_of({2, 2}, [](MapBuilder& b) {
    const Value low = b.add(b.constant(core::kInt64Min), b.scale(b.dim(0), core::kInt64Max));
    return b.add(low, b.scale(b.dim(1), core::kInt64Max));
  });
  EXPECT_EQ(range_of(f), (Range{core::kInt64Min, core::kInt64Max - 1}));
}

TEST(ExactRange, DivisorsThatDoNotNestAreWalkedAtTheEnds) {
  // x/2 - x/3 - x/7 over a domain too large to walk.
  const IndexMap f = map_of({1000000000}, [](MapBuilder& b) {
    const Value x = b.dim(0);
    return b.subtract(b.subtract(b.floor_div(x, 2), b.floor_div(x, 3)), b.floor_div(x, 7));
  });
  EXPECT_EQ(range_of(f), (Range{0, 23809525}));
}

TEST(ExactRange, BoxesDecideWherePeriodsAreTooLong) {
  // The periods of a sum of two million-sized strides are as long as the extents.
  const IndexMap f = map_of({1000003, 1000033}, [](MapBuilder& b) {
    const Value v = b.add(b.scale(b.dim(0), 1000033), b.dim(1));
    return b.add(b.floor_div(v, 1048573), b.mod(b.dim(1), 2));
  });
  EXPECT_EQ(range_of(f), (Range{0, 953712}));
}

TEST(ExactRangeLaw, ExactRangeIsExact) {
  Tally tally;
  std::int64_t exact = 0;
  core::check_law("exact_range_is_exact", 21000, [&] {
    const Recipe recipe = *any_recipe({.max_points = 300});
    const IndexMap f = recipe.map();
    tally.count(f);
    const std::vector<std::int64_t> table = table_of(recipe);
    const auto [lo, hi] = std::minmax_element(table.begin(), table.end());
    EXPECT_EQ(range_of(f), (Range{*lo, *hi})) << recipe;
    EXPECT_LE(f.out().bound.lo, *lo) << recipe;
    EXPECT_GE(f.out().bound.hi, *hi) << recipe;
    if (f.out().bound == Range{*lo, *hi}) ++exact;
  });
  std::cout << "the bound was exact in " << exact << "; " << tally << "\n";
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

}  // namespace
}  // namespace tileglot::map
