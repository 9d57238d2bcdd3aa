// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/serialized_size.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string size(std::string_view text) {
  const auto result = serialized_size(*parse_shape(text));
  return result ? std::to_string(*result) : result.error()->code;
}

// "the shape comes before the data"
TEST(SerializedSize, TheShapeComesBeforeTheData) {
  EXPECT_EQ(size("f32[10,20]"), "827");
  EXPECT_EQ(size("pred[10]"), std::to_string(8 + 16 + 2));
  EXPECT_EQ(size("s4[3,5]"), std::to_string(8 + 19 + 8));
  EXPECT_EQ(size("u2[9]"), std::to_string(8 + 16 + 3));
  EXPECT_EQ(size("()"), "10");
}

TEST(SerializedSize, DynamicArraysBringTheirSizes) {
  EXPECT_EQ(size("f32[<=10,20]"), "835");
  EXPECT_EQ(size("(f32[<=10,20], f32[10,20])"), std::to_string(8 + 2 + 2 * 21 + 8 + 1600));
}

TEST(SerializedSize, OnlyArraysAreWritten) {
  EXPECT_EQ(size("(f32[2], token[])"), "xla.not_array");
  EXPECT_EQ(size("opaque[]"), "xla.not_array");
}

}  // namespace
}  // namespace tileglot::notation::xla
