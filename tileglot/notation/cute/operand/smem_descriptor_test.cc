// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/smem_descriptor.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace tileglot::notation::cute {
namespace {

constexpr CanonicalOperand kTile{
    .major = Major::kK, .swizzle = SmemSwizzle::k128B, .stride_bytes = 1024};

static_assert(descriptor(kTile, SmemMma::kWgmma) == 0x4000004000010000);
static_assert(descriptor(kTile, SmemMma::kTcgen05) == 0x4000404000010000);

std::uint64_t field(std::uint64_t word, unsigned first, unsigned last) {
  return word >> first & ((std::uint64_t{1} << (last - first + 1)) - 1);
}

TEST(Descriptor, TheFieldsAreThoseOfThePtxIsa) {
  const CanonicalOperand operand{.major = Major::kMn,
                                 .swizzle = SmemSwizzle::k64B,
                                 .start_bytes = 48,
                                 .leading_bytes = 16 * 0x3fff,
                                 .stride_bytes = 512};
  for (const SmemMma instruction : kSmemMmas) {
    const std::uint64_t word = descriptor(operand, instruction);
    EXPECT_EQ(field(word, 0, 13), 3U);
    EXPECT_EQ(field(word, 16, 29), 0x3fffU);
    EXPECT_EQ(field(word, 32, 45), 32U);
    EXPECT_EQ(field(word, 49, 51), 0U);
  }
  EXPECT_EQ(field(descriptor(operand, SmemMma::kWgmma), 62, 63), 2U);
  EXPECT_EQ(field(descriptor(operand, SmemMma::kTcgen05), 61, 63), 4U);
  EXPECT_EQ(field(descriptor(operand, SmemMma::kWgmma), 46, 48), 0U);
  EXPECT_EQ(field(descriptor(operand, SmemMma::kTcgen05), 46, 48), 1U);
}

TEST(Descriptor, SwizzlesHaveOtherNumbersForEachInstruction) {
  const auto type = [](SmemSwizzle swizzle, SmemMma instruction) {
    const std::uint64_t word = descriptor({.swizzle = swizzle}, instruction);
    return instruction == SmemMma::kWgmma ? field(word, 62, 63) : field(word, 61, 63);
  };
  EXPECT_EQ(type(SmemSwizzle::kNone, SmemMma::kWgmma), 0U);
  EXPECT_EQ(type(SmemSwizzle::k128B, SmemMma::kWgmma), 1U);
  EXPECT_EQ(type(SmemSwizzle::k64B, SmemMma::kWgmma), 2U);
  EXPECT_EQ(type(SmemSwizzle::k32B, SmemMma::kWgmma), 3U);
  EXPECT_EQ(type(SmemSwizzle::kNone, SmemMma::kTcgen05), 0U);
  EXPECT_EQ(type(SmemSwizzle::k128B, SmemMma::kTcgen05), 2U);
  EXPECT_EQ(type(SmemSwizzle::k64B, SmemMma::kTcgen05), 4U);
  EXPECT_EQ(type(SmemSwizzle::k32B, SmemMma::kTcgen05), 6U);
}

}  // namespace
}  // namespace tileglot::notation::cute
