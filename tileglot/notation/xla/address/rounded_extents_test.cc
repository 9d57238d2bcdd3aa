// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/rounded_extents.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using Extents = std::vector<std::int64_t>;

Extents rounded(std::string_view text) { return *rounded_extents(*parse_shape(text)); }

TEST(RoundedExtents, TheDimensionsOfATileAreRoundedUp) {
  EXPECT_EQ(rounded("s32[8388608,8,4]{2,1,0:T(8,128)}"), (Extents{8388608, 8, 128}));
  EXPECT_EQ(rounded("f32[3,5]{0,1:T(2,4)}"), (Extents{4, 6}));
  EXPECT_EQ(rounded("f32[1000,1]{1,0:T(1,128)}"), (Extents{1000, 128}));
  EXPECT_EQ(rounded("f32[3,5]"), (Extents{3, 5}));
  EXPECT_EQ(rounded("f32[]{:T(256)}"), (Extents{}));
  EXPECT_EQ(rounded("f32[0,5]{1,0:T(2,2)}"), (Extents{0, 6}));
}

TEST(RoundedExtents, CombinedDimensionsAreLeftAsTheyAre) {
  EXPECT_EQ(rounded("f32[3,5,7]{2,1,0:T(*,2,4)}"), (Extents{3, 5, 8}));
  EXPECT_EQ(rounded("f32[3,5,7]{2,1,0:T(2,*,4)}"), (Extents{3, 5, 7}));
}

TEST(RoundedExtents, OneTileOwnsTheirProduct) {
  core::check_law("rounded_extents_of_one_tile", 5000, [] {
    Shape shape = *any_shape();
    if (!shape.layout || shape.layout->tiles.empty() || !is_array(shape)) return;
    Tile& tile = shape.layout->tiles[0];
    std::erase(tile.entries, kCombine);
    if (tile.entries.empty() || tile.entries.size() > rank(shape)) return;
    shape.layout->tiles.resize(1);
    shape.layout->tail_padding_alignment = 1;
    const auto evaluator = Evaluator::of(shape);
    if (!evaluator) return;
    const Extents extents = *rounded_extents(shape);
    const std::int64_t product =
        std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
    ASSERT_EQ(product, evaluator->physical_size()) << print(shape);
  });
}

TEST(RoundedExtents, WhatIsNotAValidArrayIsRefused) {
  EXPECT_EQ(rounded_extents(*parse_shape("f32[3,5]{1,0:T(0,2)}")).error()->code, "xla.tile");
  EXPECT_FALSE(rounded_extents(*parse_shape("f32[?]")).has_value());
}

}  // namespace
}  // namespace tileglot::notation::xla
