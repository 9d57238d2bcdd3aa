// SPDX-License-Identifier: Apache-2.0
// acceptance_shape_test.cc: what XLA's own tests of Shape expect, one test a fact.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/dimensions/dynamic_dimensions.h"
#include "tileglot/notation/xla/dimensions/make_shape.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::notation::xla {
namespace {

Shape shape_of(std::string_view text) { return *parse_shape(text); }

TEST(AcceptanceShape, WithoutFlagsAllDimensionsAreStatic) {
  const std::vector<std::int64_t> bounds{2, 3};
  const auto none = make_array_shape(PrimitiveType::kF32, bounds);
  const auto stated = make_array_shape(PrimitiveType::kF32, bounds, std::nullopt, {{false, false}});
  EXPECT_TRUE(is_static(*none));
  EXPECT_EQ(*none, *stated);
}

TEST(AcceptanceShape, AProtocolBufferReadsBackUnchanged) {
  for (const std::string_view text :
       {"opaque[]", "token[]", "f32[]", "u32[1,2]", "s32[3,4]{0,1}", "b(s32[3,4]{1,0})",
        "(opaque[], f32[], u32[1,2], s32[3,4]{0,1})", "((opaque[], f32[]), token[])",
        "f32[<=23,44,<=55]{1,0,2}", "f32[?,784]"}) {
    EXPECT_EQ(*shape_from_wire(to_wire(shape_of(text))), shape_of(text)) << text;
  }
}

TEST(AcceptanceShape, AShapePrintsWithItsLayout) {
  for (const std::string_view text : {"f32[]{:T(256)}", "s32[3,4]{0,1}", "b(s32[3,4]{1,0})"})
    EXPECT_EQ(print(shape_of(text)), text);
}

TEST(AcceptanceShape, DynamicDimensionsPrintTheirBounds) {
  const std::vector<std::int64_t> bounds{23, 44, 55};
  Shape shape = *make_array_shape(PrimitiveType::kF32, bounds, std::nullopt, {{true, false, true}});
  EXPECT_EQ(print(shape, LayoutText::kHidden), "f32[<=23,44,<=55]");
  shape.dimensions[2].dynamic = false;
  EXPECT_EQ(print(shape, LayoutText::kHidden), "f32[<=23,44,55]");
  EXPECT_EQ(print(shape_of("f32[?,784]"), LayoutText::kHidden), "f32[?,784]");
}

TEST(AcceptanceShape, LayoutDimensionsAndTypeCount) {
  const Shape shape = shape_of("s32[3,4]{1,0}");
  EXPECT_FALSE(equal(shape, shape_of("s32[3,4]{0,1}")));
  EXPECT_FALSE(equal(shape, shape_of("s32[4,3]{1,0}")));
  EXPECT_FALSE(equal(shape, shape_of("u32[3,4]{1,0}")));
  EXPECT_FALSE(equal(shape, shape_of("b(s32[3,4]{1,0})")));
  EXPECT_TRUE(equal(shape, shape_of("b(s32[3,4]{1,0})"), {.buffer = true}));
}

TEST(AcceptanceShape, OneDynamicDimensionMakesATupleDynamic) {
  EXPECT_TRUE(is_static(shape_of("(f32[2], (token[], f32[3]))")));
  EXPECT_FALSE(is_static(shape_of("(f32[2], (token[], f32[<=3]))")));
  EXPECT_FALSE(is_static(shape_of("f32[?,784]")));
  EXPECT_TRUE(is_unbounded_dynamic(shape_of("(f32[?,784])")));
  EXPECT_FALSE(is_unbounded_dynamic(shape_of("f32[<=3]")));
}

TEST(AcceptanceShape, SplitsDoNotCountWhereTheyAreIgnored) {
  const Shape split = shape_of("f32[256,256]{1,0:SC(0:128)}");
  EXPECT_FALSE(equal(shape_of("f32[256,256]{1,0}"), split));
  EXPECT_TRUE(equal(shape_of("f32[256,256]{1,0}"), split, {.of_layout = {.split_configs = true}}));
}

}  // namespace
}  // namespace tileglot::notation::xla
