// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/window.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

TEST(Window, TheWindowDoesNotGrowWithTheExtents) {
  const std::vector<std::size_t> dims{0, 1};
  for (const std::int64_t n : {1000, 100000, 1000000000}) {
    const SumDifference d = subtract(tiled({n, 7}, {{kCombine, 14}}), strided({n, 7}, {7, 1}));
    const WindowScan scan = scan_window(d, dims, 1000);
    EXPECT_TRUE(scan.complete);
    EXPECT_LT(scan.visited, 100) << n;
  }
}

TEST(Window, AScanThatStopsSaysWhere) {
  const SumDifference d = subtract(tiled({1000, 7}, {{kCombine, 10}}), strided({1000, 7}, {0, 0}));
  const std::vector<std::size_t> dims{0, 1};
  const WindowScan scan = scan_window(d, dims, 0);
  EXPECT_FALSE(scan.complete);
  EXPECT_EQ(scan.at, (Coordinate{0, 1}));
}

TEST(Window, OnlyMultiplesOfDivisorsAreVisited) {
  // Nothing changes between multiples of 100, and between bit 6's multiples of 64.
  const auto make = [](std::int64_t stride) {
    return map_of({10000}, [&](MapBuilder& b) {
      const Value hundreds = b.scale(b.floor_div(b.dim(0), 100), stride);
      return b.add(hundreds, b.as_term(1, b.exclusive_or(b.bit(b.dim(0), 6), b.bit(b.dim(0), 8))));
    });
  };
  const SumDifference d = subtract(make(0), strided({10000}, {0}));
  EXPECT_EQ(window_along(d, 0), 513);
  const std::vector<std::size_t> dims{0};
  const WindowScan scan = scan_window(d, dims, 1000);
  EXPECT_EQ(scan.at, (Coordinate{64}));
  EXPECT_EQ(scan.visited, 1);
}

TEST(Window, ZerosOfOnePeriodMoreThanTheSumOfPeriodsAreZerosForEver) {
  // floor(x/3) - floor(x/5) - .. : periods 3 and 5, order min(15 + 1, 2 + 2 + 4) = 8.
  const IndexMap f = map_of({1000}, [](MapBuilder& b) { return b.floor_div(b.dim(0), 3); });
  const IndexMap g = map_of({1000}, [](MapBuilder& b) { return b.floor_div(b.dim(0), 5); });
  EXPECT_EQ(window_along(subtract(f, g), 0), 8);
}

}  // namespace
}  // namespace tileglot::map
