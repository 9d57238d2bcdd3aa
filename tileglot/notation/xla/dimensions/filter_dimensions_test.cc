// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string text_of(const core::Result<Shape>& shape) {
  return shape ? print(*shape) : shape.error()->code;
}

std::string without(std::string_view text, const std::vector<std::int64_t>& dimensions) {
  return text_of(delete_dimensions(*parse_shape(text), dimensions));
}

std::string squeezed(std::string_view text) {
  return text_of(drop_degenerate_dimensions(*parse_shape(text)));
}

// "the others close up"
TEST(FilterDimensions, TheOthersCloseUp) {
  EXPECT_EQ(without("f32[5,3,2]{2,0,1}", {1}), "f32[5,2]{1,0}");
  EXPECT_EQ(without("f32[5,<=3,2]{2,0,1}", {2, 0, 2}), "f32[<=3]{0}");
  EXPECT_EQ(without("f32[5,3]", {}), "f32[5,3]{1,0}");
  EXPECT_EQ(squeezed("f32[1,5,1]{2,0,1}"), "f32[5]{0}");
  EXPECT_EQ(squeezed("f32[1,0,1]{2,0,1}"), "f32[0]{0}");
  EXPECT_EQ(squeezed("f32[1,1]"), "f32[]");
}

TEST(FilterDimensions, SplitsGoWithTheirDimensions) {
  EXPECT_EQ(without("f32[5,3,2]{2,1,0:T(2)SC(0:4)(2:1)}", {0}), "f32[3,2]{1,0:T(2)SC(1:1)}");
}

TEST(FilterDimensions, DegenerateDimensionsAreThoseOfSize1) {
  EXPECT_TRUE(has_degenerate_dimensions(*parse_shape("f32[3,1]")));
  EXPECT_FALSE(has_degenerate_dimensions(*parse_shape("f32[3,0,?]")));
  EXPECT_EQ(true_num_dimensions(*parse_shape("f32[3,1,0,1]")), 2);
}

TEST(FilterDimensions, WhatIsNotThereIsRefused) {
  EXPECT_EQ(without("f32[5,3]", {2}), "xla.no_dimension");
  EXPECT_EQ(without("token[]", {}), "xla.not_array");
  EXPECT_EQ(squeezed("f32[5,3]{1,1}"), "xla.order");
}

}  // namespace
}  // namespace tileglot::notation::xla
