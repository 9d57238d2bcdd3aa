// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/untiled.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::notation::xla {
namespace {

bool is_untiled(const char* text) { return *is_untiled_layout(*parse_valid_shape(text)); }

TEST(Untiled, WholeRowsAreNotTiles) {
  EXPECT_TRUE(is_untiled("f32[16,128]{1,0:T(4,128)}"));
  EXPECT_FALSE(is_untiled("f32[16,256]{1,0:T(4,128)}"));
  EXPECT_TRUE(is_untiled("f32[16,256]{1,0:T(1,128)}"));
  EXPECT_FALSE(is_untiled("f32[16,100]{1,0:T(1,128)}"));
  EXPECT_TRUE(is_untiled("f32[16,128]{0,1:T(16)}"));
  EXPECT_TRUE(is_untiled("f32[]"));
}

TEST(Untiled, LongTilesAndCombinedDimensionsHaveAMeaning) {
  EXPECT_TRUE(is_untiled("f32[128]{0:T(1,128)}"));
  EXPECT_FALSE(is_untiled("f32[128]{0:T(8,128)}"));
  EXPECT_TRUE(is_untiled("f32[3,4,8]{2,1,0:T(*,3,8)}"));
  EXPECT_FALSE(is_untiled("f32[3,4,8]{2,1,0:T(*,3,4)}"));
}

TEST(Untiled, BoundsAloneAreEnough) {
  const std::vector<std::int64_t> bounds{16, 128};
  EXPECT_EQ(is_untiled_layout(std::vector<Tile>{{{4, 128}}}, bounds), true);
  EXPECT_EQ(is_untiled_layout(std::vector<Tile>{{{4, 128}}, {{2, 1}}}, bounds), false);
  EXPECT_EQ(is_untiled_layout(std::vector<Tile>{{{4, 0}}}, bounds).error()->code, "xla.tile");
  EXPECT_EQ(is_untiled_layout(std::vector<Tile>{{{4, kCombine}}}, bounds).error()->code,
            "xla.tile");
}

TEST(Untiled, WhatIsUntiledLiesAsWithoutTiles) {
  int untiled = 0;
  core::check_law("xla_untiled_moves_nothing", 20000, [&] {
    const Shape shape = *any_shape({.max_elements = 512, .max_rank = 3, .max_tiles = 2});
    if (!*is_untiled_layout(shape)) return;
    const auto tiled = *Evaluator::of(shape);
    const auto plain = *Evaluator::of(clear_tiles(shape));
    untiled += shape.layout->tiles.empty() ? 0 : 1;
    ASSERT_EQ(tiled.physical_size(), plain.physical_size()) << print(shape);
    for (const auto& x : every_coordinate(plain.extents()))
      ASSERT_EQ(tiled.offset(x), plain.offset(x)) << print(shape);
  });
  EXPECT_GT(untiled, core::law_minimum(15)) << "the law was tried on too little";
}

}  // namespace
}  // namespace tileglot::notation::xla
