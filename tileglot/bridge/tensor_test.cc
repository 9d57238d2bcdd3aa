// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/tensor.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"

namespace tileglot::bridge {
namespace {

using core::ElementType;

std::string code_of(std::string_view text) {
  const auto tensor = parse_tensor(text);
  return tensor ? "" : tensor.error().code;
}

TEST(tensor, each_spelling_of_a_tensor_is_read) {
  const Tensor expected{{16, 32}, ElementType::kF16};
  for (const std::string_view text :
       {"tensor<16x32xf16>", "tensor<16x32xf16, #blocked>", "16x32xf16", " 16 x 32 x f16 ",
        "!ttg.memdesc<16x32xf16, #shared, #smem, mutable>", "f16[16,32]", "f16[16,32]{0,1}",
        "!tt.memdesc<16x32xf16>"}) {
    const auto tensor = parse_tensor(text);
    ASSERT_TRUE(tensor.has_value()) << text << ": " << tensor.error().message;
    EXPECT_EQ(*tensor, expected) << text;
  }
  EXPECT_EQ(*parse_tensor("tensor<f32>"), (Tensor{{}, ElementType::kF32}));
  EXPECT_EQ(*parse_tensor("tensor<8xi1>"), (Tensor{{8}, ElementType::kPred}));
  EXPECT_EQ(*parse_tensor("tensor<8xf8E4M3FN>"), (Tensor{{8}, ElementType::kF8e4m3fn}));
}

TEST(tensor, a_pointer_has_64_bits) {
  for (const std::string_view text :
       {"tensor<8x!tt.ptr<f32>>", "tensor<8x!tt.ptr<f32, 1>, #blocked>",
        "tensor<8x!tt.ptr<!tt.ptr<f32>>>"}) {
    const auto tensor = parse_tensor(text);
    ASSERT_TRUE(tensor.has_value()) << text << ": " << tensor.error().message;
    EXPECT_EQ(core::bits(tensor->type), 64) << text;
  }
}

TEST(tensor, anything_else_is_refused) {
  EXPECT_EQ(code_of("tensor<16x32xf17>"), "tensor.type");
  EXPECT_EQ(code_of("tensor<0xf16>"), "tensor.extent");
  EXPECT_EQ(code_of("tensor<16x-1xf16>"), "tensor.type");
  EXPECT_EQ(code_of("tensor<16x32xf16"), "tensor.syntax");
  EXPECT_EQ(code_of("16x32xf16>"), "tensor.syntax");
  EXPECT_EQ(code_of("tensor 16x32xf16"), "scan.expected");
  EXPECT_EQ(code_of("tensor<16,32>"), "scan.expected");
  EXPECT_EQ(code_of("f16[16,?]"), "tensor.syntax");
  EXPECT_EQ(code_of("(f16[16], f16[16])"), "tensor.syntax");
  EXPECT_EQ(code_of("tensor<8x!tt.ptr<f32>"), "tensor.syntax");
  EXPECT_EQ(code_of(""), "tensor.type");
}

}  // namespace
}  // namespace tileglot::bridge
