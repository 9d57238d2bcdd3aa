// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/reading.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tileglot/api/convert/convert.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {
namespace {

TEST(Reading, ALayoutAloneIsAValueAndWithATensorALayout) {
  const std::string jax = "Layout(major_to_minor=(1,0))";
  const auto alone = reading_of({.layout = jax}, "xla");
  ASSERT_TRUE(alone);
  const value::XlaValue expected = notation::xla::Layout{.minor_to_major = {0, 1}};
  ASSERT_TRUE(std::holds_alternative<value::XlaValue>(alone->value));
  EXPECT_TRUE(std::get<value::XlaValue>(alone->value) == expected);

  const auto described = reading_of({.layout = jax, .tensor = "f32[3,5]"}, "xla");
  ASSERT_TRUE(described);
  ASSERT_TRUE(std::holds_alternative<bridge::AnyLayout>(described->value));
  EXPECT_EQ(bridge::print(std::get<bridge::AnyLayout>(described->value)), "f32[3,5]{0,1}");
  EXPECT_EQ(described->type, core::ElementType::kF32);
}

TEST(Reading, AFaultThatOnlyTheTensorShowsIsShownInXlasText) {
  const auto reading =
      reading_of({.layout = "Layout(major_to_minor=(0,1))", .tensor = "f32[3]"}, "cute");
  ASSERT_FALSE(reading);
  EXPECT_EQ(core::render(reading.error()),
            "error[xla.rank]: the shape has 1 dimension, but minor_to_major lists 2\n"
            "  1 | {1,0}\n"
            "    |  ^^^\n"
            "  help: write {0} for row-major\n");
}

TEST(Reading, NotesDependOnTheTarget) {
  const auto reading = reading_of(
      {.layout = "((8,4,4),4):((64,1,4),16)", .tensor = "16x32xf16", .convention = "tv"}, "all");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->notes("cute"), "");
  EXPECT_EQ(reading->notes("linear"),
            "read as (thread, value): thread = lane + lanes*warp, value = register\n");
  EXPECT_EQ(reading->notes("jax"), reading->notes("linear") +
                                       "JAX lists the dimensions from major to minor, XLA from "
                                       "minor to major\n");
}

}  // namespace
}  // namespace tileglot::api
