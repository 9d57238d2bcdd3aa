// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/xla/answer.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {
namespace {

// "bitcasts are asked for"
TEST(XlaBitcastOperations, BitcastsAreAskedFor) {
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}", "false"}), "true");
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[6]", "f16[6]", "false"}), "false");
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[6]", "f16[6]", "true"}), "true");
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[6]", "f32[5]", "true"}), "xla.elements");
  EXPECT_EQ(printed("transpose_is_bitcast", {"f32[2,3]", "f32[3,2]{0,1}", "[1,0]", "false"}),
            "true");
  EXPECT_EQ(printed("is_reshape_or_transpose_bitcast", {"f32[2,3]", "f32[6]", "false"}), "true");
  EXPECT_EQ(printed("deduce_transpose_dimensions_for_bitcast", {"f32[5,3]", "f32[3,5]{0,1}"}),
            "[1,0]");
  EXPECT_EQ(printed("deduce_transpose_dimensions_for_bitcast", {"f32[5,3]", "f32[3,5]"}), "null");
}

TEST(XlaBitcastOperations, PartsAndTailsCount) {
  EXPECT_EQ(
      printed("reshape_is_bitcast", {"f32[4,6]{1,0:SC(1:3)}", "f32[2,12]{1,0:SC(1:3)}", "false"}),
      "false");
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[1,4]{1,0:SC(1:2)}", "f32[4]{0:SC(0:2)}", "false"}),
            "true");
  EXPECT_EQ(printed("reshape_is_bitcast",
                    {"s8[1,8388608]{1,0:SC(1:9)}", "s8[8388608]{0:SC(0:9)}", "false"}),
            "true");
  EXPECT_EQ(printed("align_layouts", {"f32[4,6]{1,0:SC(0:2)}", "f32[24]"}), "null");
  EXPECT_EQ(printed("reshape_is_bitcast", {"f32[3]{0:L(64)}", "f32[3]{0}", "false"}), "false");
}

TEST(XlaBitcastOperations, MapsDecideWhatTryingCannot) {
  const std::string tiled = "s8[1099511627776]{0:T(1024)}";
  EXPECT_EQ(printed("reshape_is_bitcast", {tiled, "s8[1099511627776]", "false"}), "true");
  EXPECT_EQ(printed("reshape_is_bitcast", {tiled, "u8[1099511627776]", "false"}), "false");
  EXPECT_EQ(printed("transpose_is_bitcast", {tiled, "s8[1099511627776]", "[0]", "false"}), "true");
  EXPECT_EQ(printed("deduce_transpose_dimensions_for_bitcast", {tiled, "s8[1099511627776]"}),
            "xla.too_large_to_decide");
}

TEST(XlaBitcastOperations, BitcastsAreTakenApart) {
  EXPECT_EQ(printed("decompose_bitcast", {"f32[2,3]", "f32[6]"}), R"({"kind":"reshape"})");
  EXPECT_EQ(printed("decompose_bitcast", {"f32[2,3]", "f32[3,2]{0,1}"}),
            R"({"kind":"transpose","dimensions":[1,0]})");
  EXPECT_EQ(printed("decompose_bitcast", {"f32[4,6,5]{1,2,0}", "f32[30,4]{0,1}"}),
            R"({"kind":"transpose_reshape_transpose","first":[0,2,1],)"
            R"("transposed":"f32[4,5,6]{2,1,0}","reshaped":"f32[4,30]{1,0}","second":[1,0]})");
  EXPECT_EQ(printed("decompose_bitcast", {"s4[3,2]", "s8[3]"}), "null");
  EXPECT_EQ(printed("decompose_bitcast_to_trt", {"f32[2,3]", "f32[6]"}),
            R"({"kind":"transpose_reshape_transpose","first":[0,1],)"
            R"("transposed":"f32[2,3]{1,0}","reshaped":"f32[6]{0}","second":[0]})");
  EXPECT_EQ(printed("is_decomposable_bitcast", {"s4[3,2]", "s8[3]"}), "false");
  EXPECT_EQ(printed("align_layouts", {"f32[4,6]{0,1}", "f32[2,2,6]"}), "f32[2,2,6]{1,0,2}");
  EXPECT_EQ(printed("align_layouts", {"f32[2,3]{0,1}", "f32[3,2]"}), "null");
}

TEST(XlaBitcastOperations, DimensionsComeGoAndMove) {
  EXPECT_EQ(printed("permute_dimensions", {"f32[2,3,5]", "[1,2,0]"}), "f32[3,5,2]{1,0,2}");
  EXPECT_EQ(printed("reorder_logical_dimensions", {"f32[2,3,5]", "[1,2,0]"}), "f32[3,5,2]{1,0,2}");
  EXPECT_EQ(printed("permute_dimensions_ignoring_layout", {"f32[2,3]", "[1,0]"}), "f32[3,2]{1,0}");
  EXPECT_EQ(
      printed("make_shape_with_descending_layout_and_same_physical_layout", {"f32[2,3,4]{0,2,1}"}),
      "f32[3,4,2]{2,1,0}");
  EXPECT_EQ(printed("append_major_dimension", {"f32[2]", "3"}), "f32[2,3]{0,1}");
  EXPECT_EQ(printed("prepend_major_dimension", {"f32[2]", "3"}), "f32[3,2]{1,0}");
  EXPECT_EQ(printed("append_minor_dimension", {"f32[2]", "3"}), "f32[2,3]{1,0}");
  EXPECT_EQ(printed("insert_dimensions_at_index", {"f32[2]", "0", "[3,4]"}), "f32[3,4,2]{2,1,0}");
  EXPECT_EQ(printed("delete_dimensions", {"f32[5,3,2]{2,0,1}", "[1]"}), "f32[5,2]{1,0}");
  EXPECT_EQ(printed("drop_degenerate_dimensions", {"f32[1,5]"}), "f32[5]{0}");
  EXPECT_EQ(printed("move_dim_to_major", {"f32[2,3]", "1"}), "f32[2,3]{0,1}");
  EXPECT_EQ(printed("is_effectively_most_major_dimension", {"f32[1,5]", "1"}), "true");
  EXPECT_EQ(printed("packed_factor_for_1d_interleaved_array", {"s8[9]{0:T(1024)(128)(4,1)}"}), "4");
}

TEST(XlaBitcastOperations, ArraysAreAskedForTheirDimensions) {
  EXPECT_EQ(printed("has_degenerate_dimensions", {"f32[3,1]"}), "true");
  EXPECT_EQ(printed("true_num_dimensions", {"f32[3,1]"}), "1");
  EXPECT_EQ(printed("last_dim_is_minor_most", {"f32[2,3]{0,1}"}), "false");
  EXPECT_EQ(printed("true_num_dimensions", {"token[]"}), "xla.not_array");
}

TEST(XlaBitcastOperations, ReshapesAreCutIntoGroups) {
  EXPECT_EQ(printed("common_factors", {"[2,3,4]", "[6,2,2]"}), "[[0,0],[2,1],[3,3]]");
  EXPECT_EQ(printed("dimensions_unmodified_by_reshape", {"[2,3]", "[1,2,3]"}), "[[0,1],[1,2]]");
  EXPECT_EQ(printed("reshape_leaves_dimensions_unmodified", {"[2,3]", "[1,2,3]", "[1]"}), "[2]");
  EXPECT_EQ(printed("reshape_leaves_dimensions_unmodified", {"[2,3]", "[6]", "[1]"}), "null");
  EXPECT_EQ(printed("inserted_or_deleted_1_sized_dimensions", {"[9,1,4]", "[1,9,4,1]"}),
            R"({"deleted":[1],"inserted":[0,3]})");
  EXPECT_EQ(printed("inserted_or_deleted_1_sized_dimensions", {"[9,4]", "[36]"}), "null");
  EXPECT_EQ(printed("common_factors", {"[-2]", "[-2]"}), "xla.dimension");
  EXPECT_EQ(printed("get_normalized_logical_transpose_shape",
                    {"f32[10,1,11,32]", "f32[32,1,10,11]", "[3,1,0,2]"}),
            R"({"bounds":[32,110],"permutation":[1,0]})");
}

}  // namespace
}  // namespace tileglot::calculator
