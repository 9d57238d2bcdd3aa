// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/xla/answer.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {
namespace {

// "sizes are numbers"
TEST(XlaSizeOperations, SizesAreNumbers) {
  EXPECT_EQ(printed("array_size", {"f32[3,5]{1,0:T(2,2)}"}), "96");
  EXPECT_EQ(printed("array_data_size", {"f32[3,5]{1,0:T(2,2)}"}), "84");
  EXPECT_EQ(printed("owned_elements", {"f32[3,5]{1,0:T(2,2)}"}), "24");
  EXPECT_EQ(printed("elements_in", {"f32[3,5]"}), "15");
  EXPECT_EQ(printed("byte_size_of_elements", {"f32[3,5]"}), "60");
  EXPECT_EQ(printed("byte_size_of", {"(f32[3,5], pred[])", "8"}), "16");
  EXPECT_EQ(printed("serialized_size", {"f32[10,20]"}), "827");
  EXPECT_EQ(printed("element_size_bits", {"s4[2]{0:E(4)}"}), "4");
  EXPECT_EQ(printed("dimension_at", {"f32[2,3]", "-1"}), "3");
  EXPECT_EQ(printed("dimension_at", {"f32[?]", "0"}), "null");
}

TEST(XlaSizeOperations, StridesAreLists) {
  EXPECT_EQ(printed("byte_strides", {"f32[2,3,4]{0,2,1}"}), "[4,32,8]");
  EXPECT_EQ(printed("byte_strides", {"s4[2,4]{1,0:E(4)}"}), "null");
  EXPECT_EQ(printed("unpacked_byte_strides", {"s4[2,4]{1,0:E(4)}"}), "[4,1]");
}

TEST(XlaSizeOperations, ShapesComeOfShapes) {
  EXPECT_EQ(printed("make_shape_with_dense_layout", {"f32", "[2,3]", "{0,1:T(2,2)}"}),
            "f32[2,3]{0,1:T(2,2)}");
  EXPECT_EQ(printed("physical_shape", {"f32[3,5]{1,0:T(2,2)}"}), "f32[2,3,2,2]{3,2,1,0}");
  EXPECT_EQ(printed("largest_part", {"f32[64,96]{1,0:SC(1:40)}"}), "f32[64,56]{1,0}");
  EXPECT_EQ(printed("change_element_type", {"s4[3]{0:E(4)}", "u8"}), "u8[3]{0}");
  EXPECT_EQ(printed("update_element_size", {"s4[3]", "true"}), "s4[3]{0:E(4)}");
  EXPECT_EQ(printed("device_shape_to_host_shape", {"f32[3]{0:S(1)}"}), "f32[3]{0}");
  EXPECT_EQ(printed("clear_dynamic_dimensions", {"f32[<=3]"}), "f32[3]{0}");
  EXPECT_EQ(printed("set_dynamic_dimension", {"f32[3]", "0", "true"}), "f32[<=3]{0}");
  EXPECT_EQ(printed("subshape", {"(f32[3], (s8[]))", "[1,0]"}), "s8[]");
  EXPECT_EQ(printed("leaves", {"(f32[3], (s8[]))"}),
            R"([{"path":[0],"shape":"f32[3]{0}"},{"path":[1,0],"shape":"s8[]"}])");
}

TEST(XlaSizeOperations, QuestionsAreAnsweredYesOrNo) {
  EXPECT_EQ(printed("device_shape_is_host_shape", {"f32[3]{0:S(1)}"}), "false");
  EXPECT_EQ(printed("is_static", {"f32[<=3]"}), "false");
  EXPECT_EQ(printed("is_unbounded_dynamic", {"f32[?]"}), "true");
  EXPECT_EQ(printed("is_zero_element_array", {"f32[0]"}), "true");
  EXPECT_EQ(printed("same_dimensions", {"f32[2,3]", "s8[2,3]{0,1}"}), "true");
}

TEST(XlaSizeOperations, ArgumentsThatMeanNothingAreRefused) {
  EXPECT_EQ(printed("update_element_size", {"s4[3]", "yes"}), "eval.syntax");
  EXPECT_EQ(printed("change_element_type", {"s4[3]", "float"}), "xla.type");
  EXPECT_EQ(printed("element_size_bits", {"token[]"}), "xla.not_array");
  EXPECT_EQ(printed("array_size", {"f32[2,2]{0,0}"}), "xla.order");
}

}  // namespace
}  // namespace tileglot::calculator
