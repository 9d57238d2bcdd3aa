// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/dynamic_dimensions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string text_of(const core::Result<Shape>& shape) {
  return shape ? print(*shape) : shape.error()->code;
}

std::string cleared(std::string_view text) {
  return text_of(clear_dynamic_dimensions(*parse_shape(text)));
}

std::string with_flag(std::string_view text, std::int64_t number, bool dynamic) {
  return text_of(set_dynamic_dimension(*parse_shape(text), number, dynamic));
}

// "flags are taken away one by one or all"
TEST(DynamicDimensions, FlagsAreTakenAwayOneByOneOrAll) {
  EXPECT_EQ(with_flag("f32[<=23,44,<=55]", 2, false), "f32[<=23,44,55]{2,1,0}");
  EXPECT_EQ(with_flag("f32[23]", 0, true), "f32[<=23]{0}");
  EXPECT_EQ(cleared("(f32[<=23,<=4], b(s8[<=2]))"), "(f32[23,4]{1,0}, b(s8[2]{0}))");
}

TEST(DynamicDimensions, ThePrefixGoesWithTheLastFlag) {
  EXPECT_EQ(cleared("f32[<=23]{0:T(8)M(64)}"), "f32[23]{0:T(8)}");
  EXPECT_EQ(cleared("f32[23]{0:M(64)}"), "f32[23]{0:M(64)}");
  EXPECT_EQ(with_flag("f32[<=2,<=3]{1,0:M(8)}", 0, false), "f32[2,<=3]{1,0:M(8)}");
  EXPECT_EQ(with_flag("f32[2,<=3]{1,0:M(8)}", 1, false), "f32[2,3]{1,0}");
  const Shape without_layout = *parse_shape("f32[<=2]", {.missing_layout = MissingLayout::kNone});
  EXPECT_FALSE(clear_dynamic_dimensions(without_layout)->layout);
}

TEST(DynamicDimensions, AShapeWithoutASizeStaysDynamic) {
  EXPECT_EQ(cleared("f32[?]"), "xla.unbounded");
  EXPECT_EQ(with_flag("f32[?]", 0, false), "xla.unbounded");
  EXPECT_EQ(with_flag("f32[2]", 1, false), "xla.no_dimension");
  EXPECT_EQ(with_flag("b(f32[2])", 0, true), "xla.no_dimension");
}

TEST(DynamicDimensions, FlagsShowThroughTuples) {
  EXPECT_TRUE(is_static(*parse_shape("(f32[2], token[])")));
  EXPECT_FALSE(is_static(*parse_shape("(f32[2], (f32[<=2]))")));
  EXPECT_FALSE(is_static(*parse_shape("f32[?]")));
  EXPECT_TRUE(is_unbounded_dynamic(*parse_shape("(f32[?])")));
  EXPECT_FALSE(is_unbounded_dynamic(*parse_shape("(f32[<=2])")));
}

}  // namespace
}  // namespace tileglot::notation::xla
