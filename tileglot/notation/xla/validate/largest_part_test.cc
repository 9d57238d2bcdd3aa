// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/largest_part.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string part(std::string_view text) {
  const auto result = largest_part(*parse_shape(text));
  return result ? print(*result) : result.error()->code;
}

// "the largest piece of each dimension counts"
TEST(LargestPart, TheLargestPieceOfEachDimensionCounts) {
  EXPECT_EQ(part("f32[64,96]{1,0:SC(1:40)}"), "f32[64,56]{1,0}");
  EXPECT_EQ(part("f32[64,96]{0,1:SC(1:40)}"), "f32[40,96]{0,1}");
  EXPECT_EQ(part("f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}"), "f32[150,90,70]{0,1,2}");
  EXPECT_EQ(part("f32[3,5]{1,0:T(2,2)}"), "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(part("f32[]"), "f32[]");
  EXPECT_EQ(part("f32[0]{0:SC(0:0)}"), "f32[0]{0}");
}

TEST(LargestPart, WhatHasNoSizeIsRefused) {
  EXPECT_EQ(part("token[]"), "xla.not_array");
  EXPECT_EQ(part("f32[?]{0:SC(0:1)}"), "xla.unbounded");
  EXPECT_EQ(part("f32[3]{0:SC(0:4)}"), "xla.split");
  EXPECT_EQ(part("f32[64,96]{1,0:SC(1:40)(1:90)}"), "xla.split");
}

}  // namespace
}  // namespace tileglot::notation::xla
