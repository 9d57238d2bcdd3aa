// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/canonical_operand.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace tileglot::notation::cute {
namespace {

std::int64_t byte_of(const CanonicalOperand& operand, std::int64_t mn, std::int64_t k) {
  EXPECT_EQ(bit_address(operand, mn, k) % 8, 0);
  return bit_address(operand, mn, k) / 8;
}

TEST(CanonicalOperand, RowsAreSwizzledUnits) {
  const CanonicalOperand operand{
      .major = Major::kK, .swizzle = SmemSwizzle::k128B, .stride_bytes = 1024};
  EXPECT_EQ(byte_of(operand, 0, 9), 18);
  EXPECT_EQ(byte_of(operand, 1, 0), 128 + 16);
  EXPECT_EQ(byte_of(operand, 1, 8), 128);
  EXPECT_EQ(byte_of(operand, 8, 0), 1024);
  EXPECT_EQ(byte_of(operand, 9, 0), 1024 + 128 + 16);
}

TEST(CanonicalOperand, AnUnswizzledOperandIsMatricesOfEightRows) {
  const CanonicalOperand k{.major = Major::kK, .leading_bytes = 128, .stride_bytes = 256};
  EXPECT_EQ(byte_of(k, 7, 7), 7 * 16 + 14);
  EXPECT_EQ(byte_of(k, 0, 8), 128);
  EXPECT_EQ(byte_of(k, 8, 0), 256);
  const CanonicalOperand mn{.major = Major::kMn, .leading_bytes = 128, .stride_bytes = 256};
  EXPECT_EQ(byte_of(mn, 7, 7), 7 * 16 + 14);
  EXPECT_EQ(byte_of(mn, 0, 8), 128);
  EXPECT_EQ(byte_of(mn, 8, 0), 256);
}

TEST(CanonicalOperand, ColumnsOfAnMnMajorOperandAreRuns) {
  const CanonicalOperand operand{.major = Major::kMn,
                                 .swizzle = SmemSwizzle::k64B,
                                 .leading_bytes = 4096,
                                 .stride_bytes = 512};
  EXPECT_EQ(byte_of(operand, 9, 0), 18);
  EXPECT_EQ(byte_of(operand, 0, 2), 128 + 16);
  EXPECT_EQ(byte_of(operand, 32, 0), 4096);
  EXPECT_EQ(byte_of(operand, 0, 8), 512);
}

TEST(CanonicalOperand, HalvesOfBytesHaveAddresses) {
  const CanonicalOperand operand{
      .major = Major::kK, .swizzle = SmemSwizzle::k32B, .bits = 4, .start_bytes = 64};
  EXPECT_EQ(bit_address(operand, 0, 3), 64 * 8 + 12);
}

}  // namespace
}  // namespace tileglot::notation::cute
