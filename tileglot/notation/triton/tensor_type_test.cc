// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/tensor_type.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::notation::triton {
namespace {

std::string code_of(std::string_view text) { return parse_tensor_type(text).error()->code; }

TEST(TensorType, ATypeHasAShapeAnElementTypeAndAnEncoding) {
  const auto type = parse_tensor_type("tensor<128x!tt.ptr<f32>, #blocked>");
  ASSERT_TRUE(type);
  EXPECT_EQ(type->kind, TypeKind::kTensor);
  EXPECT_EQ(type->shape, (Numbers{128}));
  EXPECT_EQ(type->element, "!tt.ptr<f32>");
  EXPECT_EQ(type->element_bits, 64);
  EXPECT_EQ(type->encoding, "#blocked");
  EXPECT_EQ(type->encoding_span, (core::Span{25, 33}));
  EXPECT_EQ(print_shape_of(*type), "tensor<128x!tt.ptr<f32>>");
}

TEST(TensorType, MemoriesAndDescriptorsAreTypesToo) {
  const auto memory = parse_tensor_type("!ttg.memdesc<2x64x32xbf16, #s, #smem, mutable, 3x64x32>");
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->kind, TypeKind::kMemory);
  EXPECT_EQ(memory->shape, (Numbers{2, 64, 32}));
  EXPECT_EQ(memory->element_bits, 16);
  EXPECT_EQ(memory->encoding, "#s");
  EXPECT_EQ(memory->allocation, (Numbers{3, 64, 32}));
  EXPECT_EQ(print_shape_of(*memory), "!ttg.memdesc<2x64x32xbf16, 3x64x32>");
  const auto descriptor = parse_tensor_type(
      " !tt.tensordesc<128x64xf8E4M3FN, #ttg.nvmma_shared<{a = [1, 2], b = 3}>> ");
  ASSERT_TRUE(descriptor);
  EXPECT_EQ(descriptor->kind, TypeKind::kDescriptor);
  EXPECT_EQ(descriptor->element_bits, 8);
  EXPECT_EQ(descriptor->encoding, "#ttg.nvmma_shared<{a = [1, 2], b = 3}>");
}

TEST(TensorType, WidthsAreReadOffTheNamesOfElementTypes) {
  const auto bits = [](std::string_view element) {
    return parse_tensor_type("tensor<4x" + std::string(element) + ">")->element_bits;
  };
  EXPECT_EQ(bits("i1"), 1);
  EXPECT_EQ(bits("f64"), 64);
  EXPECT_EQ(bits("tf32"), 32);
  EXPECT_EQ(bits("f4E2M1FN"), 4);
  EXPECT_EQ(bits("index"), 64);
  EXPECT_EQ(bits("!x.y<2>"), std::nullopt);
}

TEST(TensorType, OtherTextsAreRefused) {
  EXPECT_EQ(code_of("f32[3,5]"), "triton.type");
  EXPECT_EQ(code_of("tensor<4x>"), "triton.type");
  for (const char* element : {"x32xf16", "-2xf16", "?xf16", " 32xf16", "+4xf16", "32xq", "elephant",
                              "f99999999999999999999"}) {
    EXPECT_EQ(code_of("tensor<16x" + std::string(element) + ">"), "triton.type") << element;
  }
  EXPECT_EQ(code_of("tensor<99999999999999999999xf32>"), "triton.type");
  EXPECT_EQ(code_of("tensor<4xf32"), "triton.type");
  EXPECT_EQ(code_of("tensor<4xf32> x"), "triton.type");
  EXPECT_EQ(parse_tensor_type("tensor<4xf32> x").error()->span, (core::Span{14, 15}));
}

}  // namespace
}  // namespace tileglot::notation::triton
