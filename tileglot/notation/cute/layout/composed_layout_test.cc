// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/composed_layout.h"

#include <gtest/gtest.h>

#include <variant>

#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

TEST(ComposedLayout, ASwizzledTileXorsItsRows) {
  const auto read = parse_any_layout("Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
  ASSERT_TRUE(read.has_value());
  const auto& tile = std::get<ComposedLayout>(*read);
  EXPECT_EQ(tile.outer.swizzle, (Swizzle{3, 0, 3}));
  EXPECT_EQ(tile.offset, core::static_integer(0));
  EXPECT_EQ(print(tile, Marks::kShow), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
}

TEST(ComposedLayout, TextsThatAreNoneAreRefused) {
  for (const char* text : {"Sw<3,0,3>", "Sw<3,0,3> o (1,2) o 4:1", "Sw<3,0,1> o 0 o 4:1",
                           "Sw<3,0,3> o 0 o", "Sw<3,0 o 0 o 4:1"}) {
    EXPECT_FALSE(parse_any_layout(text).has_value()) << text;
  }
}

TEST(ComposedLayout, StridesMayBeScaledBases) {
  const auto read = parse_any_layout("(_4,(_2,3)):(_1@0,(_1@0@1,5@1@1))");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(print(std::get<Layout<>>(*read), Marks::kShow), "(_4,(_2,3)):(_1@0,(_1@0@1,5@1@1))");
  EXPECT_FALSE(parse_any_layout("(4@0,2):(1,4)").has_value());
  EXPECT_FALSE(parse_any_layout("4:1@63").has_value());
  EXPECT_FALSE(parse_any_layout("4:1@0@0@0@0@0@0").has_value());
}

}  // namespace
}  // namespace tileglot::notation::cute
