// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/tensor_move.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/element_type.h"

namespace tileglot::checkpoint {
namespace {

using enum core::ElementType;

std::vector<std::byte> bytes(1 << 20);

PackedTensor tensor(core::ElementType type, const value::Extents& extents,
                    std::optional<core::ElementType> stored = {}) {
  std::int64_t bits = core::bits(type);
  for (const std::int64_t extent : extents) bits *= extent;
  return {"w",     stored.value_or(type),
          type,    extents,
          extents, *packed_row_major(type, extents),
          false,   std::span(bytes).first(static_cast<std::size_t>(bits / 8))};
}

std::string target_of(const PackedTensor& source, const std::string& target) {
  const auto move = tensor_move(source, target);
  if (!move) return move.error()->code;
  return move->to ? bridge::print(*move->to) : "copied: " + move->why_copied;
}

TEST(TensorMove, TypesHaveTilingsOfTheirOwn) {
  EXPECT_EQ(target_of(tensor(kBf16, {64, 256}), "tpu"), "bf16[64,256]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(target_of(tensor(kF32, {64, 256}), "tpu"), "f32[64,256]{1,0:T(8,128)}");
  EXPECT_EQ(target_of(tensor(kU4, {64, 256}, kU8), "tpu-large"),
            "u4[64,256]{1,0:T(64,128)(8,1)E(4)}");
  EXPECT_EQ(target_of(tensor(kF64, {4, 4}), "tpu"),
            "copied: there is no TPU tiling for elements of 64 bits");
  EXPECT_EQ(target_of(tensor(kF32, {}), "tpu"), "copied: a scalar has no tiling");
  EXPECT_EQ(target_of(tensor(kF6e2m3fn, {4, 4}), "tpu"), "copied: XLA does not have its type");
}

TEST(TensorMove, ALayoutTakesTheShapeOfTheTensor) {
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "{0,1}"), "f32[4,6]{0,1}");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "f32[4,6]{0,1}"), "f32[4,6]{0,1}");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "(4,6):(1,4)"), "(4,6):(1,4)");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "row-major"), "copied: it is in this layout already");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "f32[6,4]{0,1}"), "layout.extents");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "s32[4,6]{0,1}"), "layout.type");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "{0,1:E(16)}"), "layout.packing");
  EXPECT_EQ(target_of(tensor(kF32, {4, 6}), "(4,6):(1,1)"), "relayout.not_injective");
  EXPECT_EQ(target_of(tensor(kU4, {2, 2}, kU8), "{1,0:T(1,3)}"), "u4[2,2]{1,0:T(1,3)E(4)}");
  EXPECT_EQ(target_of(tensor(kU4, {1, 2}, kU8), "{1,0:T(1,3)}"), "safetensors.sub_byte");
}

TEST(TensorMove, TheTensorIsNamedInErrors) {
  const auto move = tensor_move(tensor(kF32, {4}), "{1,0}");
  ASSERT_FALSE(move.has_value());
  EXPECT_TRUE(move.error()->message.starts_with("'w': ")) << move.error()->message;
  EXPECT_EQ(move.error()->line->text, "{1,0}");
}

TEST(TensorMove, ShapesArePhysicalAndLayoutsRecorded) {
  const auto tiled = tensor_move(tensor(kBf16, {10, 200}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(tiled->stored_shape, (value::Extents{2, 2, 4, 128, 2, 1}));
  EXPECT_EQ(tiled->target_bytes, 2 * 16 * 256);
  EXPECT_EQ(tiled->padding_bytes, 2 * (16 * 256 - 10 * 200));
  EXPECT_EQ(tiled->layout_record, "bf16[10,200]{1,0:T(8,128)(2,1)}");
  const auto gaps = tensor_move(tensor(kU4, {4, 6}, kU8), "(4,6):(8,1)");
  EXPECT_EQ(gaps->stored_shape, (value::Extents{15}));
  EXPECT_EQ(gaps->dtype_record, "u4");
  EXPECT_EQ(tensor_move(tensor(kF32, {4, 6}), std::nullopt)->layout_record, std::nullopt);
}

}  // namespace
}  // namespace tileglot::checkpoint
