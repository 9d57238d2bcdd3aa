// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/dimensions.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::Shape;

constexpr Dimension kFour{.bound = 4};
constexpr Dimension kUpToFour{.bound = 4, .dynamic = true};
constexpr Dimension kUpToThree{.bound = 3, .dynamic = true};
constexpr Dimension kAny{.bound = std::nullopt, .dynamic = true};

Shape shape(std::string_view text) { return *notation::xla::parse_shape(text); }

TEST(Dimensions, ABoundIsComparedWhetherItIsDynamicOrNot) {
  EXPECT_TRUE(same_extent(kFour, kUpToFour));
  EXPECT_FALSE(same_extent(kFour, kUpToThree));
  EXPECT_FALSE(same_extent(kUpToFour, kUpToThree));
  EXPECT_TRUE(same_extent(kAny, kUpToThree));
  EXPECT_TRUE(same_dimensions(shape("f32[4]"), shape("s32[<=4]")));
  EXPECT_FALSE(same_dimensions(shape("f32[4]"), shape("f32[<=3]")));
}

TEST(Dimensions, WhatTwoHaveInCommonIsAsBoundedAsEither) {
  EXPECT_EQ(common(kFour, kUpToFour), kUpToFour);
  EXPECT_EQ(common(kUpToFour, kFour), kUpToFour);
  EXPECT_EQ(common(kAny, kFour), kFour);
  EXPECT_EQ(common(kFour, kAny), kFour);
}

TEST(Dimensions, ElementsAreCountedIfTheyAreBounded) {
  EXPECT_EQ(element_count(shape("f32[2,3]")), 6);
  EXPECT_EQ(element_count(shape("f32[]")), 1);
  EXPECT_EQ(element_count(shape("f32[2,?]")), std::nullopt);
}

}  // namespace
}  // namespace tileglot::hlo
