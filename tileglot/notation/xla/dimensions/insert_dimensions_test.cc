// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/insert_dimensions.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string text_of(const core::Result<Shape>& shape) {
  return shape ? print(*shape) : shape.error()->code;
}

std::string inserted(std::string_view text, std::int64_t index, const Numbers& bounds) {
  return text_of(insert_dimensions_at_index(*parse_shape(text), index, bounds));
}

// "dimensions come with a place in memory"
TEST(InsertDimensions, DimensionsComeWithAPlaceInMemory) {
  const Shape array = *parse_shape("f32[10,20,30]{0,2,1}");
  EXPECT_EQ(text_of(prepend_major_dimension(40, array)), "f32[40,10,20,30]{1,3,2,0}");
  EXPECT_EQ(text_of(append_major_dimension(40, array)), "f32[10,20,30,40]{0,2,1,3}");
  EXPECT_EQ(text_of(append_minor_dimension(40, array)), "f32[10,20,30,40]{3,0,2,1}");
  EXPECT_EQ(inserted("f32[10,20,30]{0,2,1}", 1, {40, 50}), "f32[10,40,50,20,30]{0,4,3,2,1}");
  EXPECT_EQ(inserted("f32[10,20]{0,1}", 2, {40, 50}), "f32[10,20,40,50]{3,2,0,1}");
  EXPECT_EQ(inserted("f32[]", 0, {3, 4}), "f32[3,4]{1,0}");
  EXPECT_EQ(inserted("f32[2]", 0, {}), "f32[2]{0}");
}

TEST(InsertDimensions, TheRestOfTheLayoutStays) {
  EXPECT_EQ(text_of(prepend_major_dimension(4, *parse_shape("s4[<=9,5]{0,1:T(2,2)E(4)SC(0:2)}"))),
            "s4[4,<=9,5]{1,2,0:T(2,2)E(4)SC(1:2)}");
  const Shape without = *parse_shape("f32[2]", {.missing_layout = MissingLayout::kNone});
  EXPECT_EQ(text_of(append_minor_dimension(3, without)), "f32[2,3]");
}

TEST(InsertDimensions, ARefusalSaysWhereThereIsAPlace) {
  const auto help = [](std::string_view text, std::int64_t index) {
    return insert_dimensions_at_index(*parse_shape(text), index, Numbers{3}).error()->help;
  };
  EXPECT_EQ(help("f32[2]", 5), "a dimension is inserted at 0 to 1");
  EXPECT_EQ(help("f32[2,7]", -1), "a dimension is inserted at 0 to 2");
  EXPECT_EQ(help("f32[]", 1), "into a scalar a dimension is inserted at 0");
}

TEST(InsertDimensions, WhatHasNoPlaceIsRefused) {
  EXPECT_EQ(inserted("f32[2]", 2, {3}), "xla.no_dimension");
  EXPECT_EQ(inserted("f32[2]", -1, {3}), "xla.no_dimension");
  EXPECT_EQ(inserted("f32[2]", 0, {-3}), "xla.dimension");
  EXPECT_EQ(inserted("f32[2]", 0, Numbers(64, 1)), "xla.limit");
  EXPECT_EQ(inserted("f32[2]", 0, {9223372036854775807}), "xla.too_large");
  EXPECT_EQ(inserted("token[]", 0, {3}), "xla.not_array");
}

/// Slice i of the new most major dimension is the array, i times its size further on.
void expect_slices(const Shape& array, const Shape& stacked, bool is_first) {
  const auto before = Evaluator::of(array);
  const auto after = Evaluator::of(stacked);
  ASSERT_TRUE(before && after);
  const std::int64_t size = *element_count(before->physical_extents());  // without the tail
  for_each_index(before->extents(), [&](std::span<const std::int64_t> x) {
    Numbers y(x.begin(), x.end());
    const std::size_t at = is_first ? 0 : y.size();
    y.insert(y.begin() + static_cast<std::ptrdiff_t>(at), 0);
    for (std::int64_t i = 0; i < 3; ++i) {
      y[at] = i;
      EXPECT_EQ(after->offset(y), before->offset(x) + i * size) << print(stacked);
    }
    return true;
  });
}

/// A tile that is longer than the rank would reach into the new dimension.
bool tiles_fit(const Shape& array) {
  const auto evaluator = Evaluator::of(array);
  std::size_t entries = rank(array);
  for (const Tile& tile : array.layout->tiles) {
    if (tile.entries.size() > entries) return false;
    for (const TileEntry& entry : tile.entries) entries += entry ? 2U : 0U;
    entries -= tile.entries.size();
  }
  return evaluator.has_value();
}

TEST(InsertDimensions, AMajorDimensionStacksTheArray) {
  core::check_law("xla_a_major_dimension_stacks_the_array", 4000, [] {
    Shape array = *any_shape({.max_elements = 256, .max_rank = 4});
    if (!tiles_fit(array)) array.layout->tiles.clear();
    expect_slices(array, *append_major_dimension(3, array), false);
    expect_slices(array, *prepend_major_dimension(3, array), true);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
