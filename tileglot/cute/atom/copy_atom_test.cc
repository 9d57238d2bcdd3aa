// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/copy_atom.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using Ldmatrix = Copy_Atom<"SM75_U32x4_LDSM_N", 16>;

// PTX ISA, "ldmatrix": lane 8 * i + r has the address of row r of matrix i; lane 4 * g + t receives
// the elements 2 * t and 2 * t + 1 of row g of every matrix.
constexpr bool lanes_read_rows() {
  for (int lane = 0; lane < 32; ++lane) {
    for (int v = 0; v < 8; ++v) {
      const int row = lane % 8;
      const int matrix = lane / 8;
      const int receiver = 4 * row + v / 2;
      const int received_as = 2 * matrix + v % 2;
      if (Ldmatrix::ValLayoutSrc{}(lane, v) != Ldmatrix::ValLayoutDst{}(receiver, received_as)) {
        return false;
      }
    }
  }
  return true;
}

TEST(CopyAtom, LdmatrixReadsRowsAndGivesEachLaneTwoOfARow) {
  static_assert(std::is_empty_v<Ldmatrix>);
  static_assert(std::is_same_v<Ldmatrix::ThrID, Layout<_32, _1>>);
  static_assert(std::is_same_v<Ldmatrix::ValLayoutRef, Ldmatrix::ValLayoutDst>);
  static_assert(size(Ldmatrix::ValLayoutSrc{}) == 256);
  static_assert(size(Ldmatrix::SrcLayout{}) == 256 * 16);
  static_assert(lanes_read_rows());
}

TEST(CopyAtom, AThreadsOwnCopyKeepsTheOrderOfItsElements) {
  using Universal = Copy_Atom<"UniversalCopy<uint128_t>", 16>;
  static_assert(size(Universal::ThrID{}) == 1);
  for (int v = 0; v < 8; ++v) {
    EXPECT_EQ(Universal::ValLayoutSrc{}(0, v), v);
    EXPECT_EQ(Universal::ValLayoutDst{}(0, v), v);
  }
  static_assert(size(Copy_Atom<"UniversalCopy<uint128_t>", 32>::ValLayoutSrc{}) == 4);
}

TEST(CopyAtom, ANameAtRunTimeGivesTheSameTraits) {
  constexpr auto kAtom = copy_atom("SM75_U32x4_LDSM_N", 16);
  static_assert(kAtom.get_layoutS_TV() == Ldmatrix::ValLayoutSrc{});
  const std::string name = "SM75_U32x4_LDSM_N";
  const Copy_Atom found = copy_atom(name, 16);
  EXPECT_TRUE(found.thr_id() == Ldmatrix::ThrID{});
  EXPECT_TRUE(found.get_layoutD_TV() == Ldmatrix{}.get_layoutD_TV());
  EXPECT_TRUE(found.get_layoutRef_TV() == Ldmatrix::ValLayoutRef{});
  const Copy_Atom<> named = Ldmatrix{};
  EXPECT_TRUE(named.copy.parts == found.copy.parts);
  EXPECT_EQ(named.copy.bits, 16);
}

TEST(CopyAtom, AnUnknownNameIsRefused) {
  try {
    copy_atom("SM75_U32x3_LDSM_N", 16);
    FAIL();
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.error()->code, "cute.atom");
  }
  EXPECT_THROW(copy_atom("SM75_U32x4_LDSM_N", 0).get_layoutS_TV(), Refused);
}

}  // namespace
