// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/smem_atom.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

std::string atom(Major major, SmemSwizzle swizzle, std::int64_t bits) {
  const auto made = smem_atom(major, swizzle, bits);
  EXPECT_TRUE(made.ok());
  return std::visit([](const auto& layout) { return print(layout, Marks::kShow); }, *made);
}

constexpr Major kK = Major::kK;
constexpr Major kMn = Major::kMn;

static_assert(smem_atom(kK, SmemSwizzle::k128B, 16).ok());

TEST(SmemAtom, AtomsAreThoseOfCuTeInElements) {
  EXPECT_EQ(atom(kK, SmemSwizzle::k128B, 16), "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  EXPECT_EQ(atom(kK, SmemSwizzle::k64B, 16), "Sw<2,3,3> o _0 o (_8,_32):(_32,_1)");
  EXPECT_EQ(atom(kK, SmemSwizzle::k32B, 16), "Sw<1,3,3> o _0 o (_8,_16):(_16,_1)");
  EXPECT_EQ(atom(kK, SmemSwizzle::kNone, 16), "(_8,_8):(_8,_1)");
  EXPECT_EQ(atom(kMn, SmemSwizzle::k128B, 16), "Sw<3,3,3> o _0 o (_64,_8):(_1,_64)");
  EXPECT_EQ(atom(kMn, SmemSwizzle::k64B, 16), "Sw<2,3,3> o _0 o (_32,_8):(_1,_32)");
  EXPECT_EQ(atom(kMn, SmemSwizzle::k32B, 16), "Sw<1,3,3> o _0 o (_16,_8):(_1,_16)");
  EXPECT_EQ(atom(kMn, SmemSwizzle::kNone, 16), "(_8,_8):(_1,_8)");
}

TEST(SmemAtom, SmallerElementsHaveMoreInARun) {
  EXPECT_EQ(atom(kK, SmemSwizzle::k128B, 32), "Sw<3,2,3> o _0 o (_8,_32):(_32,_1)");
  EXPECT_EQ(atom(kK, SmemSwizzle::k128B, 8), "Sw<3,4,3> o _0 o (_8,_128):(_128,_1)");
  EXPECT_EQ(atom(kK, SmemSwizzle::k128B, 4), "Sw<3,5,3> o _0 o (_8,_256):(_256,_1)");
  EXPECT_EQ(atom(kMn, SmemSwizzle::k64B, 8), "Sw<2,4,3> o _0 o (_64,_8):(_1,_64)");
}

TEST(SmemAtom, ElementsThatDoNotFillAUnitAreRefused) {
  EXPECT_EQ(smem_atom(kK, SmemSwizzle::k128B, 6).refusal.reason, Reason::kNotAligned);
  EXPECT_EQ(smem_atom(kK, SmemSwizzle::kNone, 0).refusal.reason, Reason::kNoFactor);
  EXPECT_EQ(smem_atom(kK, SmemSwizzle::k128B, 256).refusal.reason, Reason::kTileDoesNotDivide);
}

TEST(SmemAtom, MemoryBeginsWhereThePatternOfTheSwizzleDoes) {
  EXPECT_EQ(alignment_bytes(SmemSwizzle::kNone), 16);
  EXPECT_EQ(alignment_bytes(SmemSwizzle::k32B), 256);
  EXPECT_EQ(alignment_bytes(SmemSwizzle::k64B), 512);
  EXPECT_EQ(alignment_bytes(SmemSwizzle::k128B), 1024);
}

}  // namespace
}  // namespace tileglot::notation::cute
