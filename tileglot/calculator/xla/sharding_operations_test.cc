// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/xla/answer.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {
namespace {

TEST(XlaShardingOperations, ALayoutIsWhatATpuPrefersForTheTile) {
  const auto rewritten = [](const std::string& preference) {
    return dumped("rewrite_layout_with_sharded_shape",
                  {"{devices=[1,2]<=[2]}", "f32[128,128]", preference});
  };
  EXPECT_NE(rewritten("compact").find("f32[128,128]{1,0:T(8,128)}"), std::string::npos);
  EXPECT_NE(rewritten("linear").find("\"f32[128,128]{1,0}\""), std::string::npos);
  EXPECT_EQ(rewritten("any"), "eval.syntax");
  EXPECT_NE(dumped("rewrite_layout_with_sharded_shape", {"null", "f32[128,128]", "none"})
                .find("f32[128,128]{1,0}"),
            std::string::npos);
}

TEST(XlaShardingOperations, ShardingsArePrintedAndSerialized) {
  EXPECT_EQ(dumped("parse_sharding", {"{devices=[1,2]<=[2] last_tile_dim_replicate}"}),
            R"({"print":"{replicated}","proto":""})");
  EXPECT_EQ(dumped("parse_sharding", {"{devices=[2,2]<=[2,2]T(0,1)}"}),
            R"({"print":"{devices=[2,2]<=[4]}","proto":"08031a0202024a0104520100"})");
  EXPECT_EQ(dumped("sharding_from_proto", {"0806"}), R"({"print":"{unreduced}","proto":"0806"})");
  EXPECT_EQ(dumped("sharding_from_proto", {"080"}), "wire.hex");
}

// "shardings are cut"
TEST(XlaShardingOperations, ShardingsAreCut) {
  EXPECT_EQ(dumped("tile_shape", {"{devices=[4,1]<=[4]}", "f32[10,6]"}), R"("f32[3,6]{1,0}")");
  EXPECT_EQ(dumped("tile_shape", {"{devices=[4,1]<=[4]}", "f32[10"}), "scan.expected");
  EXPECT_EQ(dumped("tile_of_device", {"{devices=[4,1]<=[4]}", "f32[10,6]", "3"}),
            R"({"offset":[9,0],"shape":"f32[1,6]{1,0}"})");
  EXPECT_EQ(dumped("tile_of_device", {"{devices=[4,1]<=[4]}", "f32[10,6]", "4"}), "xla.devices");
}

TEST(XlaShardingOperations, ShardingsAreChecked) {
  EXPECT_EQ(dumped("check_sharding", {"{devices=[2]0,7}", "f32[4]", "null"}), "true");
  EXPECT_EQ(dumped("check_sharding", {"{devices=[2]0,7}", "f32[4]", "2"}), "xla.devices");
  EXPECT_EQ(dumped("check_sharding", {"{devices=[2]0,1}", "f32[4,4]", "2"}), "xla.sharding_shape");
}

}  // namespace
}  // namespace tileglot::calculator
