// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/has_layout.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

Shape shape_of(std::string_view text) { return *parse_shape(text); }

TEST(HasLayout, AllAndAnyOverTuples) {
  Shape mixed = shape_of("(f32[2]{0}, f32[3]{0})");
  EXPECT_TRUE(has_layout(mixed));
  mixed.elements[1].layout.reset();
  EXPECT_FALSE(has_layout(mixed));
  EXPECT_TRUE(has_any_layout(mixed));
  mixed.elements[0].layout.reset();
  EXPECT_FALSE(has_any_layout(mixed));
  EXPECT_TRUE(has_layout(shape_of("()")));
  EXPECT_FALSE(has_any_layout(shape_of("()")));
  EXPECT_TRUE(has_layout(shape_of("token[]")) && has_any_layout(shape_of("opaque[]")));
  EXPECT_FALSE(has_layout(clear_layout(shape_of("b(f32[2]{0})"))));
}

TEST(HasLayout, TilesAreClearedEverywhere) {
  EXPECT_EQ(print(clear_tiles(shape_of("(f32[2]{0:T(8)S(1)}, (token[], b(s8[4]{0:T(2)(2)})))"))),
            "(f32[2]{0:S(1)}, (token[], b(s8[4]{0})))");
}

TEST(HasLayout, AClearedShapeIsTheSameButForLayouts) {
  core::check_law("xla_clear_layout", 10000, [] {
    const Shape shape = *any_printable_shape();
    ASSERT_TRUE(equal(clear_layout(shape), shape, {.layout = true}));
    ASSERT_TRUE(equal(clear_tiles(shape), shape, {.of_layout = {.tiles = true}}));
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
