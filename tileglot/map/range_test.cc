// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/range.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

using Box = std::vector<Range>;

TEST(Range, TheLargestValueIsNotAtTheLastCoordinate) {
  const IndexMap f = map_of({10}, [](MapBuilder& b) {
    return b.subtract(b.dim(0), b.scale(b.floor_div(b.dim(0), 4), 3));
  });
  EXPECT_EQ(range_over_box(f, Box{{0, 9}}), (Range{0, 4}));
  EXPECT_EQ(f(std::vector<std::int64_t>{9}), 3);
  EXPECT_EQ(f(std::vector<std::int64_t>{7}), 4);
}

TEST(Range, ABoxBoundsARowOfATile) {
  const IndexMap f = tiled({3, 5}, {{2, 2}});
  EXPECT_EQ(range_over_box(f, Box{{1, 1}, {2, 4}}), (Range{6, 10}));
  EXPECT_EQ(range_over_box(f, Box{{2, 2}, {3, 3}}), (Range{17, 17}));
}

TEST(Range, ABoundThatLeaves64BitsIsNothing) {
  const std::int64_t huge = std::int64_t{1} << 62;
  Value v;
  v.floors = {{huge, 1, 0}, {huge, 1, 1}};
  EXPECT_EQ(range_over(v, Box{{0, 1}, {0, 1}}, {}, 2), std::nullopt);
}

}  // namespace
}  // namespace tileglot::map
