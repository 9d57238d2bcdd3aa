// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tiled/mma.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Operand kOperands[] = {Operand::kA, Operand::kB, Operand::kC};
constexpr std::string_view kTilings[] = {"(_2,_2,_1)", "(_4,_1,_1)", "(_1,_2,_1)", "(_1,_1,_2)",
                                         "(_2,_2):(_2,_1)"};

std::int64_t at(const Layout<>& layout, const Outcome<IntTuple>& coordinate) {
  const auto offset = crd2idx(*coordinate, layout);
  EXPECT_TRUE(offset.ok());
  return offset->value;
}

std::int64_t count_of(const Layout<>& layout) { return size(layout)->value; }

/// One of each family, small enough to visit every element.
constexpr std::string_view kAtoms[] = {
    "UniversalFMA<float>",
    "SM61_DP4A",
    "SM70_8x8x4_F16F16F16F16_TN",
    "SM70_8x8x4_F32F16F16F32_NT",
    "SM75_8x8x16_S32S8S8S32_TN",
    "SM80_16x8x16_F32F16F16F32_TN",
    "SM80_16x8x64_S32S4S4S32_TN",
    "SM80_16x8x8_F32TF32TF32F32_TN",
    "SM80_8x8x4_F64F64F64F64_TN",
    "SM89_16x8x32_F32E4M3E4M3F32_TN",
    "SM90_16x8x4_F64F64F64F64_TN",
    "SM100_2x1x1_F32F32F32F32",
    "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,8,K,K>",
};

constexpr TiledMma kAmpere =
    *make_tiled_mma(*mma_atom("SM80_16x8x16_F32F16F16F32_TN"), *read_layout("(_2,_2,_1)"),
                    *tiler_of(*read_int_tuple("(_32,_32,_16)")));
static_assert(size(*layout_tv(kAmpere, Operand::kA))->value == 1024);
static_assert(size(*layout_tv(kAmpere, Operand::kC))->value == 1024);

TEST(TiledMma, TwoByTwoAtomsGiveTheLayoutThatCuTeGives) {
  EXPECT_EQ(print(*layout_tv(kAmpere, Operand::kA), Marks::kShow),
            "((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))");
}

/// How often each element of a matrix of this many is some thread's.
std::vector<int> visits(const TiledMma& mma, Operand operand, const Layout<>& matrix) {
  std::vector<int> visits(static_cast<std::size_t>(count_of(matrix)));
  for (std::int64_t i = 0; i < count_of(mma.threads); ++i) {
    const auto part = partition(mma, operand, at(mma.threads, IntTuple(i)), matrix);
    EXPECT_TRUE(part.ok());
    if (!part) return visits;
    for (std::int64_t v = 0; v < count_of(part->layout); ++v) {
      ++visits.at(static_cast<std::size_t>(part->offset.value + at(part->layout, IntTuple(v))));
    }
  }
  return visits;
}

/// The operand's tile, twice as wide and as long.
Layout<> matrix_of(const TiledMma& mma, Operand operand) {
  const auto [row, column] = sides_of(operand);
  const auto rows = size(*tile_along(mma, row));
  const auto columns = size(*tile_along(mma, column));
  return *make_layout_right(*core::tuple_of(2 * rows->value, 2 * columns->value));
}

TEST(TiledMma, ThreadsCoverEachElementEquallyOften) {
  for (const std::string_view name : kAtoms) {
    for (const std::string_view tiling : kTilings) {
      const auto mma = make_tiled_mma(*mma_atom(name), *read_layout(tiling));
      ASSERT_TRUE(mma.ok()) << name << " " << tiling;
      for (const Operand operand : kOperands) {
        const std::vector<int> times = visits(*mma, operand, matrix_of(*mma, operand));
        ASSERT_GT(times[0], 0);
        for (const int time : times) {
          ASSERT_EQ(time, times[0]) << name << " " << tiling << " " << int(operand);
        }
      }
    }
  }
}

void expect_layout_tv_agrees(const TiledMma& mma, Operand operand) {
  const auto [row, column] = sides_of(operand);
  const auto rows = size(*tile_along(mma, row));
  const auto columns = size(*tile_along(mma, column));
  const Layout<> divided = *thrfrg(mma, operand, *make_layout(*core::tuple_of(*rows, *columns)));
  const Layout<> tv = *layout_tv(mma, operand);
  const std::int64_t values = count_of(*mode(divided, 1));
  const IntTuple shape = *core::tuple_of(*size(*mode(mma.threads, 0)), *atoms_along(mma, 0),
                                         *atoms_along(mma, 1), *atoms_along(mma, 2));
  for (std::int64_t i = 0; i < size(shape)->value; ++i) {
    const IntTuple place = *idx2crd(IntTuple(i), shape);
    const std::int64_t thread = at(mma.threads, place);
    const auto where =
        core::tuple_of(place.at(0), core::tuple_of(place.at(row + 1), place.at(column + 1)));
    for (std::int64_t v = 0; v < values; ++v) {
      ASSERT_EQ(at(tv, core::tuple_of(thread, v)), at(divided, core::tuple_of(where, v)));
    }
  }
}

TEST(TiledMma, LayoutsAgreeWithTheDivisionAtEveryThreadAndValue) {
  for (const std::string_view name : kAtoms) {
    for (const std::string_view tiling : kTilings) {
      const auto mma = make_tiled_mma(*mma_atom(name), *read_layout(tiling));
      ASSERT_TRUE(mma.ok()) << name << " " << tiling;
      for (const Operand operand : kOperands) expect_layout_tv_agrees(*mma, operand);
    }
  }
}

// A tile of N that a layout permutes: each thread's columns lie beside one another.
TEST(TiledMma, ATileMayBePermuted) {
  const auto tile = append(*append(*append(Tiler{}, *tiler_of(core::static_integer(32))),
                                   *tiler_of(*read_layout("(_2,_4,_2):(_1,_4,_2)"))),
                           *tiler_of(core::static_integer(16)));
  ASSERT_TRUE(tile.ok());
  const auto mma =
      make_tiled_mma(*mma_atom("SM80_16x8x16_F32F16F16F32_TN"), *read_layout("(_2,_1,_1)"), *tile);
  ASSERT_TRUE(mma.ok());
  const auto part = partition(*mma, Operand::kC, 0, *read_layout("(32,16)"));
  ASSERT_TRUE(part.ok());
  std::vector<std::int64_t> columns;
  for (std::int64_t v = 0; v < count_of(part->layout); ++v) {
    const std::int64_t offset = part->offset.value + at(part->layout, IntTuple(v));
    if (offset % 32 == 0) columns.push_back(offset / 32);
  }
  EXPECT_EQ(columns, (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(TiledMma, WhatIsNotATilingIsRefused) {
  const MmaAtom atom = *mma_atom("SM80_16x8x16_F32F16F16F32_TN");
  EXPECT_EQ(make_tiled_mma(atom, *read_layout("(1,1,1,2)")).refusal.reason, Reason::kTiledRank);
  EXPECT_EQ(make_tiled_mma(atom, *read_layout("(1,1,1)"), *tiler_of(IntTuple(4))).refusal.reason,
            Reason::kTiledRank);
  EXPECT_EQ(thrfrg(kAmpere, Operand::kA, *read_layout("8:1")).refusal.reason, Reason::kTiledRank);
  const Layout<> matrix = *read_layout("(32,16)");
  EXPECT_EQ(partition(kAmpere, Operand::kA, 128, matrix).refusal.reason, Reason::kNoSuchThread);
  EXPECT_EQ(partition(kAmpere, Operand::kA, -1, matrix).refusal.reason, Reason::kNoSuchThread);
  const auto quad_pair =
      make_tiled_mma(*mma_atom("SM70_8x8x4_F32F16F16F32_NT"), *read_layout("(1,1,1)"));
  EXPECT_EQ(partition(*quad_pair, Operand::kA, 4, *read_layout("(8,4)")).refusal.reason,
            Reason::kNoSuchThread);
}

}  // namespace
}  // namespace tileglot::notation::cute
