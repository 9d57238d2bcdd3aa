// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/packed_tensor.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/example.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint {
namespace {

using enum core::ElementType;

/// The layout of a tensor alone in its file, or the code of the refusal.
std::string layout_of(const io::SafetensorsEntry& entry,
                      std::optional<core::ElementType> dtype = {},
                      const std::optional<io::SafetensorsMetadata>& metadata = {}) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "m.safetensors", {entry}, metadata);
  const auto file = open(folder / "m.safetensors");
  if (!file) return file.error()->code;
  const auto& part = file->parts[0];
  const auto packed = packed_tensor(part, part.tensors.header.tensors[0], dtype);
  return packed ? bridge::print(packed->layout) : packed.error()->code;
}

TEST(PackedTensor, ATensorIsRowMajor) {
  EXPECT_EQ(layout_of({"w", kBf16, {4, 8}}), "bf16[4,8]{1,0}");
  EXPECT_EQ(layout_of({"w", kC64, {}}), "c64[]");
  EXPECT_EQ(layout_of({"w", kPred, {3}}), "pred[3]{0}");
  EXPECT_EQ(layout_of({"w", kF6e2m3fn, {4, 4}}), "(4,4):(4,1)");
}

TEST(PackedTensor, NibblesTravelInBytes) {
  EXPECT_EQ(layout_of({"w", kF4e2m1fn, {2, 8}}), "f4e2m1fn[2,8]{1,0:E(4)}");
  EXPECT_EQ(layout_of({"w", kU8, {2, 8}}, kU4), "u4[2,16]{1,0:E(4)}");
  EXPECT_EQ(layout_of({"w", kS8, {2, 8}}, kS2), "s2[2,32]{1,0:E(2)}");
  EXPECT_EQ(layout_of({"w", kU16, {2, 8}}, kBf16), "bf16[2,8]{1,0}");
  EXPECT_EQ(layout_of({"w", kU16, {2, 8}}, kU4), "layout.type");
  EXPECT_EQ(layout_of({"w", kU8, {}}, kU4), "layout.type");
  EXPECT_EQ(layout_of({"w", kU8, {8}}, kF6e2m3fn), "layout.type");
}

TEST(PackedTensor, WhatAFileRecordsCounts) {
  const auto recorded = [](const io::SafetensorsEntry& entry, const char* text,
                           std::optional<core::ElementType> dtype = {}) {
    return layout_of(entry, dtype, io::SafetensorsMetadata{{"tileglot.layout/w", text}});
  };
  EXPECT_EQ(recorded({"w", kF32, {2, 3, 2, 2}}, "f32[3,5]{1,0:T(2,2)}"), "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(recorded({"w", kU8, {16}}, "u4[4,8]{0,1:E(4)}"), "u4[4,8]{0,1:E(4)}");
  EXPECT_EQ(recorded({"w", kF32, {24}}, "(4,6):(6,1)"), "(4,6):(6,1)");
  EXPECT_EQ(recorded({"w", kF32, {15}}, "f32[3,5]{1,0:T(2,2)}"), "layout.size");
  EXPECT_EQ(recorded({"w", kF32, {24}}, "f32[3,5]{1,1}"), "xla.order");
  EXPECT_EQ(recorded({"w", kF32, {24}}, "f32[4,6]{0,1}", kS32), "layout.type");
  EXPECT_EQ(recorded({"w", kF32, {24}}, "f32[4,6]{0,1:E(16)}"), "layout.packing");
}

TEST(PackedTensor, ARecordWithoutATypeHasItBeside) {
  EXPECT_EQ(layout_of({"w", kU8, {12}}, {},
                      io::SafetensorsMetadata{{"tileglot.layout/w", "(4,6):(6,1)"},
                                              {"tileglot.dtype/w", "u4"}}),
            "(4,6):(6,1)");
  EXPECT_EQ(layout_of({"w", kU8, {12}}, {},
                      io::SafetensorsMetadata{{"tileglot.layout/w", "(4,6):(6,1)"}}),
            "layout.size");
}

TEST(PackedTensor, ARecordMustAgreeWithItsHeader) {
  const auto recorded = [](const io::SafetensorsEntry& entry, const char* text) {
    return layout_of(entry, {}, io::SafetensorsMetadata{{"tileglot.layout/w", text}});
  };
  EXPECT_EQ(recorded({"w", kBf16, {3, 0}}, "f32[3,0]{0,1}"), "layout.type");
  EXPECT_EQ(recorded({"w", kF8e4m3fn, {2, 4, 8}}, "f32[4,4]{1,0:T(2,2)}"), "layout.type");
  EXPECT_EQ(recorded({"w", kF32, {2}}, "u8[8]{0}"), "layout.type");
  EXPECT_EQ(recorded({"w", kF64, {4}}, "f4e2m1fn[64]{0:E(4)}"), "layout.type");
  EXPECT_EQ(recorded({"w", kF32, {3, 0}}, "f32[3,0]{0,1}"), "f32[3,0]{0,1}");
  EXPECT_EQ(recorded({"w", kU16, {3, 5}}, "bf16[5,3]{0,1}"), "bf16[5,3]{0,1}");
  EXPECT_EQ(recorded({"w", kF32, {5, 3}}, "f32[3,5]{1,0}"), "layout.extents");
  EXPECT_EQ(recorded({"w", kF32, {4, 6}}, "f32[3,5]{1,0:T(2,2)}"), "layout.extents");
  EXPECT_EQ(recorded({"w", kU8, {8, 2}}, "u4[4,8]{0,1:E(4)}"), "u4[4,8]{0,1:E(4)}");
  EXPECT_EQ(recorded({"w", kU8, {2, 8}}, "u4[4,8]{0,1:E(4)}"), "layout.extents");
  EXPECT_EQ(recorded({"w", kF32, {0}}, "f32[0,9223372036854775807,9]{1,0,2}"),
            "f32[0,9223372036854775807,9]{1,0,2}");
  EXPECT_EQ(recorded({"w", kF32, {6}}, "(1000000000000,6):(0,1)"), "layout.size");
}

TEST(PackedTensor, ATailIsPartOfTheTensor) {
  const auto recorded = [](const io::SafetensorsEntry& entry, const char* text) {
    return layout_of(entry, {}, io::SafetensorsMetadata{{"tileglot.layout/w", text}});
  };
  EXPECT_EQ(recorded({"w", kF32, {16}}, "f32[10]{0:L(16)}"), "f32[10]{0:L(16)}");
  EXPECT_EQ(recorded({"w", kF32, {10}}, "f32[10]{0:L(16)}"), "layout.size");
}

}  // namespace
}  // namespace tileglot::checkpoint
