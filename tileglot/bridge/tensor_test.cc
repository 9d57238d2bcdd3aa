// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/tensor.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::bridge {
namespace {

using core::ElementType;

std::string code_of(std::string_view text) {
  const auto tensor = parse_tensor(text);
  return tensor ? "" : tensor.error()->code;
}

TEST(Tensor, EachSpellingOfATensorIsRead) {
  const Tensor expected{{16, 32}, ElementType::kF16};
  for (const std::string_view text : {"tensor<16x32xf16>", "tensor<16x32xf16, #blocked>",
                                      "16x32xf16", "f16[16,32]", "f16[16,32]{0,1}"}) {
    const auto tensor = parse_tensor(text);
    ASSERT_TRUE(tensor.has_value()) << text << ": " << tensor.error()->message;
    EXPECT_EQ(*tensor, expected) << text;
  }
  EXPECT_EQ(*parse_tensor("tensor<f32>"), (Tensor{{}, ElementType::kF32}));
  EXPECT_EQ(*parse_tensor("tensor<8xi1>"), (Tensor{{8}, ElementType::kPred}));
  EXPECT_EQ(*parse_tensor("tensor<8xf8E4M3FN>"), (Tensor{{8}, ElementType::kF8e4m3fn}));
}

TEST(Tensor, APointerHas64Bits) {
  for (const std::string_view text :
       {"tensor<8x!tt.ptr<f32>>", "tensor<8x!tt.ptr<f32, 1>, #blocked>",
        "tensor<8x!tt.ptr<!tt.ptr<f32>>>"}) {
    const auto tensor = parse_tensor(text);
    ASSERT_TRUE(tensor.has_value()) << text << ": " << tensor.error()->message;
    EXPECT_EQ(core::bits(tensor->type), 64) << text;
  }
}

TEST(Tensor, AMemoryIsOne) {
  EXPECT_TRUE(parse_tensor("!ttg.memdesc<2x16xf16>")->is_memory);
  EXPECT_FALSE(parse_tensor("2x16xf16")->is_memory);
}

TEST(Tensor, AnythingElseIsRefused) {
  EXPECT_EQ(code_of("tensor<16x32xf17>"), "tensor.element");
  EXPECT_EQ(code_of("tensor<16x32xf16"), "triton.type");
  EXPECT_EQ(code_of("tensor 16x32xf16"), "triton.type");
  EXPECT_EQ(code_of("tensor<16,32>"), "triton.type");
  EXPECT_EQ(code_of("f16[16,?]"), "tensor.unbounded");
  EXPECT_EQ(code_of("(f16[16], f16[16])"), "tensor.element");
  EXPECT_EQ(code_of("tensor<8x!tt.ptr<f32>"), "triton.type");
  EXPECT_EQ(code_of(""), "triton.type");
  EXPECT_EQ(parse_tensor("16y32xf16").error()->span, (core::Span{0, 2}));
}

}  // namespace
}  // namespace tileglot::bridge
