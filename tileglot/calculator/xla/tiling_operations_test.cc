// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/xla/answer.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {
namespace {

TEST(XlaTilingOperations, TilingsAreChosenByName) {
  EXPECT_EQ(printed("tpu_tiling", {"bf16[4096,14336]", "compact"}),
            "bf16[4096,14336]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(printed("tpu_tiling", {"s8[4096,14336]", "large"}),
            "s8[4096,14336]{1,0:T(32,128)(4,1)}");
  EXPECT_EQ(printed("tpu_tiling", {"s8[4096,14336]", "small"}), "eval.syntax");
  EXPECT_EQ(printed("tpu_tiling", {"c128[4]", "compact"}), "xla.tpu_tiling");
}

TEST(XlaTilingOperations, ExtentsAreRoundedUp) {
  EXPECT_EQ(printed("rounded_extents", {"f32[1000,1]{1,0:T(8,128)}"}), "[1000,128]");
}

}  // namespace
}  // namespace tileglot::calculator
