// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/redundancy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/example_maps.h"

namespace tileglot::analysis {
namespace {

TEST(Redundancy, WarpsThatHoldTheSameAreDuplicates) {
  const Redundancy result = *redundancy(map::strided({4, 2}, {1, 0}));
  EXPECT_EQ(result.positions, 8);
  EXPECT_EQ(result.elements, 4);
  EXPECT_EQ(result.fewest, 2);
  EXPECT_EQ(result.most, 2);
  EXPECT_EQ(result.along, (std::vector<std::int64_t>{1, 2}));
}

TEST(Redundancy, PositionsMayShareElementsWithoutRepeatingAlongADimension) {
  const Redundancy result = *redundancy(map::strided({2, 2}, {1, 1}));
  EXPECT_EQ(result.elements, 3);
  EXPECT_EQ(result.fewest, 1);
  EXPECT_EQ(result.most, 2);
  EXPECT_EQ(result.along, (std::vector<std::int64_t>{1, 1}));
}

TEST(Redundancy, TooManyPositionsAreRefused) {
  EXPECT_EQ(redundancy(map::strided({2, kMostPositions}, {0, 1})).error()->code,
            "map.too_large_to_decide");
  EXPECT_EQ(redundancy(map::strided({0, 2}, {0, 1}))->elements, 0);
}

TEST(RedundancyLaw, PositionsOfEveryElementAreCounted) {
  core::check_law("redundancy_counts_positions", 5000, [] {
    const map::IndexMap f = (*map::any_recipe()).map();
    std::map<std::int64_t, std::int64_t> positions;
    std::vector<std::map<std::pair<map::Coordinate, std::int64_t>, std::int64_t>> lines(f.rank());
    map::Coordinate x(f.rank(), 0);
    for (std::int64_t n = 0; n < f.size(); ++n) {
      ++positions[f(x)];
      for (std::size_t k = 0; k < f.rank(); ++k) {
        map::Coordinate others = x;
        others[k] = 0;
        ++lines[k][{others, f(x)}];
      }
      for (std::size_t k = f.rank(); k-- > 0 && ++x[k] == f.extent(k);) x[k] = 0;
    }
    const Redundancy result = *redundancy(f);
    const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
    ASSERT_EQ(result.elements, static_cast<std::int64_t>(positions.size()));
    if (positions.empty()) return;
    ASSERT_EQ(result.most, std::ranges::max_element(positions, by_count)->second);
    ASSERT_EQ(result.fewest, std::ranges::min_element(positions, by_count)->second);
    for (std::size_t k = 0; k < f.rank(); ++k) {
      ASSERT_EQ(result.along[k], std::ranges::max_element(lines[k], by_count)->second);
    }
  });
}

}  // namespace
}  // namespace tileglot::analysis
