// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/cute/operations.h"

namespace tileglot::calculator {
namespace {

std::string answer(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto value = cute_operations().apply(operation, arguments);
  return value ? print_value(*value) : value.error()->code + ": " + value.error()->message;
}

Json descriptor(const std::vector<std::string>& arguments) {
  const auto value = cute_operations().apply("smem_descriptor", arguments);
  EXPECT_TRUE(value.has_value());
  return value ? to_json(*value) : Json();
}

TEST(OperandOperations, AnAtomIsNamedByMajorModeSwizzleAndType) {
  EXPECT_EQ(answer("smem_atom", {"K", "128B", "f16"}), "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  EXPECT_EQ(answer("smem_atom", {"MN", "SW64", "bf16"}), "Sw<2,3,3> o _0 o (_32,_8):(_1,_32)");
  EXPECT_EQ(answer("smem_atom", {"M", "none", "f16"}), "(_8,_8):(_1,_8)");
  EXPECT_EQ(answer("smem_atom", {"K", "INTER", "f8e4m3fn"}), "(_8,_16):(_16,_1)");
}

TEST(OperandOperations, WordsOfAnAtomAreKnownOnes) {
  EXPECT_EQ(answer("smem_atom", {"row", "128B", "f16"}),
            "cute.arguments: 'row' is not a major mode");
  EXPECT_EQ(answer("smem_atom", {"K", "256B", "f16"}),
            "cute.arguments: '256B' is not a swizzle of shared memory");
  EXPECT_EQ(answer("smem_atom", {"K", "128B", "half"}).substr(0, 12), "type.unknown");
  EXPECT_EQ(answer("smem_atom", {"K", "128B", "c128"}),
            "cute.operand_type: neither wgmma nor tcgen05 reads elements of 128 bits from shared "
            "memory");
  const std::vector<std::string> six_bits{"K", "128B", "e2m3"};
  EXPECT_EQ(cute_operations().apply("smem_atom", six_bits).error()->help,
            "elements of 6 bits fill a byte there: write u8");
  EXPECT_EQ(answer("smem_atom", {"K", "none", "tf32"}), answer("smem_atom", {"K", "none", "f32"}));
  EXPECT_EQ(answer("smem_descriptor", {"(8,16):(8,1)", "f16", "mma"}),
            "cute.arguments: 'mma' is not an instruction with descriptors");
}

TEST(OperandOperations, ADescriptorHasItsFields) {
  EXPECT_EQ(descriptor({"Sw<3,3,3> o 0 o (64,64):(64,1)", "f16"}),
            (Json{{"canonical", true},
                  {"major", "K"},
                  {"swizzle", "128B"},
                  {"start_bytes", 0},
                  {"leading_bytes", nullptr},
                  {"stride_bytes", 1024},
                  {"alignment_bytes", 1024},
                  {"descriptor", "0x4000004000010000"},
                  {"instruction", {64, 16}},
                  {"instructions", {1, 4}}}));
  const Json other = descriptor({"((8,8),(8,2)):((8,64),(1,512))", "f16", "tcgen05"});
  EXPECT_EQ(other["swizzle"], "none");
  EXPECT_EQ(other["leading_bytes"], 1024);
  EXPECT_EQ(other["stride_bytes"], 128);
  EXPECT_EQ(other["descriptor"], "0x0000400800400000");
}

TEST(OperandOperations, ALayoutThatIsNotAnOperandIsRefusedWithAnElement) {
  const std::vector<std::string> plain{"(64,64):(64,1)", "f16"};
  EXPECT_EQ(answer("smem_descriptor", plain),
            "cute.operand: no descriptor of wgmma gives the addresses of the layout");
  EXPECT_EQ(
      cute_operations().apply("smem_descriptor", plain).error()->witness,
      "element (1,0) is at byte 128, where a K-major 128B operand with SBO 1024 has byte 144");
  EXPECT_EQ(answer("smem_descriptor", {"(64,64):(64,1)", "f64"}),
            "cute.operand_type: wgmma does not read elements of 64 bits from shared memory");
  EXPECT_EQ(answer("smem_descriptor", {"4611686018427387904", "f16"}),
            "cute.operand_shape: the layout has rank 1, and an operand has 2 modes");
}

}  // namespace
}  // namespace tileglot::calculator
