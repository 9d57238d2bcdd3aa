// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/host_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string on_host(std::string_view text) {
  return print(device_shape_to_host_shape(*parse_shape(text)));
}

bool is_host(std::string_view text) { return device_shape_is_host_shape(*parse_shape(text)); }

// "the host keeps the order only"
TEST(HostShape, TheHostKeepsTheOrderOnly) {
  EXPECT_EQ(on_host("s4[3,5]{0,1:T(2,2)E(4)S(1)}"), "s4[3,5]{0,1}");
  EXPECT_EQ(on_host("(f32[3]{0:L(8)M(4)}, token[], b(f32[3]{0:T(8)}))"),
            "(f32[3]{0}, token[], b(f32[3]{0}))");
}

TEST(HostShape, EachAttributeOfADeviceCounts) {
  EXPECT_TRUE(is_host("f32[3,5]{0,1}"));
  EXPECT_TRUE(is_host("(f32[3,5]{0,1}, token[])"));
  EXPECT_TRUE(is_host("f32[3,5]{0,1:SC(0:1)}"));
  EXPECT_TRUE(is_host("f32[3]{0:E(0)}"));
  for (const char* attribute : {"T(2)", "S(1)", "E(4)", "L(2)", "M(4)"}) {
    EXPECT_FALSE(is_host("(f32[3]{0:" + std::string(attribute) + "})")) << attribute;
  }
}

}  // namespace
}  // namespace tileglot::notation::xla
