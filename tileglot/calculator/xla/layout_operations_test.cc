// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/xla/answer.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {
namespace {

TEST(XlaLayoutOperations, OrdersAreAskedAndChanged) {
  EXPECT_EQ(printed("descending_layout", {"3"}), "{2,1,0}");
  EXPECT_EQ(printed("ascending_layout", {"3"}), "{0,1,2}");
  EXPECT_EQ(printed("descending_layout", {"65"}), "xla.limit");
  EXPECT_EQ(printed("descending_layout", {"-1"}), "xla.limit");
  EXPECT_EQ(printed("has_descending_layout", {"{1,0}"}), "true");
  EXPECT_EQ(printed("has_ascending_layout", {"{1,0}"}), "false");
  EXPECT_EQ(printed("minor", {"{1,2,0}", "0"}), "1");
  EXPECT_EQ(printed("major", {"{1,2,0}", "0"}), "0");
  EXPECT_EQ(printed("logical_to_physical", {"{0,2,1}"}), "[2,0,1]");
  EXPECT_EQ(printed("physical_to_logical", {"{0,2,1}"}), "[1,2,0]");
  EXPECT_EQ(printed("move_dim_to_major", {"{2,1,0}", "1"}), "{2,0,1}");
  EXPECT_EQ(printed("move_dim_to_minor", {"{2,1,0}", "1"}), "{1,2,0}");
  EXPECT_EQ(printed("delete_dimension", {"{2,0,1}", "1"}), "{1,0}");
  EXPECT_EQ(printed("are_dimensions_consecutive", {"{1,2,0}", "[0,1]"}), "false");
}

TEST(XlaLayoutOperations, ShapesAreTakenAsWritten) {
  EXPECT_EQ(printed("has_layout", {"(f32[2]{0}, f32[3])"}), "false");
  EXPECT_EQ(printed("has_any_layout", {"(f32[2]{0}, f32[3])"}), "true");
  EXPECT_EQ(printed("with_default_layout", {"(f32[2,3], s8[2,3]{0,1})"}),
            "(f32[2,3]{1,0}, s8[2,3]{1,0})");
  EXPECT_EQ(printed("default_layout", {"f32[2,3]"}), "{1,0}");
  EXPECT_EQ(printed("clear_layout", {"f32[2]{0:T(8)}"}), "f32[2]");
  EXPECT_EQ(printed("clear_tiles", {"f32[2]{0:T(8)}"}), "f32[2]{0}");
  EXPECT_EQ(printed("validate_layout_in_shape", {"(f32[2]{0}, f32[3])"}), "xla.layout_missing");
  EXPECT_EQ(printed("validate_layout_in_shape", {"f32[2]{0}"}), "true");
}

TEST(XlaLayoutOperations, LayoutsAreCopiedAndCompared) {
  EXPECT_EQ(printed("copy_layout_between_shapes", {"f32[2,3]{0,1}", "s8[4,5]"}), "s8[4,5]{0,1}");
  EXPECT_EQ(printed("copy_layout_between_shapes", {"f32[2,3]", "s8[4,5]{0,1}"}), "s8[4,5]");
  EXPECT_EQ(printed("copy_layout_between_shapes", {"f32[2,3]{0,1}", "s8[4]"}), "xla.copy");
  EXPECT_EQ(printed("layouts_in_shapes_equal", {"f32[2,3]{0,1}", "s8[4,5]{0,1}"}), "true");
}

TEST(XlaLayoutOperations, AttributesAreAsked) {
  EXPECT_EQ(printed("memory_space", {"f32[2]{0:S(5)}"}), "5");
  EXPECT_EQ(printed("has_custom_element_size_in_bits", {"s4[2]{0:E(4)}"}), "true");
  EXPECT_EQ(printed("is_untiled_layout", {"f32[16,128]{1,0:T(4,128)}"}), "true");
  EXPECT_EQ(printed("byte_strides_is_major_to_minor", {"[44,4]", "[10,11]", "f32"}), "true");
  EXPECT_EQ(printed("byte_strides_is_major_to_minor", {"[4]", "[10,11]", "f32"}), "xla.strides");
}

}  // namespace
}  // namespace tileglot::calculator
