// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/mlir.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::bridge {
namespace {

std::string mlir(std::string_view text, ElementTypeIfKnown type = {}) {
  const auto layout = to_mlir(*to_map(*parse_layout(text)), type);
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Mlir, TilesAreResultsAndASwizzleOne) {
  EXPECT_EQ(mlir("f32[3,5]{1,0:T(2,2)}"),
            "affine_map<(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2)>");
  EXPECT_EQ(mlir("bf16[16,256]{1,0:T(8,128)(2,1)}"),
            "affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv 128, (d0 mod 8) floordiv 2, d1 mod "
            "128, d0 mod 2)>");
  EXPECT_EQ(mlir("Sw<1,0,1> o 0 o 4:1"),
            "affine_map<(d0) -> ((d0 floordiv 2) * 2 + (d0 + d0 floordiv 2) mod 2)>");
}

TEST(Mlir, AMemrefSaysExtentsAndType) {
  EXPECT_EQ(mlir("(4,6):(6,1)", core::ElementType::kBf16), "memref<4x6xbf16>");
  EXPECT_EQ(mlir("(4,6):(1,4)", core::ElementType::kF32), "memref<4x6xf32, strided<[1, 4]>>");
  EXPECT_EQ(mlir("(4,6):(1,4)"), "strided<[1, 4]>");
  EXPECT_EQ(mlir("(4,6):(6,1)"), "affine_map<(d0, d1) -> (d0, d1)>");
}

TEST(Mlir, GapsOverlapsAndJoinedDimensionsHaveOneResult) {
  EXPECT_EQ(mlir("((2,2),3):((1,9),3)"),
            "affine_map<(d0, d1) -> ((d0 floordiv 2) * 9 + d0 mod 2 + d1 * 3)>");
  EXPECT_EQ(
      mlir("f32[7,5,11]{2,1,0:T(*,2,3)}"),
      "affine_map<(d0, d1, d2) -> (d0 * 15 + d1 * 3 + (d2 floordiv 3) * 6 + d2 mod 3 + ((d0 * "
      "5 + d1) floordiv 2) * 18)>");
}

TEST(Mlir, ATileLargerThanItsDimensionKeepsItsRoom) {
  EXPECT_EQ(mlir("f32[5,256]{1,0:T(8,128)}"),
            "affine_map<(d0, d1) -> (d1 floordiv 128, d0 mod 8, d1 mod 128)>");
}

TEST(Mlir, EmptyAndScalarMapsAreTheIdentity) {
  EXPECT_EQ(mlir("f32[0,5]{0,1:T(8)}", core::ElementType::kF32), "memref<0x5xf32>");
  EXPECT_EQ(mlir("f32[]", core::ElementType::kF32), "memref<f32>");
}

TEST(Mlir, CoordinatesAreNotMemory) {
  EXPECT_EQ(mlir("f32[64,96]{1,0:SC(1:40)}"), "bridge.not_offsets");
}

TEST(Mlir, AGapThatTheBoundsDoNotMakeIsWrittenInOneResult) {
  EXPECT_EQ(mlir("bf16[3,256]{1,0:T(8,128)(2,1)}"),
            "affine_map<(d0, d1) -> ((d0 floordiv 2) * 256 + d0 mod 2 + (d1 floordiv 128) * 1024 + "
            "(d1 mod 128) * 2)>");
}

}  // namespace
}  // namespace tileglot::bridge
