// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/physical_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string physical(std::string_view text) {
  const auto shape = physical_shape(*parse_shape(text));
  return shape ? print(*shape) : shape.error()->code;
}

// "tiles become dimensions"
TEST(PhysicalShape, TilesBecomeDimensions) {
  EXPECT_EQ(physical("bf16[9,200]{1,0:T(8,128)(2,1)}"), "bf16[2,2,4,128,2,1]{5,4,3,2,1,0}");
  EXPECT_EQ(physical("f32[2,3]{0,1}"), "f32[3,2]{1,0}");
  EXPECT_EQ(physical("s4[3,5]{1,0:T(2,2)L(32)E(4)S(1)M(8)}"),
            "s4[2,3,2,2]{3,2,1,0:L(32)E(4)S(1)M(8)}");
  EXPECT_EQ(physical("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"), "f32[56,37,2,3]{3,2,1,0}");
}

TEST(PhysicalShape, WhatIsNotOneArrayIsRefused) {
  EXPECT_EQ(physical("f32[3,5]{1,0:SC(1:2)}"), "xla.split");
  EXPECT_EQ(physical("f32[?]"), "xla.unbounded");
  std::string tiles = "(1)";
  for (int i = 0; i < 31; ++i) tiles += "(1,1,1)";
  EXPECT_EQ(physical("f32[3]{0:T" + tiles + "}"), "xla.limit");
}

}  // namespace
}  // namespace tileglot::notation::xla
