// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/mlir.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string read(std::string_view text, const std::optional<Array>& tensor = {}) {
  const auto layout = parse_mlir(text, tensor);
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Mlir, AStridedMemrefStartsAtItsOffset) {
  const auto layout = *parse_mlir("memref<16x8xf32, strided<[8, 1], offset: 3>>");
  EXPECT_EQ(layout.array, (Array{{16, 8}, core::ElementType::kF32}));
  EXPECT_EQ(offset_of(layout, Numbers{2, 3}), 22);
  EXPECT_EQ(positions(layout), 131);
}

TEST(Mlir, MemrefsAndLayoutsPrintAsTheyRead) {
  for (const std::string_view text :
       {"memref<16x8xf32>", "memref<bf16>", "memref<16x8xf32, strided<[8, 1], offset: 3>>",
        "memref<16x8xi8, strided<[1, 16]>, 3>", "memref<16x8xf16, #gpu.address_space<workgroup>>",
        "memref<16x8xf32, affine_map<(d0, d1) -> (d1, d0)>, 1 : i64>"}) {
    EXPECT_EQ(read(text), text);
  }
  EXPECT_EQ(read("strided<[8,1]>", Array{{16, 8}}), "strided<[8, 1]>");
  EXPECT_EQ(read("strided<[8,1]>", Array{{16, 8}, core::ElementType::kF32}),
            "memref<16x8xf32, strided<[8, 1]>>");
  EXPECT_EQ(print(MlirLayout{.array = {{16, 8}}}), "affine_map<(d0, d1) -> (d0, d1)>");
}

TEST(Mlir, TheResultsOfAMapIndexAnArray) {
  const auto tiled = *parse_mlir(
      "memref<3x5xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod "
      "2)>>");
  EXPECT_EQ(offset_of(tiled, Numbers{2, 3}), 17);
  EXPECT_EQ(positions(tiled), 24);
  const auto large = *parse_mlir(
      "memref<1x16x14x14xf32, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 32, d3 floordiv "
      "32, d2 mod 32, d3 mod 32)>>");
  EXPECT_EQ(positions(large), 16 * 32 * 32);
  EXPECT_EQ(offset_of(large, Numbers{0, 1, 2, 3}), (32 + 2) * 32 + 3);
}

TEST(Mlir, OneResultIsTheOffset) {
  const auto layout = *parse_mlir("affine_map<(i, j) -> (3 - i + j * 4)>", Array{{5, 2}});
  EXPECT_EQ(offset_of(layout, Numbers{4, 0}), -1);
  EXPECT_EQ(positions(layout), 9);  // -1 to 7
}

TEST(Mlir, WhatIsNotKnownOrNoLayoutIsRefused) {
  EXPECT_EQ(read("memref<?x8xf32>"), "mlir.dynamic");
  EXPECT_EQ(read("memref<16x8xf32, strided<[?, 1]>>"), "mlir.dynamic");
  EXPECT_EQ(read("memref<16x8xf32, strided<[8, 1], offset: ?>>"), "mlir.dynamic");
  EXPECT_EQ(read("memref<*xf32>"), "mlir.memref");
  EXPECT_EQ(read("memref<16x8xindex>"), "mlir.memref");
  EXPECT_EQ(read("memref<16x8xf32, >"), "mlir.memref");
  EXPECT_EQ(read("memref<16x8xf32, 3"), "mlir.memref");
  EXPECT_EQ(read("memref<16x8xf32, strided<[8]>>"), "strided.rank");
  EXPECT_EQ(read("memref<16xf32, affine_map<(i, j) -> (i)>>"), "strided.rank");
  EXPECT_EQ(read("affine_map<(i, j) -> (i - 1, j)>", Array{{2, 2}}), "mlir.negative");
  EXPECT_EQ(read("strided<[1]>"), "strided.shape_missing");
  EXPECT_EQ(read("vector<3xf32>"), "mlir.layout");
  EXPECT_EQ(read("strided<[9223372036854775807]>", Array{{3}}), "strided.too_large");
  EXPECT_EQ(read("memref<3xf32> x"), "scan.trailing");
}

TEST(Mlir, SignsOfIntegersComeBack) {
  for (const std::string_view text : {"memref<2x3xui8>", "memref<2x3xi8>", "memref<4xui32>"}) {
    EXPECT_EQ(print(*parse_mlir(text)), text);
  }
  EXPECT_EQ(parse_mlir("memref<4xui8>")->array.type, core::ElementType::kU8);
  EXPECT_EQ(parse_mlir("memref<4xi8>")->array.type, core::ElementType::kS8);
  EXPECT_EQ(parse_mlir("memref<4xsi8>")->array.type, core::ElementType::kS8);
  EXPECT_EQ(parse_mlir("memref<4xui7>").error()->code, "mlir.memref");
}

}  // namespace
}  // namespace tileglot::notation::strided
