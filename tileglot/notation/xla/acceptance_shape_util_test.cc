// SPDX-License-Identifier: Apache-2.0
// acceptance_shape_util_test.cc: what XLA's own tests of ShapeUtil expect of sizes, types and
// dimensions, one test a fact; the facts of bitcasts are in acceptance_bitcast_test.cc.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/bitcast/common_factors.h"
#include "tileglot/notation/xla/dimensions/change_element_type.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/size/byte_strides.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;
using Pairs = std::vector<DimensionPair>;

Shape shape_of(std::string_view text) {
  const auto shape = parse_shape(text);
  EXPECT_TRUE(shape) << text;
  return shape.value_or(Shape{});
}

bool same(std::string_view a, std::string_view b, const ShapeIgnores& ignores = {}) {
  return equal(shape_of(a), shape_of(b), ignores);
}

std::int64_t bytes(std::string_view text) { return byte_size_of(shape_of(text)).value_or(-1); }

int visits(const Numbers& bounds) {
  int count = 0;
  for_each_index(bounds, [&](std::span<const std::int64_t>) { return ++count > 0; });
  return count;
}

TEST(AcceptanceShapeUtil, NegativeNumbersCountDimensionsFromTheEnd) {
  EXPECT_EQ(dimension_at(shape_of("f32[2,3]"), -1)->bound, 3);
  EXPECT_EQ(dimension_at(shape_of("f32[2,3]"), -2)->bound, 2);
  EXPECT_EQ(dimension_at(shape_of("f32[2,3]"), -3).error()->code, "xla.no_dimension");
}

TEST(AcceptanceShapeUtil, CompatibleIgnoresLayoutAndFlagsAndEqualDoesNot) {
  EXPECT_TRUE(same("f32[2,3]{1,0}", "f32[2,3]{0,1}", kCompatible));
  EXPECT_FALSE(same("f32[2,3]{1,0}", "f32[2,3]{0,1}"));
  EXPECT_TRUE(same("f32[2,<=3]", "f32[2,3]", kCompatible));
  EXPECT_FALSE(same("f32[2,<=3]", "f32[2,3]"));
  EXPECT_TRUE(same("(f32[2,3]{1,0}, (s8[<=4]))", "(f32[2,3]{0,1}, (s8[4]))", kCompatible));
  EXPECT_FALSE(same("f32[2,3]", "f32[3,2]", kCompatible));
  EXPECT_FALSE(same("f32[2,3]", "s32[2,3]", kCompatible));
  EXPECT_FALSE(same("(f32[2])", "(f32[2], f32[2])", kCompatible));
}

TEST(AcceptanceShapeUtil, EqualIgnoringElementTypeComparesDimensionsAndOrder) {
  constexpr ShapeIgnores kType{.element_type = true};
  EXPECT_TRUE(same("f32[4,3]{0,1}", "pred[4,3]{0,1}", kType));
  EXPECT_FALSE(same("f32[4,3]{0,1}", "pred[3,4]{0,1}", kType));
  EXPECT_FALSE(same("f32[4,3]{0,1}", "pred[4,3]{1,0}", kType));
}

TEST(AcceptanceShapeUtil, DynamicFlagsAndUnboundedSizesCount) {
  EXPECT_FALSE(same("f32[2,<=3]", "f32[<=2,3]"));
  EXPECT_FALSE(same("f32[?,3]", "f32[2,3]"));
  EXPECT_TRUE(same("f32[?,3]", "f32[?,3]"));
}

TEST(AcceptanceShapeUtil, ByteSizesOfArraysAndScalars) {
  EXPECT_EQ(bytes("f32[10,20]"), 800);
  EXPECT_EQ(bytes("f64[10,20]"), 1600);
  EXPECT_EQ(bytes("c64[10,20]"), 1600);
  EXPECT_EQ(bytes("f32[]"), 4);
  EXPECT_EQ(bytes("f64[]"), 8);
  EXPECT_EQ(bytes("c64[]"), 8);
}

TEST(AcceptanceShapeUtil, UnpackedByteStridesTakeWholeBytes) {
  EXPECT_EQ(*unpacked_byte_strides(shape_of("f32[3,5,7]")), (Numbers{140, 28, 4}));
  EXPECT_EQ(*unpacked_byte_strides(shape_of("f16[5,7,9]")), (Numbers{126, 18, 2}));
  EXPECT_EQ(*unpacked_byte_strides(shape_of("s4[2,4]{1,0:E(4)}")), (Numbers{4, 1}));
}

TEST(AcceptanceShapeUtil, ElementsInArraysAndScalars) {
  EXPECT_EQ(*elements_in(shape_of("f32[]")), 1);
  EXPECT_EQ(*elements_in(shape_of("f32[0]")), 0);
  EXPECT_EQ(*elements_in(shape_of("f32[3,5]")), 15);
  EXPECT_EQ(*elements_in(shape_of("f32[3,0,5]")), 0);
  EXPECT_EQ(*elements_in(shape_of("f32[13,17]")), 221);
}

TEST(AcceptanceShapeUtil, ATupleIsNotAZeroElementArray) {
  EXPECT_FALSE(is_zero_element_array(shape_of("f32[]")));
  EXPECT_TRUE(is_zero_element_array(shape_of("f32[0]")));
  EXPECT_FALSE(is_zero_element_array(shape_of("()")));
  EXPECT_FALSE(is_zero_element_array(shape_of("(f32[0])")));
}

TEST(AcceptanceShapeUtil, SameDimensionsIgnoreTheType) {
  EXPECT_TRUE(same_dimensions(shape_of("f32[2,3]"), shape_of("s32[2,3]")));
  EXPECT_TRUE(same_dimensions(shape_of("f32[]"), shape_of("s32[]")));
  EXPECT_FALSE(same_dimensions(shape_of("f32[2,3]"), shape_of("s32[2,3,1]")));
  EXPECT_FALSE(same_dimensions(shape_of("f32[2,3]"), shape_of("s32[2,4]")));
}

TEST(AcceptanceShapeUtil, InsertedOrDeleted1SizedDimensions) {
  EXPECT_TRUE(
      inserted_or_deleted_1_sized_dimensions(Numbers{9, 1, 4}, Numbers{1, 9, 4, 1})->has_value());
  EXPECT_FALSE(
      inserted_or_deleted_1_sized_dimensions(Numbers{9, 1, 4}, Numbers{3, 1, 12})->has_value());
}

TEST(AcceptanceShapeUtil, ForEachIndexVisitsEveryElement) {
  EXPECT_EQ(visits({}), 1);
  EXPECT_EQ(visits({0}), 0);
  EXPECT_EQ(visits({16}), 16);
  EXPECT_EQ(visits({3, 0}), 0);
  EXPECT_EQ(visits({4, 16}), 64);
  EXPECT_EQ(visits({6, 11, 17}), 1122);
  EXPECT_EQ(visits({6, 11, 5, 17}), 5610);
}

TEST(AcceptanceShapeUtil, DimensionsUnmodifiedByReshapeOfOnes) {
  const Pairs three{{0, 0}, {1, 1}, {2, 2}};
  EXPECT_EQ(*dimensions_unmodified_by_reshape(Numbers{1, 1, 1, 1}, Numbers{1, 1, 1}), three);
  EXPECT_EQ(*dimensions_unmodified_by_reshape(Numbers{1, 1, 1}, Numbers{1, 1, 1, 1}), three);
}

TEST(AcceptanceShapeUtil, DimensionsUnmodifiedByAReshapeThatMixesAlmostAll) {
  EXPECT_EQ(
      *dimensions_unmodified_by_reshape(Numbers{4, 1, 3, 5, 6, 7}, Numbers{2, 6, 1, 5, 1, 42}),
      (Pairs{{3, 3}}));
}

TEST(AcceptanceShapeUtil, PackedArraysTakeHalfABytePerElement) {
  const Shape plain = shape_of("s4[64,128]{1,0:E(4)}");
  EXPECT_EQ(*array_size(plain), 4096);
  EXPECT_EQ(*array_data_size(plain), 4096);
  const Shape tiled = shape_of("s4[9216,6144]{1,0:T(64,128)(8,1)E(4)}");
  EXPECT_EQ(*array_size(tiled), 28311552);
  EXPECT_EQ(*array_data_size(tiled), 28311552);
}

TEST(AcceptanceShapeUtil, ChangeElementTypeTakesPackingAwayOrAlong) {
  const Shape packed = shape_of("s4[64,128]{1,0:E(4)}");
  const auto changed = [&](PrimitiveType type) {
    return print(*change_element_type(packed, type));
  };
  EXPECT_EQ(changed(PrimitiveType::kPred), "pred[64,128]{1,0}");
  EXPECT_EQ(changed(PrimitiveType::kU8), "u8[64,128]{1,0}");
  EXPECT_EQ(changed(PrimitiveType::kU4), "u4[64,128]{1,0:E(4)}");
}

TEST(AcceptanceShapeUtil, PackedArraysWithoutElementsTakeNothing) {
  for (const char* text : {"s4[0]{0:E(4)}", "s4[0,128]{1,0:E(4)}", "s4[64,0]{1,0:T(8,128)E(4)}"}) {
    EXPECT_EQ(*array_size(shape_of(text)), 0) << text;
    EXPECT_EQ(*array_data_size(shape_of(text)), 0) << text;
  }
}

TEST(AcceptanceShapeUtil, AFlattenedTupleHasItsLeavesInOrder) {
  const std::vector<Leaf> flat = leaves(shape_of("(f32[1], (f32[2], (), f32[3]), f32[4])"));
  ASSERT_EQ(flat.size(), 4);
  for (std::size_t i = 0; i < flat.size(); ++i) {
    EXPECT_EQ(flat[i].shape.dimensions[0].bound, static_cast<std::int64_t>(i) + 1);
  }
}

}  // namespace
}  // namespace tileglot::notation::xla
