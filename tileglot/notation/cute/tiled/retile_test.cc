// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tiled/retile.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

std::int64_t at(const Layout<>& layout, std::int64_t i) {
  return crd2idx(IntTuple(i), layout)->value;
}
std::int64_t count_of(const Layout<>& layout) { return size(layout)->value; }

/// Of the values of one instruction, of the instructions in a tile, of the tiles along each side.
std::vector<std::int64_t> sizes_of(const Layout<>& part) {
  const Layout<> values = *mode(part, 0);
  std::vector<std::int64_t> sizes{count_of(*mode(values, 0)), count_of(*mode(values, 1))};
  for (int i = 1; i < rank(part); ++i) sizes.push_back(count_of(*mode(part, i)));
  return sizes;
}

TEST(Retile, OneLdmatrixFillsTheRegistersOfTwoInstructions) {
  const auto mma = make_tiled_mma(*mma_atom("SM80_16x8x16_F32F16F16F32_TN"),
                                  *read_layout("(1,1,1)"), *tiler_of(*core::tuple_of(16, 16, 16)));
  const auto copy = make_tiled_copy_for(*copy_atom("SM75_U32x4_LDSM_N"), 16, *mma, Operand::kB);
  ASSERT_TRUE(copy.ok());
  const auto retiled = retile(*copy, End::kDestination, *read_layout("(4,2,1):(1,4,8)"));
  ASSERT_TRUE(retiled.ok());
  EXPECT_EQ(print(*retiled), "((8,1),1,1):((1,0),0,0)");
}

TEST(Retile, WhatIsNotAFragmentIsRefused) {
  const auto mma =
      make_tiled_mma(*mma_atom("SM80_16x8x16_F32F16F16F32_TN"), *read_layout("(1,1,1)"));
  const auto copy =
      make_tiled_copy_for(*copy_atom("UniversalCopy<uint32_t>"), 32, *mma, Operand::kC);
  ASSERT_TRUE(copy.ok());
  const auto refused = [](const TiledCopy& tiled, End end, std::string_view fragment) {
    return retile(tiled, end, *read_layout(fragment)).refusal.reason;
  };
  EXPECT_EQ(refused(*copy, End::kSource, "4"), Reason::kTiledRank);
  EXPECT_EQ(refused(*copy, End::kSource, "(0,1,1)"), Reason::kNotAFragment);
  EXPECT_EQ(refused(*copy, End::kSource, "(8,1,1)"), Reason::kNotAFragment);
  EXPECT_EQ(refused(*copy, End::kSource, "(4,1,1)"), Reason::kNone);
  const auto tile = tiler_of(*core::tuple_of(32, 8, 16));
  const auto two = make_tiled_mma(mma->atom, *read_layout("(1,1,1)"), *tile);
  const auto matrices = make_tiled_copy_for(*copy_atom("SM75_U32x4_LDSM_N"), 16, *two, Operand::kA);
  EXPECT_EQ(refused(*matrices, End::kDestination, "(8,2,1)"), Reason::kNone);
  EXPECT_EQ(refused(*matrices, End::kDestination, "(8,1,1)"), Reason::kNotAFragment);
  EXPECT_EQ(refused(*matrices, End::kDestination, "(8,3,1)"), Reason::kNotAFragment);
  EXPECT_EQ(refused(*matrices, End::kSource, "(8,2,1)"), Reason::kNotReferenceOrder);
  const auto warpgroup = make_tiled_mma(*mma_atom("SM90_64x8x16_F32F16F16_SS"), *read_layout("1"));
  EXPECT_EQ(make_tiled_copy_for(*copy_atom("SM75_U32x4_LDSM_N"), 16, *warpgroup, Operand::kA)
                .refusal.reason,
            Reason::kNotInRegisters);
  EXPECT_EQ(make_tiled_copy_for(*copy_atom("UniversalCopy<uint8_t>"), 32, *mma, Operand::kC)
                .refusal.reason,
            Reason::kNotWholeElements);
  EXPECT_EQ(
      make_tiled_copy_for(*copy_atom("SM75_U32x4_LDSM_N"), 16, *mma, Operand::kB).refusal.reason,
      Reason::kNotWholeInstructions);
}

/// An instruction whose registers are the reference order of a copy of `bits`.
struct Pair {
  std::string_view mma;
  std::string_view copy;
  Operand operand;
  End registers;
  std::int64_t bits;
};

constexpr Pair kPairs[] = {
    {"SM80_16x8x16_F32F16F16F32_TN", "SM75_U32x4_LDSM_N", Operand::kA, End::kDestination, 16},
    {"SM80_16x8x16_F32F16F16F32_TN", "SM75_U32x2_LDSM_N", Operand::kA, End::kDestination, 16},
    {"SM80_16x8x16_F32F16F16F32_TN", "SM75_U32x2_LDSM_N", Operand::kB, End::kDestination, 16},
    {"SM80_16x8x16_F32F16F16F32_TN", "SM75_U16x8_LDSM_T", Operand::kA, End::kDestination, 16},
    {"SM80_16x8x8_F16F16F16F16_TN", "SM75_U32x1_LDSM_N", Operand::kB, End::kDestination, 16},
    {"SM80_16x8x16_F16F16F16F16_TN", "SM90_U32x2_STSM_N", Operand::kC, End::kSource, 16},
    {"SM80_16x8x16_F32F16F16F32_TN", "UniversalCopy<uint64_t>", Operand::kC, End::kSource, 32},
    {"SM80_16x8x32_S32S8S8S32_TN", "UniversalCopy<uint32_t>", Operand::kA, End::kDestination, 8},
    {"SM90_64x32x16_F16F16F16_SS", "SM90_U32x4_STSM_N", Operand::kC, End::kSource, 16},
    {"SM90_64x64x16_F16F16F16_RS", "SM75_U32x4_LDSM_N", Operand::kA, End::kDestination, 16},
    {"SM90_64x16x16_F32F16F16_SS", "UniversalCopy<uint64_t>", Operand::kC, End::kSource, 32},
};

/// The register of the MMA and that of the copy hold the same element, for every thread.
void expect_same_elements(const Pair& pair, const TiledMma& mma, const Layout<>& matrix,
                          int& retilings) {
  const auto copy = make_tiled_copy_for(*copy_atom(pair.copy), pair.bits, mma, pair.operand);
  if (!copy) {
    ASSERT_EQ(copy.refusal.reason, Reason::kNotWholeInstructions);
    return;
  }
  ++retilings;
  for (std::int64_t t = 0; t < count_of(mma.threads); ++t) {
    const auto held = partition(mma, pair.operand, t, matrix);
    ASSERT_TRUE(held.ok());
    const auto retiled = retile(*copy, pair.registers, *make_layout(held->layout.shape));
    ASSERT_TRUE(retiled.ok());
    const auto copied = partition(*copy, pair.registers, t, matrix);
    ASSERT_TRUE(copied.ok());
    ASSERT_EQ(sizes_of(*retiled), sizes_of(copied->layout));
    ASSERT_EQ(count_of(*retiled), count_of(held->layout));
    for (std::int64_t i = 0; i < count_of(*retiled); ++i) {
      ASSERT_EQ(at(held->layout, at(*retiled, i)) + held->offset.value,
                at(copied->layout, i) + copied->offset.value)
          << pair.mma << " " << pair.copy << " " << print(mma.threads) << " thread " << t
          << " register " << i;
    }
  }
}

/// Side by side, or each thread's instructions adjacent: (extent,copies,2):(1,2*extent,extent).
Layout<> any_tile(std::int64_t extent, std::int64_t copies, std::int64_t rounds) {
  if (rounds != 2 || *rc::gen::arbitrary<bool>())
    return *make_layout(IntTuple(extent * copies * rounds));
  return *make_layout(*core::tuple_of(extent, copies, rounds),
                      *core::tuple_of(1, rounds * extent, extent));
}

TEST(RetileLaw, RegistersHoldWhatTheCopyMoves) {
  int retilings = 0;
  core::check_law("retile_keeps_elements", 600, [&] {
    const Pair pair = *rc::gen::elementOf(std::vector<Pair>(std::begin(kPairs), std::end(kPairs)));
    const MmaAtom atom = *mma_atom(pair.mma);
    const std::int64_t extents[3] = {atom.m, atom.n, atom.k};
    std::int64_t copies[3] = {};
    std::int64_t sizes[3] = {};
    Tiler tile;
    for (int side = 0; side < 3; ++side) {
      copies[side] = side == 2 ? 1 : *rc::gen::inRange<std::int64_t>(1, 3);
      const Layout<> along =
          any_tile(extents[side], copies[side], *rc::gen::inRange<std::int64_t>(1, 3));
      sizes[side] = count_of(along);
      tile = *append(tile, *tiler_of(along));
    }
    const auto arrangement = core::tuple_of(copies[0], copies[1], copies[2]);
    const Layout<> order =
        *rc::gen::arbitrary<bool>() ? *make_layout(*arrangement) : *make_layout_right(*arrangement);
    const auto mma = make_tiled_mma(atom, order, tile);
    ASSERT_TRUE(mma.ok());
    const auto [row, column] = sides_of(pair.operand);
    const Layout<> matrix = *make_layout(*core::tuple_of(2 * sizes[row], sizes[column]));
    expect_same_elements(pair, *mma, matrix, retilings);
  });
  EXPECT_GT(retilings, core::law_minimum(40));
}

}  // namespace
}  // namespace tileglot::notation::cute
