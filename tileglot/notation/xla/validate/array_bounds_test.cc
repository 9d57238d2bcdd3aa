// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/array_bounds.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::int64_t elements(std::string_view text) {
  return elements_in(*parse_shape(text)).value_or(-1);
}

std::string refusal(std::string_view text) {
  const auto count = elements_in(*parse_shape(text));
  return count ? "no refusal" : count.error()->code;
}

std::int64_t bound_at(std::string_view text, std::int64_t number) {
  const auto dimension = dimension_at(*parse_shape(text), number);
  return dimension ? dimension->bound.value_or(-1) : -2;
}

// "elements are counted up to their bounds"
TEST(ArrayBounds, ElementsAreCountedUpToTheirBounds) {
  EXPECT_EQ(array_bounds(*parse_shape("f32[3,<=5]")).value(), (std::vector<std::int64_t>{3, 5}));
  EXPECT_EQ(elements("f32[3,<=5]"), 15);
  EXPECT_EQ(elements("f32[]"), 1);
  EXPECT_EQ(elements("f32[3,0,5]"), 0);
  EXPECT_EQ(elements("b(f32[3,5])"), 15);
}

TEST(ArrayBounds, WhatCannotBeCountedIsRefused) {
  EXPECT_EQ(refusal("(f32[3])"), "xla.not_array");
  EXPECT_EQ(refusal("token[]"), "xla.not_array");
  EXPECT_EQ(refusal("f32[?,3]"), "xla.unbounded");
  EXPECT_EQ(refusal("f32[4294967296,4294967296]"), "xla.too_large");
  EXPECT_EQ(refusal("f32[4294967296,4294967296,0]"), "no refusal");
}

TEST(ArrayBounds, DimensionsAreNumberedFromEitherEnd) {
  EXPECT_EQ(bound_at("f32[2,3]", 0), 2);
  EXPECT_EQ(bound_at("f32[2,3]", -1), 3);
  EXPECT_EQ(bound_at("f32[2,3]", -2), 2);
  EXPECT_EQ(bound_at("b(f32[2,3])", 1), 3);
  const auto none = dimension_at(*parse_shape("f32[2,3]"), 2);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error()->code, "xla.no_dimension");
  EXPECT_EQ(bound_at("f32[2,3]", -9223372036854775807 - 1), -2);
  EXPECT_EQ(bound_at("f32[]", 0), -2);
  EXPECT_EQ(bound_at("token[]", 0), -2);
}

TEST(ArrayBounds, OnlyAnArrayHasZeroElements) {
  EXPECT_TRUE(is_zero_element_array(*parse_shape("f32[0]")));
  EXPECT_TRUE(is_zero_element_array(*parse_shape("b(f32[3,0])")));
  EXPECT_FALSE(is_zero_element_array(*parse_shape("f32[]")));
  EXPECT_FALSE(is_zero_element_array(*parse_shape("(f32[0])")));
}

TEST(ArrayBounds, SizesAreTheSameWhateverTheType) {
  const auto same = [](std::string_view a, std::string_view b) {
    return same_dimensions(*parse_shape(a), *parse_shape(b));
  };
  EXPECT_TRUE(same("f32[2,3]{0,1}", "pred[2,<=3]"));
  EXPECT_FALSE(same("f32[2,3]", "f32[3,2]"));
  EXPECT_FALSE(same("f32[2,3]", "f32[2]"));
  EXPECT_FALSE(same("f32[2]", "(f32[2])"));
}

}  // namespace
}  // namespace tileglot::notation::xla
