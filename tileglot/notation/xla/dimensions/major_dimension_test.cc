// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/major_dimension.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string most_major(std::string_view text, std::int64_t number) {
  const auto answer = is_effectively_most_major_dimension(*parse_shape(text), number);
  if (!answer) return answer.error()->code;
  return *answer ? "yes" : "no";
}

std::string moved(std::string_view text, std::int64_t number) {
  const auto shape = move_dim_to_major(*parse_shape(text), number);
  return shape ? print(*shape) : shape.error()->code;
}

// "dimensions of size 1 do not count"
TEST(MajorDimension, DimensionsOfSize1DoNotCount) {
  EXPECT_EQ(most_major("f32[1,1,16,1,279]{4,1,2,3,0}", 2), "yes");
  EXPECT_EQ(most_major("f32[1,1,16,1,279]{0,1,2,3,4}", 2), "no");
  EXPECT_EQ(most_major("f32[1,1,16,1,279]{4,1,2,3,0}", 0), "yes");
  EXPECT_EQ(most_major("f32[0,16]", 1), "no");
}

TEST(MajorDimension, ADimensionMovesToTheMajorEnd) {
  EXPECT_EQ(moved("f32[10,10,10]{2,1,0}", 1), "f32[10,10,10]{2,0,1}");
  EXPECT_EQ(moved("f32[10,10,10]{0,2,1}", 0), "f32[10,10,10]{2,1,0}");
  EXPECT_EQ(moved("(f32[2,3], (s8[4,5]{1,0:T(2,2)SC(0:2)}))", 1),
            "(f32[2,3]{0,1}, (s8[4,5]{0,1:T(2,2)SC(1:2)}))");
}

TEST(MajorDimension, TheLastDimensionIsMinorMost) {
  EXPECT_TRUE(last_dim_is_minor_most(*parse_shape("f32[2,3]")));
  EXPECT_FALSE(last_dim_is_minor_most(*parse_shape("f32[2,3]{0,1}")));
  EXPECT_TRUE(last_dim_is_minor_most(*parse_shape("f32[]")));
  EXPECT_TRUE(last_dim_is_minor_most({.type = PrimitiveType::kF32, .dimensions = {{.bound = 2}}}));
}

TEST(MajorDimension, WhatHasNoOrderIsRefused) {
  EXPECT_EQ(most_major("f32[2]", 1), "xla.no_dimension");
  EXPECT_EQ(most_major("f32[2]", -1), "xla.no_dimension");
  EXPECT_EQ(moved("(f32[2], token[])", 0), "xla.not_array");
  const Shape without = *parse_shape("f32[2]", {.missing_layout = MissingLayout::kNone});
  EXPECT_EQ(move_dim_to_major(without, 0).error()->code, "xla.layout_missing");
}

}  // namespace
}  // namespace tileglot::notation::xla
