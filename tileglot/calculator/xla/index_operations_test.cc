// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/operations.h"

namespace tileglot::calculator {
namespace {

constexpr const char* kNested = "bf16[9,200]{1,0:T(8,128)(2,1)}";
constexpr const char* kSplit = "f32[64,96]{1,0:SC(1:40)}";

TEST(XlaIndexOperations, OffsetsAndElements) {
  EXPECT_EQ(dumped("offset_of", {kNested, "[3,130]"}), "1285");
  EXPECT_EQ(dumped("linear_index", {kNested, "[3,130]"}), "1410");
  EXPECT_EQ(dumped("element_at", {kNested, "1285"}), "[3,130]");
  EXPECT_EQ(dumped("element_at", {"f32[3,5]{1,0:T(2,2)}", "14"}), "null");
  EXPECT_EQ(dumped("element_at", {"f32[3]", "3"}), "xla.offset");
  EXPECT_EQ(dumped("linear_index", {"f32[2,8]{1,0:T(*,2)}", "[0,0]"}), "xla.combined");
}

TEST(XlaIndexOperations, IndicesWithoutTiles) {
  const std::string shape = "f32[10,20,30]{1,2,0}";
  EXPECT_EQ(dumped("multidimensional_index_to_linear_index", {shape, "[3,5,7]"}), "1945");
  EXPECT_EQ(dumped("linear_index_to_multidimensional_index", {shape, "1945"}), "[3,5,7]");
  EXPECT_EQ(dumped("dimension_stride", {shape, "2"}), "20");
  EXPECT_EQ(dumped("index_in_bounds", {shape, "[3,5,30]"}), "false");
  EXPECT_EQ(dumped("bump_indices", {shape, "[3,5,29]"}), "[3,6,0]");
  EXPECT_EQ(dumped("bump_indices", {shape, "[9,19,29]"}), "null");
  EXPECT_EQ(dumped("bump_indices", {shape, "[9,19]"}), "xla.coordinate");
  EXPECT_EQ(dumped("compare_indices", {"[1,9]", "[2,0]"}), "-1");
  EXPECT_EQ(dumped("compare_indices", {"[2,0]", "[2,0]"}), "0");
  EXPECT_EQ(dumped("compare_indices", {"[2,1]", "[2,0]"}), "1");
}

TEST(XlaIndexOperations, TilingIsAProgram) {
  EXPECT_EQ(dumped("pad_reshape_transpose", {"f32[3,5]{1,0:T(2,2)}"}),
            R"json({"physical_order":[0,1],"physical_dims":[3,5],"tiles":[{"tile":"(2,2)",)json"
            R"json("merged":[3,5],"padded":[4,6],"reshaped":[2,2,3,2],"transposed":[0,2,1,3],)json"
            R"json("result":[2,3,2,2]}],"final_dims":[2,3,2,2]})json");
}

TEST(XlaIndexOperations, AnOffsetAloneIsNotAPlaceInASplitArray) {
  const std::string split = "f32[4,4]{1,0:SC(1:2)}";
  EXPECT_EQ(dumped("offset_of", {split, "[0,2]"}), "xla.split");
  EXPECT_EQ(dumped("element_at", {split, "2"}), "xla.split");
  EXPECT_EQ(dumped("pad_reshape_transpose", {split}), "xla.split");
  EXPECT_EQ(dumped("split_address", {split, "[0,2]"}), R"({"part":1,"offset":0})");
  EXPECT_EQ(
      operations().apply("xla.offset_of", std::vector<std::string>{split, "[0,2]"}).error()->help,
      "ask xla.split_address");
}

TEST(XlaIndexOperations, SplitsMakeParts) {
  EXPECT_EQ(dumped("split_address", {kSplit, "[2,50]"}), R"({"part":1,"offset":122})");
  EXPECT_EQ(dumped("split_parts", {kSplit}),
            R"([{"begin":[0,0],"extents":[64,40],"elements":2560,"bytes":14336},)"
            R"({"begin":[0,40],"extents":[64,56],"elements":3584,"bytes":14336}])");
  EXPECT_EQ(dumped("split_bounds", {kSplit, "1"}), "[0,40,96]");
  EXPECT_EQ(dumped("split_count", {kSplit, "0"}), "1");
  EXPECT_EQ(dumped("max_split_size", {kSplit, "1"}), "56");
  EXPECT_EQ(dumped("max_elements_in_per_split", {kSplit}), "3584");
  EXPECT_EQ(dumped("split_config", {kSplit}), R"({"dimension":1,"indices":[40]})");
  EXPECT_EQ(dumped("split_config", {"f32[3]"}), "null");
}

}  // namespace
}  // namespace tileglot::calculator
