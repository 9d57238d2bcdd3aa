// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/operand_table.h"

#include <gtest/gtest.h>

#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

TEST(OperandTable, InstructionsRepeatByTheStepsOfAMode) {
  const DividedMode divided("(64,4):(1,4096)"_layout, 16);
  ASSERT_TRUE(divided.is_even);
  ASSERT_EQ(divided.steps.count, 2);
  EXPECT_EQ(divided.steps.extent[0], 4);
  EXPECT_EQ(divided.steps.stride[0], 16);
  EXPECT_EQ(divided.steps.extent[1], 4);
  EXPECT_EQ(divided.steps.stride[1], 4096);
  EXPECT_FALSE(DividedMode("(24,2):(1,32)"_layout, 16).is_even);
  EXPECT_FALSE(DividedMode("8:1"_layout, 16).is_even);
}

TEST(OperandTable, AnInstructionTakesTheMostThatTheModeAllows) {
  EXPECT_EQ(instruction_mn("24:1"_layout, 24), 24);
  EXPECT_EQ(instruction_mn("512:1"_layout, 512), 256);
  EXPECT_EQ(instruction_mn("384:1"_layout, 384), 192);
  EXPECT_EQ(instruction_mn("(80,8):(1,128)"_layout, 640), 160);
  EXPECT_EQ(instruction_mn("(257,8):(1,512)"_layout, 2056), 0);
}

TEST(OperandTable, AddressesAreThoseOfTheSwizzledLayout) {
  const OperandTable table({"8:64"_layout, "16:1"_layout}, {8, 16}, {3, 3, 3}, 0, 16);
  EXPECT_EQ(table.at(1, 0), 144 * 8);
  EXPECT_EQ(table.at(1, 9), (128 + 2) * 8);
  EXPECT_EQ(table.at(0, 0, 64), 144 * 8);
}

}  // namespace
}  // namespace tileglot::notation::cute
