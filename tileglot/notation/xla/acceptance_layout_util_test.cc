// SPDX-License-Identifier: Apache-2.0
// acceptance_layout_util_test.cc: what XLA's own tests of LayoutUtil expect, one test a fact.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/notation/xla/dimensions/copy_layout.h"
#include "tileglot/notation/xla/dimensions/default_layout.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/layout_attributes.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/splits.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

Shape shape_of(std::string_view text) { return *parse_shape(text); }

Shape with_layout(std::string_view text, Layout layout) {
  Shape shape = shape_of(text);
  shape.layout = std::move(layout);
  return shape;
}

Shape tuple_of(std::vector<Shape> elements) {
  return {.type = PrimitiveType::kTuple, .elements = std::move(elements)};
}

bool strides_are_major_to_minor(const std::vector<std::int64_t>& strides) {
  return *byte_strides_is_major_to_minor(strides, std::vector<std::int64_t>{8, 9, 10, 11},
                                         PrimitiveType::kF32);
}

TEST(AcceptanceLayoutUtil, LayoutsInTuplesAreEqualElementByElement) {
  const Shape x = shape_of("f32[2,3]{0,1}");
  const Shape y = shape_of("f32[2,2]{0,1}");
  EXPECT_FALSE(layouts_in_shapes_equal(tuple_of({}), tuple_of({x})));
  EXPECT_FALSE(layouts_in_shapes_equal(tuple_of({x}), tuple_of({x, x})));
  EXPECT_TRUE(layouts_in_shapes_equal(tuple_of({x, x}), tuple_of({x, y})));
}

TEST(AcceptanceLayoutUtil, ACopiedLayoutIsEqualAndAClearedOneClears) {
  const Shape from = shape_of("f32[2,3]{0,1}");
  const Shape to = shape_of("f32[2,3]{1,0}");
  EXPECT_FALSE(layouts_in_shapes_equal(from, to));
  EXPECT_TRUE(layouts_in_shapes_equal(from, *copy_layout_between_shapes(from, to)));
  EXPECT_TRUE(layouts_in_shapes_equal(from, *copy_layout_between_shapes(from, clear_layout(to))));
  EXPECT_FALSE(copy_layout_between_shapes(clear_layout(from), to)->layout);
}

TEST(AcceptanceLayoutUtil, ACopyReplacesALayoutThatDoesNotFitItsShape) {
  const Shape from = shape_of("f32[123,42,7]{2,0,1}");
  const Shape to = with_layout("f32[2,3,5]", Layout::row_major(2));
  EXPECT_TRUE(layouts_in_shapes_equal(from, *copy_layout_between_shapes(from, to)));
}

TEST(AcceptanceLayoutUtil, ACopyBetweenRanksIsRefused) {
  const auto copy = copy_layout_between_shapes(shape_of("f32[2,3,5]"), shape_of("f32[2,3]"));
  ASSERT_FALSE(copy);
  EXPECT_NE(copy.error()->message.find("cannot copy layout from shape"), std::string::npos);
}

TEST(AcceptanceLayoutUtil, ACopyOfABogusLayoutIsRefusedWithBothCounts) {
  const Shape from = with_layout("f32[2,3]", Layout::of_minor_to_major({1, 2, 3, 4}));
  const auto copy = copy_layout_between_shapes(from, shape_of("f32[2,3]"));
  ASSERT_FALSE(copy);
  EXPECT_EQ(copy.error()->message, "the shape has 2 dimensions, but minor_to_major lists 4");
}

TEST(AcceptanceLayoutUtil, TokensAndOpaqueValuesCopyNothing) {
  for (const std::string_view text : {"token[]", "opaque[]", "(token[], opaque[], f32[2])"}) {
    const auto copy = copy_layout_between_shapes(shape_of(text), shape_of(text));
    ASSERT_TRUE(copy) << text;
    EXPECT_TRUE(layouts_in_shapes_equal(*copy, shape_of(text))) << text;
  }
}

TEST(AcceptanceLayoutUtil, TheDefaultLayoutIsSetInTuples) {
  const Shape set = with_default_layout(shape_of("(f32[2,3,5]{1,0,2}, f32[2,3,5]{1,2,0})"));
  EXPECT_EQ(set.elements[0].layout, Layout::row_major(3));
  EXPECT_EQ(set.elements[0], set.elements[1]);
}

TEST(AcceptanceLayoutUtil, TheDefaultLayoutOfEveryRankIsRowMajor) {
  EXPECT_EQ(print(descending_layout(2)), "{1,0}");
  EXPECT_EQ(print(descending_layout(3)), "{2,1,0}");
  EXPECT_EQ(print(descending_layout(4)), "{3,2,1,0}");
  EXPECT_EQ(print(*default_layout(shape_of("f32[10,20,30,15,25]"))), "{4,3,2,1,0}");
}

TEST(AcceptanceLayoutUtil, DescendingLayoutsAreMade) {
  EXPECT_EQ(print(descending_layout(5)), "{4,3,2,1,0}");
  EXPECT_EQ(print(descending_layout(1)), "{0}");
  EXPECT_EQ(print(descending_layout(0)), "{}");
}

TEST(AcceptanceLayoutUtil, AShapePrintsWithItsTile) {
  EXPECT_EQ(print(with_layout("f32[2,3,4]", Layout::column_major(3).tiled({512, 1024}))),
            "f32[2,3,4]{0,1,2:T(512,1024)}");
  EXPECT_EQ(print(with_layout("f32[2,3,4]", Layout::column_major(3).tiled({512}))),
            "f32[2,3,4]{0,1,2:T(512)}");
}

TEST(AcceptanceLayoutUtil, AShapePrintsWithTwoTiles) {
  const Layout layout = Layout::of_minor_to_major({1, 2, 0}).tiled({16, 256}).tiled({2, 1});
  EXPECT_EQ(print(with_layout("bf16[2,3,4]", layout)), "bf16[2,3,4]{1,2,0:T(16,256)(2,1)}");
}

TEST(AcceptanceLayoutUtil, AShapePrintsWithCombinedDimensions) {
  EXPECT_EQ(print(with_layout("bf16[2,3,1004]", Layout::row_major(3).tiled({2, kCombine, 128}))),
            "bf16[2,3,1004]{2,1,0:T(2,*,128)}");
  const Layout rank_four = Layout::row_major(4).tiled({2, kCombine, kCombine, 128});
  EXPECT_EQ(print(with_layout("bf16[8,2,3,1004]", rank_four)),
            "bf16[8,2,3,1004]{3,2,1,0:T(2,*,*,128)}");
}

TEST(AcceptanceLayoutUtil, AGoodLayoutPassesWithAndWithoutMissingOnesAllowed) {
  EXPECT_TRUE(validate_layout_in_shape(shape_of("f32[2,3]{0,1}")));
  EXPECT_TRUE(validate_layout_in_shape(shape_of("f32[2,3]{0,1}"), MissingLayouts::kAllowed));
}

TEST(AcceptanceLayoutUtil, AMissingLayoutIsNamedUnlessItIsAllowed) {
  const Shape shape = clear_layout(shape_of("f32[2,3]"));
  const auto status = validate_layout_in_shape(shape);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "shape f32[2,3] does not have a layout");
  EXPECT_TRUE(validate_layout_in_shape(shape, MissingLayouts::kAllowed));
}

TEST(AcceptanceLayoutUtil, InTuplesMissingAndBadLayoutsAreFound) {
  const Shape good = shape_of("f32[2,3]{0,1}");
  const Shape without = clear_layout(shape_of("f32[1,2]"));
  const auto missing = validate_layout_in_shape(tuple_of({good, without}));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error()->message, "shape f32[1,2] does not have a layout");
  const Shape bad = with_layout("f32[9]", Layout::of_minor_to_major({0, 2, 3}));
  const auto refused = validate_layout_in_shape(tuple_of({good, bad}), MissingLayouts::kAllowed);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->message, "the shape has 1 dimension, but minor_to_major lists 3");
}

TEST(AcceptanceLayoutUtil, ADimensionMovesToTheMajorEnd) {
  EXPECT_EQ(print(*move_dim_to_major(Layout::row_major(3), 0)), "{2,1,0}");
  EXPECT_EQ(print(*move_dim_to_major(Layout::row_major(3), 1)), "{2,0,1}");
}

TEST(AcceptanceLayoutUtil, DenseRowMajorStridesAreMajorToMinor) {
  EXPECT_TRUE(strides_are_major_to_minor({3960, 440, 44, 4}));
}

TEST(AcceptanceLayoutUtil, OtherStridesAreNotMajorToMinor) {
  EXPECT_FALSE(strides_are_major_to_minor({1880, 220, 22, 2}));
  EXPECT_FALSE(strides_are_major_to_minor({1880, 440, 44, 4}));
}

TEST(AcceptanceLayoutUtil, TheLargestPartOfEachDimensionIsFound) {
  const Shape shape = shape_of("f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}");
  EXPECT_EQ(max_split_size(shape, 0), 150);
  EXPECT_EQ(max_split_size(shape, 1), 90);
  EXPECT_EQ(max_split_size(shape, 2), 70);
}

TEST(AcceptanceLayoutUtil, TheElementsOfTheLargestPartAreCounted) {
  EXPECT_EQ(max_elements_in_per_split(shape_of("f32[150,200,100]{0,1,2}")), 150 * 200 * 100);
  EXPECT_EQ(max_elements_in_per_split(shape_of("f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}")),
            150 * 90 * 70);
}

}  // namespace
}  // namespace tileglot::notation::xla
