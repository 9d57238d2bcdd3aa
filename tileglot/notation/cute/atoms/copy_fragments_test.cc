// SPDX-License-Identifier: Apache-2.0
// What a given lane moves, as the PTX ISA (8.7) says it: each test names the section.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/layout/coordinate.h"

namespace tileglot::notation::cute {
namespace {

/// Calls expect(thread, bit, index) at every place of one layout of an instruction.
template <class Expect>
void for_each_bit(std::string_view name, CopyLayout which, const Expect& expect) {
  const Layout<> layout = layout_of(*copy_atom(name), which);
  const std::int64_t threads = size(*mode(layout, 0))->value;
  const std::int64_t bits = size(*mode(layout, 1))->value;
  for (std::int64_t t = 0; t < threads; ++t) {
    for (std::int64_t bit = 0; bit < bits; ++bit) {
      ASSERT_EQ(crd2idx(*core::tuple_of(t, bit), layout)->value, expect(t, bit))
          << name << ", thread " << t << ", bit " << bit;
    }
  }
}

/// Of 8x8 matrices of 16 bits, one after the other.
std::int64_t in_matrix(std::int64_t matrix, std::int64_t row, std::int64_t column) {
  return 1024 * matrix + 128 * row + 16 * column;
}

// 9.7.14.5.16, ldmatrix: row i of matrix j is at the address of thread 8j + i; thread t receives
// elements (t / 4, 2 (t % 4)) and the next of each matrix in a register.
TEST(CopyFragments, ALaneOfLdmatrixReceivesAQuarterOfARow) {
  for_each_bit("SM75_U32x4_LDSM_N", CopyLayout::kSrc,
               [](auto t, auto bit) { return in_matrix(t / 8, t % 8, 0) + bit; });
  for_each_bit("SM75_U32x4_LDSM_N", CopyLayout::kDst,
               [](auto t, auto bit) { return in_matrix(bit / 32, t / 4, 2 * (t % 4)) + bit % 32; });
}

// 9.7.14.5.16, ldmatrix.trans: the matrix is loaded in column-major order.
TEST(CopyFragments, ATransposedLoadGivesTwoRowsOfAColumn) {
  for_each_bit("SM75_U16x8_LDSM_T", CopyLayout::kDst, [](auto t, auto bit) {
    return in_matrix(bit / 32, 2 * (t % 4) + bit / 16 % 2, t / 4) + bit % 16;
  });
}

// 9.7.14.5.17, stmatrix: the same fragments the other way.
TEST(CopyFragments, ALaneOfStmatrixGivesWhatLdmatrixReceives) {
  for_each_bit("SM90_U32x2_STSM_N", CopyLayout::kSrc,
               [](auto t, auto bit) { return in_matrix(bit / 32, t / 4, 2 * (t % 4)) + bit % 32; });
  for_each_bit("SM90_U32x2_STSM_N", CopyLayout::kDst,
               [](auto t, auto bit) { return in_matrix(t / 8 % 2, t % 8, 0) + bit; });
}

// 9.7.16.2.3.1, Matrix fragments for shape .32x32b: register r of thread t is column r of lane t.
TEST(CopyFragments, AThreadOfATensorMemoryLoadGetsItsLane) {
  for_each_bit("SM100_TMEM_LOAD_32dp32b4x", CopyLayout::kDst,
               [](auto t, auto bit) { return 128 * t + bit; });
}

// 9.7.16.2.3.4, Matrix fragments for shape .16x256b: a lane has 256 bits, of which thread t gets
// columns 2 (t % 4) and the next of row t / 4, then of row t / 4 + 8.
TEST(CopyFragments, ALoadOf256BitsIsDealtAsAccumulatorsAre) {
  for_each_bit("SM100_TMEM_LOAD_16dp256b1x", CopyLayout::kDst, [](auto t, auto bit) {
    const auto column = 2 * (t % 4) + bit / 32 % 2;
    const auto row = t / 4 + 8 * (bit / 64);
    return 256 * row + 32 * column + bit % 32;
  });
}

// 9.7.16.2.3.3, Matrix fragments for shape .16x128b
TEST(CopyFragments, ALoadOf128BitsGivesOneColumnOfTwoRows) {
  for_each_bit("SM100_TMEM_LOAD_16dp128b2x", CopyLayout::kDst, [](auto t, auto bit) {
    const auto column = t % 4 + 4 * (bit / 64);
    const auto row = t / 4 + 8 * (bit / 32 % 2);
    return 256 * row + 32 * column + bit % 32;
  });
}

// 9.7.9.6, shfl.sync.bfly with a mask of 1 and of 4
TEST(CopyFragments, AShuffleTransposesTwoRegistersOfTwoLanes) {
  for_each_bit("SM50_Shuffle_U32_2x2Trans_XOR1", CopyLayout::kDst, [](auto t, auto bit) {
    const auto reg = bit / 32;
    return 64 * (t - t % 2 + reg) + 32 * (t % 2) + bit % 32;
  });
  for_each_bit("SM50_Shuffle_U32_2x2Trans_XOR4", CopyLayout::kDst, [](auto t, auto bit) {
    const auto reg = bit / 32;
    const auto upper = t / 4 % 2;
    return 64 * (t - 4 * upper + 4 * reg) + 32 * upper + bit % 32;
  });
}

TEST(CopyFragments, APlainCopyKeepsTheOrderOfItsBits) {
  for_each_bit("UniversalCopy<uint128_t>", CopyLayout::kDst, [](auto, auto bit) { return bit; });
}

}  // namespace
}  // namespace tileglot::notation::cute
