// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/find_operand.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

constexpr SmemMma kWgmma = SmemMma::kWgmma;
constexpr SmemMma kTcgen05 = SmemMma::kTcgen05;

OperandAnswer find(std::string_view layout, std::int64_t bits = 16, SmemMma instruction = kWgmma,
                   const std::optional<Major>& major = {}) {
  const auto read = parse_any_layout(layout);
  EXPECT_TRUE(read.has_value()) << layout;
  return read ? find_operand(*read, instruction, bits, major) : OperandAnswer{};
}

CuteLayout tiled(Major major, SmemSwizzle swizzle, std::int64_t mn, std::int64_t k,
                 std::int64_t bits) {
  const CuteLayout atom = *smem_atom(major, swizzle, bits);
  const IntTuple shape = *core::tuple_of(mn, k);
  if (const auto* plain = std::get_if<Layout<>>(&atom)) return *tile_to_shape(*plain, shape);
  const auto& composed = std::get<ComposedLayout>(atom);
  return ComposedLayout{composed.outer, composed.offset,
                        *tile_to_shape(composed.inner.layout, shape)};
}

// What the hardware is told is known to the compiler.
constexpr CuteLayout kTile = *smem_atom(Major::kK, SmemSwizzle::k32B, 16);
static_assert(find_operand(kTile, SmemMma::kWgmma, 16).ok());
static_assert(find_operand(kTile, SmemMma::kWgmma, 16).operand.first.swizzle == SmemSwizzle::k32B);

TEST(FindOperand, ATileOfAnAtomIsAnOperand) {
  const OperandAnswer answer = find("Sw<3,3,3> o 0 o (64,64):(64,1)");
  ASSERT_TRUE(answer.ok());
  const CanonicalOperand expected{
      .major = Major::kK, .swizzle = SmemSwizzle::k128B, .stride_bytes = 1024};
  EXPECT_EQ(answer.operand.first, expected);
  EXPECT_EQ(answer.operand.instruction, (OperandShape{64, 16}));
  EXPECT_EQ(answer.operand.count, (OperandShape{1, 4}));
}

TEST(FindOperand, EveryAtomTilesEveryShape) {
  for (const Major major : kMajors) {
    for (const SmemSwizzle swizzle : kSmemSwizzles) {
      for (const std::int64_t bits : {8, 16}) {
        for (const std::int64_t mn : {256, 512}) {
          const auto answer = find_operand(tiled(major, swizzle, mn, 128, bits), kTcgen05, bits);
          ASSERT_TRUE(answer.ok()) << name(major) << name(swizzle) << bits;
          EXPECT_EQ(answer.operand.first.major, major);
          EXPECT_EQ(answer.operand.first.swizzle, swizzle);
          EXPECT_EQ(answer.operand.instruction, (OperandShape{256, 256 / bits}));
          EXPECT_EQ(answer.operand.count, (OperandShape{mn / 256, 128 * bits / 256}));
        }
      }
    }
  }
}

TEST(FindOperand, OffsetsAreReadFromTheLayout) {
  const auto k = find_operand(tiled(Major::kK, SmemSwizzle::kNone, 128, 64, 16), kWgmma, 16);
  EXPECT_EQ(k.operand.first.stride_bytes, 128);
  EXPECT_EQ(k.operand.first.leading_bytes, 2048);
  const auto mn = find_operand(tiled(Major::kMn, SmemSwizzle::kNone, 128, 64, 16), kWgmma, 16);
  EXPECT_EQ(mn.operand.first.stride_bytes, 128);
  EXPECT_EQ(mn.operand.first.leading_bytes, 2048);
  const auto wide = find_operand(tiled(Major::kMn, SmemSwizzle::k128B, 128, 64, 16), kWgmma, 16);
  EXPECT_EQ(wide.operand.first.leading_bytes, 1024);
  EXPECT_EQ(wide.operand.first.stride_bytes, 2048);
}

TEST(FindOperand, AnOffsetThatNoElementNeedsIsNothing) {
  const auto answer = find_operand(tiled(Major::kMn, SmemSwizzle::k128B, 64, 16, 16), kWgmma, 16);
  EXPECT_EQ(answer.operand.first.leading_bytes, std::nullopt);
  EXPECT_EQ(answer.operand.first.stride_bytes, 1024);
  EXPECT_EQ(find("Sw<3,3,3> o 0 o (8,16):(64,1)").operand.first.stride_bytes, std::nullopt);
}

TEST(FindOperand, AnOperandMayBeginInsideItsTile) {
  const OperandAnswer answer = find("Sw<3,3,3> o 16 o (64,16):(64,1)");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.operand.first.start_bytes, 32);
  EXPECT_EQ(find("Sw<3,3,3> o 4 o (64,16):(64,1)").misfit, (Misfit{0, 0, 64, std::nullopt}));
}

TEST(FindOperand, TheFirstElementElsewhereIsTheWitness) {
  const OperandAnswer padded = find("Sw<3,3,3> o 0 o (64,64):(72,1)");
  EXPECT_EQ(padded.unfit, Unfit::kElsewhere);
  EXPECT_EQ(padded.operand.first.swizzle, SmemSwizzle::k128B);
  EXPECT_EQ(padded.misfit, (Misfit{1, 0, 1024, 1152}));
  const OperandAnswer plain = find("(64,64):(64,1)");
  EXPECT_EQ(plain.operand.first.swizzle, SmemSwizzle::k128B);
  EXPECT_EQ(plain.misfit, (Misfit{1, 0, 1024, 1152}));
  const OperandAnswer later = find("Sw<3,3,3> o 0 o ((8,2,4),64):((64,512,2048),1)");
  EXPECT_EQ(later.misfit, (Misfit{16, 0, 32768, 16384}));
}

TEST(FindOperand, AnotherSwizzleThatDoesTheSameIsAccepted) {
  // Rows are 32 bytes, and bits 8 and 9 of an address are never set.
  EXPECT_TRUE(find("Sw<3,3,3> o 0 o ((8,2),16):((16,512),1)").operand.first.swizzle ==
              SmemSwizzle::k32B);
  EXPECT_TRUE(find("Sw<3,3,3> o 0 o ((8,2),16):((16,512),1)").ok());
  // The second instruction sets bit 8, and begins at 288.
  const OperandAnswer further = find("Sw<3,3,3> o 0 o (8,(16,2)):(16,(1,128))");
  EXPECT_EQ(further.unfit, Unfit::kElsewhere);
  EXPECT_EQ(further.misfit, (Misfit{1, 16, 2048, 2560}));
}

TEST(FindOperand, AMajorModeMayBeAsked) {
  EXPECT_TRUE(find("Sw<3,3,3> o 0 o (64,64):(1,64)", 16, kWgmma, Major::kMn).ok());
  const auto other = find("Sw<3,3,3> o 0 o (64,64):(1,64)", 16, kWgmma, Major::kK);
  EXPECT_EQ(other.unfit, Unfit::kElsewhere);
  EXPECT_EQ(other.operand.first.major, Major::kK);
}

TEST(FindOperand, InstructionsReadOnlySomeElementsAndMajors) {
  EXPECT_EQ(find("(8,64):(64,1)", 4).unfit, Unfit::kElementBits);
  EXPECT_EQ(find("(8,64):(64,1)", 64).unfit, Unfit::kElementBits);
  EXPECT_EQ(find("(8,64):(64,1)", 6, kTcgen05).unfit, Unfit::kElementBits);
  EXPECT_TRUE(find("Sw<3,5,3> o 0 o (8,64):(256,1)", 4, kTcgen05).ok());
  EXPECT_EQ(find("Sw<3,4,3> o 0 o (128,32):(1,128)", 8).unfit, Unfit::kMajor);
  EXPECT_TRUE(find("Sw<3,4,3> o 0 o (128,32):(1,128)", 8, kTcgen05).ok());
  EXPECT_EQ(find("Sw<3,2,3> o 0 o (32,8):(1,32)", 32, kTcgen05).unfit, Unfit::kMajor);
}

TEST(FindOperand, WhatHasNoFormOfAnOperandIsRefused) {
  EXPECT_EQ(find("64:1").unfit, Unfit::kRank);
  EXPECT_EQ(find("(8,16,2):(16,1,128)").unfit, Unfit::kRank);
  EXPECT_EQ(find("(8,16):(1@0,1@1)").unfit, Unfit::kCoordinates);
  EXPECT_EQ(find("(4:1) o 0 o (8,16):(16,1)").unfit, Unfit::kNoLayout);
  EXPECT_EQ(find("(12,16):(16,1)").unfit, Unfit::kMn);
  EXPECT_EQ(find("(0,16):(16,1)").unfit, Unfit::kMn);
  EXPECT_EQ(find("(8,24):(24,1)").unfit, Unfit::kK);
  EXPECT_EQ(find("(8,0):(1,1)").unfit, Unfit::kK);
  EXPECT_EQ(find("Sw<3,3,3> o -64 o (8,16):(64,1)").unfit, Unfit::kNegativeOffset);
  EXPECT_EQ(find("(8,16):(1000000000000,1)").unfit, Unfit::kTooFar);
  EXPECT_EQ(find("(1000000000000,1000000):(1,1000000000000)").unfit, Unfit::kTooFar);
  EXPECT_EQ(find("Sw<3,3,3> o 9223372036854775807 o (8,16):(64,1)").unfit, Unfit::kTooFar);
  EXPECT_EQ(find("(8,(24,2)):(64,(1,32))").unfit, Unfit::kUneven);
  EXPECT_EQ(find("((257,8),16):((16,8192),1)").unfit, Unfit::kUneven);
}

TEST(FindOperand, StridesOfAnySignAreReadAsAddresses) {
  EXPECT_EQ(find("(8,16):(-8,1)").unfit, Unfit::kElsewhere);
  EXPECT_EQ(find("(8,16):(-8,1)").misfit.found_bits, -128);
  EXPECT_EQ(find("(8,16):(0,0)").unfit, Unfit::kElsewhere);
  EXPECT_EQ(find("(8,(8,2)):(8,(1,-64))").misfit, (Misfit{0, 8, -1024, std::nullopt}));
  EXPECT_EQ(find("(8,(8,2,2)):(8,(1,64,-128))").unfit, Unfit::kStep);
  EXPECT_EQ(find("(8,(8,2,2)):(8,(1,64,130))").unfit, Unfit::kStep);
  // Groups of 8 rows that are the same memory.
  EXPECT_EQ(find("Sw<3,3,3> o 0 o ((8,4),16):((64,0),1)").operand.first.stride_bytes, 0);
  EXPECT_TRUE(find("((8,1000000000),(8,2)):((8,0),(1,64))").ok());
  EXPECT_EQ(find("Sw<1,5,9> o 0 o ((8,1000000000),(8,2)):((8,0),(1,64))").unfit, Unfit::kTooMany);
  EXPECT_EQ(find("Sw<20,0,-40> o 0 o (8,16):(16,1)").unfit, Unfit::kElsewhere);
}

}  // namespace
}  // namespace tileglot::notation::cute
