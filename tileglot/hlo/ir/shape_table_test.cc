// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/shape_table.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

TEST(ShapeTable, EqualShapesHaveOneNumber) {
  ShapeTable table;
  const auto keep = [&table](std::string_view text) {
    return table.keep(*notation::xla::parse_shape(text));
  };
  const ShapeId rows = keep("f32[2,3]{1,0}");
  EXPECT_EQ(keep("f32[2,3]{1,0}"), rows);
  EXPECT_NE(keep("f32[2,3]{0,1}"), rows);
  EXPECT_NE(keep("f32[2,3]{1,0:T(2,2)}"), rows);
  EXPECT_NE(keep("(f32[2,3]{1,0})"), rows);
  EXPECT_NE(keep("f32[<=2,3]{1,0}"), rows);
  EXPECT_EQ(table.size(), 5U);
  EXPECT_EQ(print(table.at(rows)), "f32[2,3]{1,0}");
}

}  // namespace
}  // namespace tileglot::hlo
