// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/splits.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Shape shape_of(std::string_view text) { return *parse_shape(text); }

TEST(Splits, TheLongestParts) {
  const Shape shape = shape_of("f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}");
  EXPECT_EQ(max_split_size(shape, 0), 150);
  EXPECT_EQ(max_split_size(shape, 1), 90);
  EXPECT_EQ(max_split_size(shape, 2), 70);
  EXPECT_EQ(split_bounds(shape, 1), (Numbers{0, 40, 130, 200}));
  EXPECT_EQ(split_count(shape, 0), 1);
  EXPECT_EQ(split_count(shape, 1), 3);
  EXPECT_EQ(max_elements_in_per_split(shape), 150 * 90 * 70);
  EXPECT_EQ(max_elements_in_per_split(shape_of("f32[64,96]{1,0:SC(1:40)}")), 3584);
}

TEST(Splits, OneSplitIsAsked) {
  EXPECT_EQ(split_config(shape_of("f32[4]")), std::nullopt);
  EXPECT_EQ(split_config(shape_of("f32[4]{0:SC(0:3)}")), (SplitConfig{0, {3}}));
  EXPECT_EQ(split_config(shape_of("f32[4,4]{1,0:SC(0:3)(1:2)}")).error()->code, "xla.split");
}

TEST(Splits, WhatHasNoPartsIsRefused) {
  EXPECT_EQ(split_bounds(shape_of("f32[4]"), 1).error()->code, "xla.no_dimension");
  EXPECT_EQ(split_bounds(shape_of("f32[?]"), 0).error()->code, "xla.unbounded");
  EXPECT_EQ(split_config(shape_of("token[]")).error()->code, "xla.not_array");
  EXPECT_EQ(max_split_size(shape_of("f32[4]{0:SC(0:3,2)}"), 0).error()->code, "xla.split");
}

TEST(Splits, AnEmptyArrayHasNoElementsHoweverLargeTheRest) {
  EXPECT_EQ(max_elements_in_per_split(shape_of("f32[4294967296,4294967296,0]")), 0);
}

TEST(Splits, TheLongestPartIsTheMostElementsBetweenTwoCuts) {
  core::check_law("xla_max_split_size", 10000, [] {
    const Shape shape = *any_shape();
    for (std::size_t d = 0; d < rank(shape); ++d) {
      const auto bounds = *split_bounds(shape, static_cast<std::int64_t>(d));
      Numbers lengths(bounds.size() - 1, 0);
      for (std::int64_t x = 0; x < *shape.dimensions[d].bound; ++x) {
        std::size_t part = 0;
        while (part + 2 < bounds.size() && x >= bounds[part + 1]) ++part;
        ++lengths[part];
      }
      std::int64_t most = 0;
      for (const std::int64_t length : lengths) most = length > most ? length : most;
      ASSERT_EQ(*max_split_size(shape, static_cast<std::int64_t>(d)), most) << print(shape);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
