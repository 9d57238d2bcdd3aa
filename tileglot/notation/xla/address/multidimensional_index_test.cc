// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/multidimensional_index.h"

#include <gtest/gtest.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Shape shape_of(std::string_view text) { return *parse_shape(text); }

TEST(MultidimensionalIndex, OrdersByHand) {
  const Shape shape = shape_of("f32[10,20,30]{1,2,0}");
  EXPECT_EQ(multidimensional_index_to_linear_index(shape, Numbers{3, 5, 7}), 1945);
  EXPECT_EQ(linear_index_to_multidimensional_index(shape, 1945), (Numbers{3, 5, 7}));
  EXPECT_EQ(dimension_stride(shape, 0), 600);
  EXPECT_EQ(dimension_stride(shape, 1), 1);
  EXPECT_EQ(dimension_stride(shape, 2), 20);
}

TEST(MultidimensionalIndex, WhatIsOutsideIsRefused) {
  const Shape shape = shape_of("f32[2,3]");
  EXPECT_EQ(linear_index_to_multidimensional_index(shape, 6).error()->code, "xla.offset");
  EXPECT_EQ(linear_index_to_multidimensional_index(shape, -1).error()->code, "xla.offset");
  EXPECT_EQ(multidimensional_index_to_linear_index(shape, Numbers{0, 3}).error()->code,
            "xla.coordinate");
  EXPECT_EQ(dimension_stride(shape, 2).error()->code, "xla.no_dimension");
  EXPECT_EQ(dimension_stride(shape_of("f32[4294967296,4294967296,0]{0,1,2}"), 2).error()->code,
            "xla.too_large");
}

TEST(MultidimensionalIndex, BoundsHoldOnBothSides) {
  const Shape shape = shape_of("f32[2,3]");
  EXPECT_TRUE(index_in_bounds(shape, Numbers{1, 2}));
  EXPECT_FALSE(index_in_bounds(shape, Numbers{1, 3}));
  EXPECT_FALSE(index_in_bounds(shape, Numbers{-1, 0}));
  EXPECT_FALSE(index_in_bounds(shape, Numbers{1}));
  EXPECT_TRUE(index_in_bounds(shape_of("f32[?]"), Numbers{1000}));
  EXPECT_FALSE(index_in_bounds(shape_of("token[]"), Numbers{}));
}

TEST(MultidimensionalIndex, CoordinatesAreOrderedLexicographically) {
  EXPECT_EQ(compare_indices(Numbers{1, 9}, Numbers{2, 0}), std::strong_ordering::less);
  EXPECT_EQ(compare_indices(Numbers{2, 1}, Numbers{2, 0}), std::strong_ordering::greater);
  EXPECT_EQ(compare_indices(Numbers{2, 1}, Numbers{2, 1}), std::strong_ordering::equal);
  EXPECT_EQ(compare_indices(Numbers{2}, Numbers{2, 1}).error()->code, "xla.coordinate");
}

TEST(MultidimensionalIndex, BumpingVisitsEveryCoordinateInOrder) {
  core::check_law("xla_bump_indices", 10000, [] {
    const Shape shape = *any_shape({.max_elements = 256});
    Numbers extents;
    for (const Dimension& dimension : shape.dimensions) extents.push_back(*dimension.bound);
    Numbers at(extents.size(), 0);
    const auto all = every_coordinate(extents);
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(at, all[i]) << print(shape);
      ASSERT_EQ(bump_indices(shape, at), i + 1 < all.size()) << print(shape);
    }
  });
}

TEST(MultidimensionalIndex, TheInverseUndoesAndStridesAddUp) {
  core::check_law("xla_multidimensional_index", 10000, [] {
    const Shape shape = *any_shape({.max_elements = 256});
    Numbers extents;
    for (const Dimension& dimension : shape.dimensions) extents.push_back(*dimension.bound);
    std::vector<bool> seen(every_coordinate(extents).size(), false);
    for (const Numbers& x : every_coordinate(extents)) {
      const std::int64_t linear = *multidimensional_index_to_linear_index(shape, x);
      std::int64_t sum = 0;
      for (std::size_t d = 0; d < x.size(); ++d) {
        sum += x[d] * *dimension_stride(shape, static_cast<std::int64_t>(d));
      }
      ASSERT_EQ(linear, sum) << print(shape);
      ASSERT_EQ(*linear_index_to_multidimensional_index(shape, linear), x) << print(shape);
      ASSERT_FALSE(seen[static_cast<std::size_t>(linear)]) << print(shape);
      seen[static_cast<std::size_t>(linear)] = true;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
