// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/validate_encoding.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::notation::triton {
namespace {

std::string code_of(const Encoding& encoding) {
  const auto status = validate(encoding);
  return status ? "" : status.error()->code;
}

std::string code_of(std::string_view text, std::string_view type) {
  const auto status = validate(parse_encoding(text).value(), parse_tensor_type(type).value());
  return status ? "" : status.error()->code;
}

Blocked blocked() {
  return {.size_per_thread = {1, 4},
          .threads_per_warp = {4, 8},
          .warps_per_cta = {4, 1},
          .order = {1, 0}};
}

TEST(ValidateEncoding, AnOrderThatIsNotAPermutationIsRefused) {
  EXPECT_EQ(code_of(blocked()), "");
  Blocked e = blocked();
  e.order = {1, 1};
  EXPECT_EQ(code_of(e), "triton.order");
  e.order = {-1, 0};
  EXPECT_EQ(code_of(e), "triton.order");
  e.order = {0};
  EXPECT_EQ(code_of(e), "triton.rank");
}

TEST(ValidateEncoding, CountsArePowersOfTwo) {
  Blocked e = blocked();
  e.warps_per_cta = {3, 1};
  EXPECT_EQ(code_of(e), "triton.power_of_two");
  e.warps_per_cta = {0, 1};
  EXPECT_EQ(code_of(e), "triton.power_of_two");
  EXPECT_EQ(code_of(SwizzledShared{.vec = 0, .order = {0}}), "triton.power_of_two");
}

TEST(ValidateEncoding, BlocksOfAClusterAreAPermutationOfBits) {
  Blocked e = blocked();
  const auto with = [&](const Bases& cga) {
    e.cga = cga;
    return code_of(e);
  };
  EXPECT_EQ(with({{0, 2}, {0, 0}, {0, 1}, {1, 0}}), "");
  EXPECT_EQ(with({{1, 1}}), "triton.cga");
  EXPECT_EQ(with({{1, 0}, {1, 0}}), "triton.cga");
  EXPECT_EQ(with({{2, 0}}), "triton.cga");
  EXPECT_EQ(with({{1}}), "triton.rank");
  EXPECT_EQ(with({{-1, 0}}), "triton.bases");
}

TEST(ValidateEncoding, BasesReachEveryElement) {
  EXPECT_EQ(code_of(Linear{.register_bases = {{0, 1}}, .lane_bases = {{1, 0}, {0, 0}}}), "");
  EXPECT_EQ(code_of(Linear{.register_bases = {{0, 1}}, .lane_bases = {{1, 1}}}), "triton.bases");
  EXPECT_EQ(code_of(Linear{.register_bases = {{2}}}), "triton.bases");
  EXPECT_EQ(code_of(Linear{}), "triton.rank");
  EXPECT_EQ(code_of(GenericLinear{.register_bases = {{1}, {3}}, .warp_bases = {{1}}}), "");
  EXPECT_EQ(code_of(GenericLinear{.register_bases = {{1, 1}}, .warp_bases = {{1, 0}}}),
            "triton.bases");
  EXPECT_EQ(code_of(GenericLinear{.warp_bases = {{1, 1}, {1, 0}}}), "");
  EXPECT_EQ(code_of(GenericLinear{.warp_bases = {{2, 1}}}), "triton.bases");
  EXPECT_EQ(code_of(SharedLinear{.offset = {{1}, {3}, {0}}}), "");
  EXPECT_EQ(code_of(SharedLinear{.offset = {{1}, {1}}}), "triton.bases");
  EXPECT_EQ(code_of(SharedLinear{.offset = {{1}}, .alignment = 12}), "triton.power_of_two");
  EXPECT_EQ(code_of(PaddedShared{.paddings = {{4, 2}}, .offset = {{0}, {1}}, .rank = 1}),
            "triton.bases");
  const std::int64_t large = std::int64_t{1} << 30;
  EXPECT_EQ(code_of(PaddedShared{.paddings = {{4, 2}},
                                 .offset = {{large, 0, 0}, {0, large, 0}, {0, 0, large}},
                                 .rank = 3}),
            "triton.bases");
  EXPECT_EQ(code_of(PaddedShared{.paddings = {{4, 3}}, .offset = {{1}}, .rank = 1}),
            "triton.padding");
}

TEST(ValidateEncoding, InstructionsExist) {
  EXPECT_EQ(code_of(NvidiaMma{.warps_per_cta = {2, 2}, .instr_shape = {16, 8}}), "");
  EXPECT_EQ(code_of(NvidiaMma{.warps_per_cta = {2, 2}, .instr_shape = {16, 16}}),
            "triton.instruction");
  EXPECT_EQ(code_of(NvidiaMma{.version_major = 5, .warps_per_cta = {4, 1}, .instr_shape = {16, 8}}),
            "triton.instruction");
  EXPECT_EQ(code_of(NvidiaMma{.warps_per_cta = {4}, .instr_shape = {8}}), "triton.rank");
  EXPECT_EQ(
      code_of(AmdMfma{
          .version = 3, .warps_per_cta = {2, 2}, .instr_shape = {64, 4}, .tiles_per_warp = {1, 1}}),
      "triton.instruction");
  EXPECT_EQ(code_of(AmdWmma{.version = 3}), "triton.instruction");
  EXPECT_EQ(code_of(AmdWmma{.version = 2, .cta_warp = {{0, 2}}}), "triton.bases");
}

TEST(ValidateEncoding, OperandsFitTheirProduct) {
  const Encoding mma =
      NvidiaMma{.version_major = 3, .warps_per_cta = {4, 1}, .instr_shape = {16, 8}};
  EXPECT_EQ(code_of(DotOperand{.op_idx = 0, .parent = mma, .k_width = 2}), "");
  EXPECT_EQ(code_of(DotOperand{.op_idx = 1, .parent = mma, .k_width = 2}), "triton.operand");
  EXPECT_EQ(code_of(DotOperand{.op_idx = 0, .parent = mma}), "triton.operand");
  EXPECT_EQ(code_of(DotOperand{.op_idx = 0, .parent = Encoding(blocked()), .k_width = 2}),
            "triton.operand");
  EXPECT_EQ(code_of(DotOperand{.op_idx = 2, .parent = Encoding(blocked())}), "triton.operand");
  EXPECT_EQ(code_of(DotOperand{.op_idx = 0, .parent = Encoding(Linear{.lane_bases = {{1}}})}),
            "triton.parent");
  EXPECT_EQ(code_of(Slice{.dim = 0, .parent = Encoding(NvmmaShared{})}), "triton.parent");
  EXPECT_EQ(code_of(Slice{.dim = -1, .parent = Encoding(blocked())}), "triton.rank");
}

TEST(ValidateEncoding, NumbersBeyond32BitsAndMissingParentsAreRefused) {
  constexpr std::int64_t kHuge = std::int64_t{1} << 61;
  const Encoding mma =
      NvidiaMma{.version_major = 2, .warps_per_cta = {1, 4}, .instr_shape = {16, 8}};
  EXPECT_EQ(code_of(DotOperand{.op_idx = 0, .parent = mma, .k_width = kHuge}), "triton.too_large");
  EXPECT_EQ(code_of(SwizzledShared{.vec = kHuge, .order = {0}}), "triton.too_large");
  EXPECT_EQ(code_of(SwizzledShared{.order = {0}, .cga = {{kHuge}}}), "triton.too_large");
  EXPECT_EQ(code_of(Linear{.lane_bases = {{kHuge}}}), "triton.too_large");
  EXPECT_EQ(code_of(PaddedShared{.paddings = {{4, kHuge}}, .offset = {{1}}, .rank = 1}),
            "triton.too_large");
  EXPECT_EQ(code_of(Slice{.dim = 0}), "triton.parent");
  EXPECT_EQ(code_of(DotOperand{}), "triton.parent");
  EXPECT_EQ(code_of(PartitionedShared{.num_partitions = 2, .num_groups = 1}), "triton.parent");
  EXPECT_EQ(code_of(Blocked{.order = Numbers(100000, 0)}), "triton.too_large");
}

TEST(ValidateEncoding, MemoriesThatAreNoneAreRefused) {
  EXPECT_EQ(code_of(NvmmaShared{.swizzling_byte_width = 96}), "triton.swizzle");
  EXPECT_EQ(code_of(NvmmaShared{.swizzling_byte_width = 32, .rank = 1}), "triton.swizzle");
  EXPECT_EQ(code_of(NvmmaShared{.rank = 1}), "");
  EXPECT_EQ(code_of(PartitionedShared{
                .num_partitions = 1, .num_groups = 1, .partition_layout = Encoding(NvmmaShared{})}),
            "triton.partition");
  EXPECT_EQ(code_of(TensorMemory{.block_m = 32, .block_n = 8}), "triton.tensor_memory");
  EXPECT_EQ(code_of(TensorMemory{.block_n = 1024}), "triton.tensor_memory");
  EXPECT_EQ(code_of(TensorMemory{.block_n = 8, .two_ctas = true}), "triton.tensor_memory");
}

TEST(ValidateEncoding, ATypeHasTheShapeAndTheElementsOfItsEncoding) {
  const std::string_view tile =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
      "order = [1, 0]}>";
  EXPECT_EQ(code_of(tile, "tensor<16x32xf16>"), "");
  EXPECT_EQ(code_of(tile, "tensor<16xf16>"), "triton.rank");
  EXPECT_EQ(code_of(tile, "tensor<2x16x32xf16>"), "triton.rank");
  EXPECT_EQ(code_of(tile, "tensor<16x24xf16>"), "triton.shape");
  EXPECT_EQ(code_of(tile, "tensor<16x0xf16>"), "triton.shape");
  EXPECT_EQ(code_of(tile, "!ttg.memdesc<16x32xf16>"), "triton.type");
  const std::string_view padded = "#ttg.padded_shared<[4:+4] {order = [1, 0], shape = [16, 32]}>";
  EXPECT_EQ(code_of(padded, "!ttg.memdesc<3x16x32xf16>"), "");
  EXPECT_EQ(code_of(padded, "!ttg.memdesc<16x32xi1>"), "triton.element");
  EXPECT_EQ(code_of("#ttng.tensor_memory_scales_encoding<>", "!ttg.memdesc<128x4xf16>"),
            "triton.element");
  EXPECT_EQ(code_of("#ttng.tensor_memory_encoding<blockM = 128, blockN = 8, colStride = 2>",
                    "!ttg.memdesc<128x8xf32>"),
            "triton.element");
}

}  // namespace
}  // namespace tileglot::notation::triton
