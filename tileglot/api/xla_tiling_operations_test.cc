// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_tiling_operations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/xla_operations.h"

namespace tileglot::api {
namespace {

std::string answer(std::string_view op, const std::vector<std::string>& args) {
  const auto json = apply_xla_operation(op, args);
  if (!json) return json.error().code;
  return json->is_object() ? (*json)["print"].get<std::string>() : json->dump();
}

TEST(XlaTilingOperations, TilingsAreChosenByName) {
  EXPECT_EQ(answer("xla.tpu_tiling", {"bf16[4096,14336]", "compact"}),
            "bf16[4096,14336]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(answer("xla.tpu_tiling", {"s8[4096,14336]", "large"}),
            "s8[4096,14336]{1,0:T(32,128)(4,1)}");
  EXPECT_EQ(answer("xla.tpu_tiling", {"s8[4096,14336]", "small"}), "eval.syntax");
  EXPECT_EQ(answer("xla.tpu_tiling", {"c128[4]", "compact"}), "xla.tpu_tiling");
}

TEST(XlaTilingOperations, ExtentsAreRoundedUp) {
  EXPECT_EQ(answer("xla.rounded_extents", {"f32[1000,1]{1,0:T(8,128)}"}), "[1000,128]");
}

}  // namespace
}  // namespace tileglot::api
