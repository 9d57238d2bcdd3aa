// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileglot::calculator {
namespace {

TEST(XlaRuntimeOperations, ModesAreRead) {
  EXPECT_EQ(dumped("parse_layout_mode", {"auto"}), R"("auto")");
  EXPECT_EQ(dumped("parse_layout_mode", {"{1,0:T(8,128)}"}), R"("{1,0:T(8,128)}")");
  EXPECT_EQ(dumped("parse_layout_mode", {"row"}), "scan.expected");
  EXPECT_EQ(dumped("parse_layout_modes", {"auto;{0};", "2"}), R"(["auto","{0}"])");
  EXPECT_EQ(dumped("parse_layout_modes", {"null", "2"}), R"(["default","default"])");
  EXPECT_EQ(dumped("parse_layout_modes", {"auto", "2"}), "xla.mode_count");
  EXPECT_EQ(dumped("parse_layout_modes", {"null", "-1"}), "xla.limit");
  EXPECT_EQ(dumped("parse_layout_modes", {"null", "1000000000000"}), "xla.limit");
}

/// The text of the shape, or the code of the refusal.
std::string shape(const std::vector<std::string>& args) {
  return printed("layout_mode_to_shape", args);
}

// "modes lead to shapes"
TEST(XlaRuntimeOperations, ModesLeadToShapes) {
  EXPECT_EQ(shape({"{0,1}", "f32[8,8]", "null", "5"}), "f32[8,8]{0,1:S(5)}");
  EXPECT_EQ(shape({"default", "f32[8,8]{0,1}", "{devices=[1,2]<=[2]}", "0"}), "f32[8,8]{1,0}");
  EXPECT_EQ(shape({"auto", "f32[8,8]", "null", "5"}), "f32[8,8]");
  EXPECT_EQ(shape({"auto", "f32[8,8]", "{devices=[2]", "5"}), "scan.integer");
}

TEST(XlaRuntimeOperations, IfrtLayoutsAreSerialized) {
  EXPECT_EQ(dumped("ifrt_compact_layout", {"[1,0]"}),
            R"json({"print":"CompactLayout(major_to_minor=[1,0])","proto":"0a020100"})json");
  EXPECT_EQ(dumped("ifrt_pjrt_layout", {"{0:S(1)}"}),
            R"({"print":"{0}","proto":"0a060a0100800101"})");
  EXPECT_EQ(dumped("ifrt_compact_layout_from_proto", {"0a0100"}),
            R"json({"print":"CompactLayout(major_to_minor=[0])","proto":"0a0100"})json");
  EXPECT_EQ(dumped("ifrt_pjrt_layout_from_proto", {"0a030a0100"}),
            R"({"print":"{0}","proto":"0a060a0100800101"})");
  EXPECT_EQ(dumped("ifrt_compact_layout", {"[1,1]"}), "ifrt.order");
  EXPECT_EQ(dumped("ifrt_layout_from_proto", {""}), "ifrt.type_name");
}

}  // namespace
}  // namespace tileglot::calculator
