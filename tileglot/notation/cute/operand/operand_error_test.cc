// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/operand_error.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

std::string refusal(std::string_view layout, std::int64_t bits = 16,
                    SmemMma instruction = SmemMma::kWgmma) {
  const auto read = parse_any_layout(layout);
  EXPECT_TRUE(read.has_value()) << layout;
  const auto found = smem_operand(*read, instruction, bits);
  if (found) return descriptor_text(found->first, instruction);
  const core::Error& error = found.error();
  return error->code + ": " + (error->witness.empty() ? error->message : error->witness);
}

TEST(OperandError, AWitnessNamesTheElementAndBothBytes) {
  EXPECT_EQ(
      refusal("Sw<3,3,3> o 0 o (64,64):(72,1)"),
      "cute.operand: element (1,0) is at byte 128, where a K-major 128B operand with SBO 1152 "
      "has byte 144");
  EXPECT_EQ(refusal("Sw<3,3,3> o 0 o ((8,2,4),64):((64,512,2048),1)"),
            "cute.operand: element (16,0) is at byte 4096, where a K-major 128B operand with SBO "
            "1024 has byte 2048");
  EXPECT_EQ(refusal("(8,64):(65,1)", 4, SmemMma::kTcgen05),
            "cute.operand: element (1,0) is at byte 32, bit 4, where a K-major 128B operand has "
            "byte 144");
  EXPECT_EQ(refusal("((8,2),(8,2)):((8,65),(1,128))"),
            "cute.operand: element (8,0) is at byte 130, where no SBO of a K-major unswizzled "
            "operand has it");
  EXPECT_EQ(refusal("(8,(8,2)):(8,(1,-64))"),
            "cute.operand: element (0,8) is at byte -128, where no LBO of a K-major unswizzled "
            "operand has it");
  EXPECT_EQ(refusal("Sw<3,3,3> o 4 o (64,16):(64,1)"),
            "cute.operand: element (0,0) is at byte 8, where no operand begins");
}

TEST(OperandError, AnErrorNamesTheRuleThatIsBroken) {
  EXPECT_EQ(refusal("Sw<3,3,3> o 0 o (64,64):(64,1)"), "0x4000004000010000");
  EXPECT_EQ(refusal("(8,16):(8,1)", 64),
            "cute.operand_type: wgmma does not read elements of 64 bits from shared memory");
  EXPECT_EQ(refusal("Sw<3,4,3> o 0 o (128,32):(1,128)", 8),
            "cute.operand_type: wgmma reads MN-major operands of 16 bits, and this MN-major 128B "
            "operand has elements of 8");
  EXPECT_EQ(refusal("(8,16,2):(16,1,128)"),
            "cute.operand_shape: the layout has rank 3, and an operand has 2 modes");
  EXPECT_EQ(refusal("(12,16):(16,1)"),
            "cute.operand_shape: mode 0, M or N, has 12 elements; an operand has a multiple of 8");
  EXPECT_EQ(refusal("(8,24):(24,1)"),
            "cute.operand_shape: mode 1, K, has 24 elements; an operand has a multiple of 16");
  EXPECT_EQ(refusal("(8,16):(1000000000000,1)"),
            "cute.operand_shape: the layout reaches 7000000000016 elements; a descriptor reaches "
            "131072, which take 262144 bytes");
  EXPECT_EQ(refusal("(8,(8,2,2)):(8,(1,64,130))"),
            "cute.operand_shape: along mode 1 the next instruction begins 260 bytes after another");
}

}  // namespace
}  // namespace tileglot::notation::cute
