// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/tpu_tiling.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

std::string tiled(std::string_view text, TpuTiling tiling) {
  const auto shape = with_tpu_tiling(*parse_shape(text), tiling);
  return shape ? print(*shape) : shape.error()->code + ": " + shape.error()->message;
}
std::string compact(std::string_view text) { return tiled(text, TpuTiling::kCompact); }
std::string large(std::string_view text) { return tiled(text, TpuTiling::kLarge); }

TEST(TpuTiling, TilesByElementSize) {
  EXPECT_EQ(compact("f32[4096,4096]"), "f32[4096,4096]{1,0:T(8,128)}");
  EXPECT_EQ(compact("bf16[4096,14336]"), "bf16[4096,14336]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(compact("s8[4096,14336]"), "s8[4096,14336]{1,0:T(8,128)(4,1)}");
  EXPECT_EQ(compact("s4[4096,14336]"), "s4[4096,14336]{1,0:T(8,128)(8,1)E(4)}");
  EXPECT_EQ(compact("u2[4096,14336]"), "u2[4096,14336]{1,0:T(16,128)(16,1)E(2)}");
  EXPECT_EQ(compact("pred[64,512]"), "pred[64,512]{1,0:T(8,128)(4,1)}");
  EXPECT_EQ(compact("pred[64,512]{1,0:E(1)}"), "pred[64,512]{1,0:T(32,128)(32,1)E(1)}");
  EXPECT_EQ(large("bf16[4096,14336]"), "bf16[4096,14336]{1,0:T(16,128)(2,1)}");
  EXPECT_EQ(large("s8[4096,14336]"), "s8[4096,14336]{1,0:T(32,128)(4,1)}");
  EXPECT_EQ(large("u4[4096,14336]"), "u4[4096,14336]{1,0:T(64,128)(8,1)E(4)}");
  EXPECT_EQ(tiled("u4[4096,14336]{1,0:T(2,2)}", TpuTiling::kUntiled), "u4[4096,14336]{1,0:E(4)}");
  EXPECT_EQ(compact("f32[3,200]"), "f32[3,200]{1,0:T(4,128)}");
  EXPECT_EQ(compact("bf16[5000]"), "bf16[5000]{0:T(1024)(128)(2,1)}");
}

TEST(TpuTiling, FewRowsShareATile) {
  EXPECT_EQ(compact("f32[1,200]"), "f32[1,200]{1,0:T(1,128)}");
  EXPECT_EQ(compact("f32[3,200]{0,1}"), "f32[3,200]{0,1:T(8,128)}");
  EXPECT_EQ(compact("bf16[1,200]"), "bf16[1,200]{1,0:T(2,128)(2,1)}");
  EXPECT_EQ(large("bf16[15,200]"), "bf16[15,200]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(compact("f32[0,200]"), "f32[0,200]{1,0:T(1,128)}");
  EXPECT_EQ(compact("f32[10]"), "f32[10]{0:T(128)}");
  EXPECT_EQ(compact("f32[]"), "f32[]{:T(128)}");
  EXPECT_EQ(compact("bf16[]"), "bf16[]{:T(256)(128)(2,1)}");
}

TEST(TpuTiling, OtherElementsHaveNone) {
  EXPECT_EQ(compact("f64[4,4]"), "xla.tpu_tiling: there is no TPU tiling for elements of 64 bits");
  EXPECT_EQ(compact("(f32[4])"),
            "xla.tpu_tiling: there is no TPU tiling for (f32[4]{0}), no array");
}

TEST(TpuTiling, WhatATilingGivesIsValid) {
  core::check_law("tpu_tilings_are_valid", 5000, [] {
    const Shape shape = *any_shape();
    for (const TpuTiling tiling : kTpuTilings) {
      const auto with_tiles = with_tpu_tiling(shape, tiling);
      if (!with_tiles) continue;
      ASSERT_TRUE(validate(*with_tiles).has_value()) << print(*with_tiles);
      ASSERT_EQ(with_tiles->dimensions, shape.dimensions);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
