// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/tile_boundaries.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using Boundaries = std::vector<std::vector<TileBoundary>>;

Boundaries boundaries(std::string_view text) { return *tile_boundaries(*parse_valid_shape(text)); }

TEST(TileBoundaries, EachTileHasBoundariesOfItsOwn) {
  EXPECT_EQ(boundaries("f32[4,8]{1,0:T(2,4)(2,1)}"), (Boundaries{{{2, 0}}, {{1, 1}, {4, 0}}}));
  EXPECT_EQ(boundaries("bf16[16,256]{1,0:T(8,128)(2,1)}"),
            (Boundaries{{{2, 1}, {8, 0}}, {{1, 1}, {128, 0}}}));
  EXPECT_EQ(boundaries("f32[16,256]{0,1:T(8,128)}"), (Boundaries{{}, {{8, 0}}}));
  EXPECT_EQ(boundaries("f32[4,8]"), (Boundaries{{}, {}}));
  EXPECT_EQ(boundaries("f32[]{:T(256)}"), Boundaries{});
}

TEST(TileBoundaries, TilesThatDoNotDivideStartAnew) {
  EXPECT_EQ(boundaries("f32[16]{0:T(8)(3)}"), (Boundaries{{{3, 1, {8}}, {8, 0}}}));
  EXPECT_EQ(boundaries("f32[16]{0:T(8)(3)(2)}"),
            (Boundaries{{{2, 2, {8, 3}}, {3, 1, {8}}, {8, 0}}}));
}

TEST(TileBoundaries, CombinedDimensionsAndSingleElementsHaveNone) {
  EXPECT_EQ(boundaries("f32[7,5,11]{2,1,0:T(*,2,3)}"), (Boundaries{{}, {}, {{3, 0}}}));
  EXPECT_EQ(boundaries("f32[1,5,11]{2,1,0:T(*,2,3)}"), (Boundaries{{}, {{2, 0}}, {{3, 0}}}));
  EXPECT_EQ(boundaries("f32[4,8]{1,0:T(1,1)}"), (Boundaries{{}, {}}));
}

TEST(TileBoundaries, ATileOverTilesIsFoundToo) {
  EXPECT_EQ(boundaries("f32[8]{0:T(2)(2,1)}"), (Boundaries{{{1, 1}, {2, 0}, {4, 1}}}));
}

/// Which tile of the boundary holds x.
std::vector<std::int64_t> tile_at(std::int64_t x, const TileBoundary& boundary) {
  std::vector<std::int64_t> tile;
  for (const std::int64_t period : boundary.inside) {
    tile.push_back(x / period);
    x %= period;
  }
  tile.push_back(x / boundary.every);
  return tile;
}

/// Between two boundaries of a dimension that one tile reaches alone, the offset grows evenly.
void expect_even_inside(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  const auto all = tile_boundaries(shape);
  ASSERT_TRUE(evaluator && all) << print(shape);
  for (std::size_t k = 0; k < rank(shape); ++k) {
    std::vector<std::int64_t> x(rank(shape), 0);
    std::int64_t before = evaluator->offset(x);
    std::int64_t step = 0;
    for (std::int64_t i = 1; i < evaluator->extents()[k]; ++i) {
      x[k] = i;
      const std::int64_t here = evaluator->offset(x) - before;
      before += here;
      bool crosses = false;
      for (const TileBoundary& b : (*all)[k])
        crosses = crosses || tile_at(i, b) != tile_at(i - 1, b);
      if (crosses) continue;
      ASSERT_TRUE(step == 0 || here == step) << print(shape) << " along " << k << " at " << i;
      step = here;
    }
  }
}

TEST(TileBoundariesLaw, OffsetsGrowEvenlyInsideTheFinestTiles) {
  core::check_law("offsets_grow_evenly_inside_tiles", 4000, [] {
    Shape shape = *any_shape({.max_elements = 4096, .combine = false});
    shape.layout->split_configs.clear();
    expect_even_inside(shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
