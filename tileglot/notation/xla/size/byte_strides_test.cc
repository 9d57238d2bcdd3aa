// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/byte_strides.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string packed(std::string_view text) {
  const auto strides = byte_strides(*parse_shape(text));
  if (!strides) return strides.error()->code;
  return *strides ? fmt::format("{}", fmt::join(**strides, " ")) : "none";
}

std::string unpacked(std::string_view text) {
  const auto strides = unpacked_byte_strides(*parse_shape(text));
  return strides ? fmt::format("{}", fmt::join(*strides, " ")) : strides.error()->code;
}

// "strides follow the order of the layout"
TEST(ByteStrides, StridesFollowTheOrderOfTheLayout) {
  EXPECT_EQ(packed("f32[2,3,4]{0,2,1}"), "4 32 8");
  EXPECT_EQ(unpacked("f32[2,3,4]{0,2,1}"), "4 32 8");
  EXPECT_EQ(unpacked("s4[2,4]{1,0:E(4)}"), "4 1");
  EXPECT_EQ(packed("s4[2,4]{1,0:E(4)}"), "none");
  EXPECT_EQ(packed("s32[2,4]{1,0:E(16)}"), "8 2");
  EXPECT_EQ(packed("f32[]"), "");
}

TEST(ByteStrides, WhatHasNoStridesIsRefused) {
  EXPECT_EQ(packed("f32[?]"), "xla.unbounded");
  EXPECT_EQ(unpacked("token[]"), "xla.not_array");
  EXPECT_EQ(packed("f32[2,2]{0,0}"), "xla.order");
  EXPECT_EQ(unpacked("f32[4294967296,4294967296,0]"), "0 0 4");
  EXPECT_EQ(unpacked("f32[0,4294967296,4294967296]"), "xla.too_large");
}

}  // namespace
}  // namespace tileglot::notation::xla
