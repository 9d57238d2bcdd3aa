// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/copy_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string copied(std::string_view from, std::string_view to) {
  const auto copy = copy_layout_between_shapes(*parse_shape(from), *parse_shape(to));
  return copy ? print(*copy) : copy.error()->code;
}

bool same(std::string_view a, std::string_view b, LayoutIgnores ignores = {}) {
  return layouts_in_shapes_equal(*parse_shape(a), *parse_shape(b), ignores);
}

TEST(CopyLayout, SizesAndTypesDoNotMatter) {
  EXPECT_EQ(copied("f32[123,42,7]{2,0,1}", "s8[2,3,5]"), "s8[2,3,5]{2,0,1}");
  EXPECT_TRUE(same("(f32[2,3])", "(s8[2,2])"));
  EXPECT_FALSE(same("(f32[2,3])", "(f32[2,3]{0,1})"));
}

TEST(CopyLayout, TuplesGoElementByElement) {
  EXPECT_EQ(copied("(f32[2,3]{0,1}, token[], b(s8[4]{0:T(2)}))", "(f32[5,5], token[], b(s8[4]))"),
            "(f32[5,5]{0,1}, token[], b(s8[4]{0:T(2)}))");
  EXPECT_EQ(copied("(f32[2])", "(f32[2], f32[2])"), "xla.copy");
  EXPECT_EQ(copied("(f32[2])", "f32[2]"), "xla.copy");
  EXPECT_EQ(copied("f32[2]", "(f32[2])"), "xla.copy");
}

TEST(CopyLayout, ABufferIsItsArray) {
  EXPECT_EQ(copied("f32[2,3]{0,1}", "b(f32[2,3])"), "b(f32[2,3]{0,1})");
  EXPECT_EQ(copied("b(f32[2,3]{0,1})", "f32[2,3]"), "f32[2,3]{0,1}");
}

TEST(CopyLayout, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(copied("f32[2,3,4]", "f32[2,3]"), "xla.copy");
  EXPECT_EQ(copied("f32[]", "token[]"), "xla.copy");
  EXPECT_EQ(copied("f32[2,3,4]", "b(f32[2,3])"), "xla.copy");
  EXPECT_EQ(copied("f32[9]{0:SC(0:8)}", "f32[3]"), "xla.split");
}

TEST(CopyLayout, WhatDoesNotCountDoesNotCountInTuples) {
  EXPECT_FALSE(same("(f32[2]{0:T(8)})", "(f32[2]{0})"));
  EXPECT_TRUE(same("(f32[2]{0:T(8)})", "(f32[2]{0})", {.tiles = true}));
  EXPECT_FALSE(same("(f32[2]{0:T(8)S(1)})", "(f32[2]{0})", {.tiles = true}));
}

TEST(CopyLayout, AnArrayNeverEqualsWhatIsNone) {
  EXPECT_FALSE(same("token[]", "f32[]"));
  EXPECT_FALSE(same("f32[]", "token[]"));
  EXPECT_TRUE(same("token[]", "opaque[]"));
  EXPECT_FALSE(same("f32[2]", "f32[2,1]"));
}

TEST(CopyLayout, OneWithoutALayoutEqualsOnlyAnother) {
  const Shape with = *parse_shape("(f32[2]{0})");
  const Shape without = clear_layout(with);
  EXPECT_FALSE(layouts_in_shapes_equal(with, without));
  EXPECT_FALSE(layouts_in_shapes_equal(without, with));
  EXPECT_TRUE(layouts_in_shapes_equal(without, without));
}

TEST(CopyLayout, ACopyHasEqualLayouts) {
  core::check_law("xla_copy_layout", 10000, [] {
    const Shape shape = *any_shape();
    const Shape tuple{.type = PrimitiveType::kTuple, .elements = {shape, clear_layout(shape)}};
    const auto copy = copy_layout_between_shapes(tuple, clear_layout(tuple));
    ASSERT_TRUE(copy);
    ASSERT_EQ(*copy, tuple);
    ASSERT_TRUE(layouts_in_shapes_equal(*copy, tuple));
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
