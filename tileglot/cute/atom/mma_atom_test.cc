// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/mma_atom.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using Ampere = MMA_Atom<"SM80_16x8x16_F32F16F16F32_TN">;

TEST(MmaAtom, ANameGivesTheTraitsOfAnInstruction) {
  static_assert(FixedString("SM61_DP4A").view() == "SM61_DP4A");
  static_assert(std::is_empty_v<Ampere>);
  static_assert(std::is_same_v<Ampere::Shape_MNK, Shape<_16, _8, _16>>);
  static_assert(std::is_same_v<Ampere::ThrID, Layout<_32, _1>>);
  static_assert(
      std::is_same_v<Ampere::LayoutC_TV, Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>,
                                                Stride<Stride<_32, _1>, Stride<_16, _8>>>>);
  static_assert(std::is_same_v<Ampere::CLayout, Ampere::LayoutC_TV>);
  static_assert(std::is_same_v<decltype(Ampere{}.get_layoutA_TV()), Ampere::ALayout>);
  static_assert(
      std::is_same_v<MMA_Traits<"SM80_16x8x16_F32F16F16F32_TN">::BLayout, Ampere::LayoutB_TV>);
  using Hopper = MMA_Atom<"SM90::GMMA::MMA_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>">;
  static_assert(size(Hopper::ThrID{}) == 128);
}

// PTX ISA 9.7.14.5, "matrix fragments for mma.m16n8k16 with floating point type": g is the group of
// a lane, lane / 4, and t is its number in the group.
constexpr bool lanes_hold_c() {
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4;
    const int t = lane % 4;
    for (int i = 0; i < 4; ++i) {
      const int row = i < 2 ? g : g + 8;
      const int column = 2 * t + i % 2;
      if (Ampere::LayoutC_TV{}(lane, i) != row + 16 * column) return false;
    }
  }
  return true;
}

constexpr bool lanes_hold_a_and_b() {
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4;
    const int t = lane % 4;
    for (int i = 0; i < 8; ++i) {
      const bool is_upper = i < 2 || (i >= 4 && i < 6);
      const int row = is_upper ? g : g + 8;
      const int k = 2 * t + i % 2 + (i >= 4 ? 8 : 0);
      if (Ampere::LayoutA_TV{}(lane, i) != row + 16 * k) return false;
    }
    for (int i = 0; i < 4; ++i) {
      const int k = 2 * t + i % 2 + (i >= 2 ? 8 : 0);
      if (Ampere::LayoutB_TV{}(lane, i) != g + 8 * k) return false;
    }
  }
  return true;
}

TEST(MmaAtom, LanesHoldTheRowsAndColumnsOfCThatPtxGivesThem) {
  static_assert(Ampere::LayoutC_TV{}(5, 3) == 9 + 16 * 3);
  static_assert(lanes_hold_c());
  static_assert(lanes_hold_a_and_b());
}

TEST(MmaAtom, ANameAtRunTimeGivesTheSameTraits) {
  constexpr auto kAtom = mma_atom("SM80_16x8x16_F32F16F16F32_TN");
  static_assert(kAtom.shape_mnk() == Ampere::Shape_MNK{});
  static_assert(kAtom.get_layoutC_TV() == Ampere::LayoutC_TV{});
  const std::string name = "SM80_16x8x16_F32F16F16F32_TN";
  const MMA_Atom found = mma_atom(name);
  EXPECT_TRUE(found.thr_id() == Ampere::ThrID{});
  EXPECT_TRUE(found.get_layoutA_TV() == Ampere::LayoutA_TV{});
  EXPECT_TRUE(found.get_layoutB_TV() == Ampere::LayoutB_TV{});
  const MMA_Atom<> named = Ampere{};
  EXPECT_TRUE(named.parts == found.parts);
  EXPECT_TRUE(mma_atom("mma m16n8k16 f32.f16.f16").parts == found.parts);
}

TEST(MmaAtom, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    mma_atom("SM90_64x20x16_F32F16F16_SS");
    FAIL();
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.error()->code, "cute.atom");
    EXPECT_NE(refused.error()->help.find("SM90_64x16x16_F32F16F16_SS"), std::string::npos)
        << refused.error()->help;
  }
}

}  // namespace
