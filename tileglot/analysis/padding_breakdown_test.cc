// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/padding_breakdown.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/law.h"

namespace tileglot::analysis {
namespace {

PaddingBreakdown breakdown(std::string_view text) {
  return *padding_breakdown(*bridge::to_map(*bridge::parse_layout(text)));
}

TEST(PaddingBreakdown, DimensionsAreRoundedUpToTheirTiles) {
  const PaddingBreakdown small = breakdown("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(small.dimensions, (std::vector<PaddedDimension>{{3, 4}, {5, 6}}));
  EXPECT_EQ(small.elements, 15);
  EXPECT_EQ(small.rounded, 24);
  EXPECT_EQ(small.positions, 24);
}

TEST(PaddingBreakdown, ADimensionSmallerThanItsTileIsPaddedToo) {
  const PaddingBreakdown large = breakdown("s32[8388608,8,4]{2,1,0:T(8,128)}");
  EXPECT_EQ(large.dimensions, (std::vector<PaddedDimension>{{8388608, 8388608}, {8, 8}, {4, 128}}));
  EXPECT_EQ(large.rounded, std::int64_t{1} << 33U);
  EXPECT_EQ(breakdown("f32[3,5]{0,1}").dimensions, (std::vector<PaddedDimension>{{3, 3}, {5, 5}}));
  EXPECT_EQ(breakdown("f32[4]{0:T(8)}").dimensions, (std::vector<PaddedDimension>{{4, 8}}));
  EXPECT_EQ(breakdown("bf16[9,200]{1,0:T(8,128)(2,1)}").dimensions,
            (std::vector<PaddedDimension>{{9, 16}, {200, 256}}));
}

TEST(PaddingBreakdown, GapsBetweenStridesPadWhatLiesBelow) {
  EXPECT_EQ(breakdown("(4,3):(1,8)").dimensions, (std::vector<PaddedDimension>{{4, 8}, {3, 3}}));
  EXPECT_EQ(breakdown("(4,3):(0,1)").dimensions, (std::vector<PaddedDimension>{{4, 4}, {3, 3}}));
}

TEST(PaddingBreakdown, PaddedExtentsMayMultiplyBeyondIntegers) {
  const PaddingBreakdown far = breakdown("(2,2):(4611686018427387903,1)");
  EXPECT_EQ(far.dimensions[1].padded_extent, 4611686018427387903);
  EXPECT_GE(far.rounded, far.positions);
}

TEST(PaddingBreakdown, WhereOneTileOnlyRoundsUpItExplainsEveryPosition) {
  core::check_law("padding_breakdown_explains_one_tile", 5000, [] {
    const std::int64_t rows = *rc::gen::inRange<std::int64_t>(2, 40);
    const std::int64_t columns = *rc::gen::inRange<std::int64_t>(2, 40);
    const std::int64_t tile_rows = *rc::gen::inRange<std::int64_t>(1, 12);
    const std::int64_t tile_columns = *rc::gen::inRange<std::int64_t>(1, 12);
    const std::string text =
        fmt::format("f32[{},{}]{{1,0:T({},{})}}", rows, columns, tile_rows, tile_columns);
    const PaddingBreakdown tiled = breakdown(text);
    ASSERT_EQ(tiled.rounded, tiled.positions) << text;
  });
}

}  // namespace
}  // namespace tileglot::analysis
