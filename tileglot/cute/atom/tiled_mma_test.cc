// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/tiled_mma.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <type_traits>
#include <vector>

#include "tileglot/cute/kernel/tensor_algorithms.h"
#include "tileglot/cute/kernel/tensor_modes.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using Atom = MMA_Atom<"SM80_16x8x16_F32F16F16F32_TN">;
using TwoByTwo = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>;
constexpr int kRows = 64;
constexpr int kColumns = 64;
constexpr int kDepth = 32;

std::vector<int> numbers(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Of value i of a lane, in an instruction's C: PTX ISA 9.7.14.5, m16n8k16.
int row_of_c(int lane, int i) { return lane / 4 + (i < 2 ? 0 : 8); }
int column_of_c(int lane, int i) { return lane % 4 * 2 + i % 2; }
/// In A, and the column of A, which is the row of B for the values of B.
int row_of_a(int lane, int i) { return lane / 4 + (i / 2 % 2) * 8; }
int k_of_a(int lane, int i) { return lane % 4 * 2 + i % 2 + i / 4 * 8; }
int k_of_b(int lane, int i) { return lane % 4 * 2 + i % 2 + i / 2 * 8; }

TEST(TiledMma, ATiledMmaIsATypeOrAValue) {
  const auto mma = make_tiled_mma(Atom{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
  static_assert(std::is_same_v<decltype(mma), const TwoByTwo>);
  static_assert(std::is_empty_v<TwoByTwo>);
  static_assert(size(TwoByTwo{}) == 128);
  static_assert(tile_size<1>(TwoByTwo{}) == 32);
  static_assert(tile_shape(TwoByTwo{}) == Shape<_32, _32, _16>{});
  static_assert(tile_shape(make_tiled_mma(Atom{})) == Atom::Shape_MNK{});
  static_assert(tile_shape(make_tiled_mma(Atom{}, Layout<Shape<_2, _2, _1>>{})) ==
                Shape<_32, _16, _16>{});
  static_assert(
      std::is_same_v<decltype(make_tiled_mma(Atom{}).get_layoutC_TV()),
                     Layout<Shape<Shape<_4, _8>, Shape<Shape<_2, _2>, Shape<_1, _1>>>,
                            Stride<Stride<_32, _1>, Stride<Stride<_16, _8>, Stride<_0, _0>>>>>);
  const int warps = 2;
  const TiledMMA of_values =
      make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),
                     make_layout(make_shape(warps, warps, 1)), make_tile(32, 32, 16));
  EXPECT_EQ(size(of_values), 128);
  EXPECT_EQ(tile_size<0>(of_values), 32);
  EXPECT_TRUE(of_values.get_layoutA_TV() == TwoByTwo{}.get_layoutA_TV());
  const TiledMMA<> named = TwoByTwo{};
  EXPECT_TRUE(named.get_thr_layout_vmnk() == TwoByTwo{}.get_thr_layout_vmnk());
}

TEST(TiledMma, LayoutsGiveThePlaceOfEachValueInTheTile) {
  for (int thread = 0; thread < 128; ++thread) {
    const int lane = thread % 32;
    const int m = 16 * (thread / 32 % 2);
    const int n = 8 * (thread / 64);
    for (int i = 0; i < 8; ++i) {
      ASSERT_EQ(TwoByTwo{}.get_layoutA_TV()(thread, i),
                m + row_of_a(lane, i) + 32 * k_of_a(lane, i));
      // Each warp does columns n to n + 7, then n + 16 to n + 23.
      const int column = n + i / 4 * 16;
      ASSERT_EQ(TwoByTwo{}.get_layoutB_TV()(thread, i),
                column + lane / 4 + 32 * k_of_b(lane, i % 4));
      ASSERT_EQ(TwoByTwo{}.get_layoutC_TV()(thread, i),
                m + row_of_c(lane, i % 4) + 32 * (column + column_of_c(lane, i)));
    }
  }
}

/// C is row-major; its elements are their offsets.
template <class Mma, class C>
void expect_parts_of_c(const Mma& mma, const C& c) {
  for (int thread = 0; thread < 128; ++thread) {
    const auto part = mma.get_slice(thread).partition_C(c);
    ASSERT_EQ(size<0>(part), 4);
    ASSERT_EQ(size<1>(part), 2);
    ASSERT_EQ(size<2>(part), 4);
    for (int n = 0; n < 4; ++n) {
      for (int m = 0; m < 2; ++m) {
        for (int i = 0; i < 4; ++i) {
          const int row = 32 * m + 16 * (thread / 32 % 2) + row_of_c(thread % 32, i);
          const int column = 16 * n + 8 * (thread / 64) + column_of_c(thread % 32, i);
          ASSERT_EQ(part(i, m, n), kColumns * row + column) << thread;
        }
      }
    }
  }
}

TEST(TiledMma, EachThreadHoldsTheElementsThatPtxGivesIt) {
  std::vector<int> memory = numbers(kRows * kColumns);
  const auto by_type = make_tensor(memory.data(), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  const auto by_value = make_tensor(memory.data(), make_layout(make_shape(64, 64), LayoutRight{}));
  const auto mixed =
      make_tensor(memory.data(), mixed_layout(make_shape(kRows, _64{}), make_stride(_64{}, _1{})));
  expect_parts_of_c(TwoByTwo{}, by_type);
  expect_parts_of_c(TwoByTwo{}, by_value);
  expect_parts_of_c(TwoByTwo{}, mixed);
  expect_parts_of_c(TiledMMA<>(TwoByTwo{}), by_type);
  const auto slice = TwoByTwo{}.get_thread_slice(0);
  static_assert(std::is_empty_v<decltype(slice.partition_C(by_type))::layout_type>);
}

TEST(TiledMma, OperandsAreDividedAsTheResultIs) {
  std::vector<int> memory = numbers(kRows * kDepth);
  const auto a = make_tensor(memory.data(), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  const auto b = make_tensor(memory.data(), Layout<Shape<_64, _32>>{});
  for (int thread = 0; thread < 128; ++thread) {
    const int lane = thread % 32;
    const auto slice = TwoByTwo{}.get_slice(thread);
    const auto of_a = slice.partition_A(a);
    const auto of_b = slice.partition_B(b);
    ASSERT_EQ(size(of_a), 8 * 2 * 2);
    ASSERT_EQ(size(of_b), 4 * 4 * 2);
    for (int k = 0; k < 2; ++k) {
      for (int m = 0; m < 2; ++m) {
        for (int i = 0; i < 8; ++i) {
          const int row = 32 * m + 16 * (thread / 32 % 2) + row_of_a(lane, i);
          ASSERT_EQ(of_a(i, m, k), kDepth * row + 16 * k + k_of_a(lane, i));
        }
      }
      for (int n = 0; n < 4; ++n) {
        for (int i = 0; i < 4; ++i) {
          const int row = 16 * n + 8 * (thread / 64) + lane / 4;
          ASSERT_EQ(of_b(i, n, k), row + kColumns * (16 * k + k_of_b(lane, i)));
        }
      }
    }
  }
}

TEST(TiledMma, TheDivisionHasEveryThreadAndValue) {
  const auto whole = TwoByTwo{}.thrfrg_C(Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  static_assert(size<0>(whole) == 128);
  static_assert(size<1>(whole) == 32);
  std::vector<int> memory = numbers(kRows * kColumns);
  const auto c = make_tensor(memory.data(), make_layout(make_shape(64, 64), LayoutRight{}));
  const auto divided = TwoByTwo{}.thrfrg_C(c);
  for (int thread = 0; thread < 128; ++thread) {
    const auto part = TwoByTwo{}.get_slice(thread).partition_C(c);
    for (int i = 0; i < 32; ++i) {
      ASSERT_EQ(divided(thread, i), part(i));
      ASSERT_EQ(whole(thread, i), part(i));
    }
  }
  static_assert(size(TwoByTwo{}.thrfrg_A(Layout<Shape<_64, _32>>{})) == 2048);
  static_assert(size(TwoByTwo{}.thrfrg_B(Layout<Shape<_64, _32>>{})) == 2048);
}

// A layout in the tile permutes N: the columns of a thread's two instructions are adjacent.
TEST(TiledMma, ALayoutInTheTilePermutesASide) {
  const auto mma =
      make_tiled_mma(Atom{}, Layout<Shape<_2, _1, _1>>{},
                     make_tile(_, Layout<Shape<_2, _4, _2>, Stride<_1, _4, _2>>{}, _16{}));
  static_assert(tile_shape(mma) == Shape<_32, _16, _16>{});
  std::vector<int> memory = numbers(32 * 16);
  const auto c = make_tensor(make_gmem_ptr(memory.data()), make_layout(make_shape(32, 16)));
  for (int thread = 0; thread < 64; ++thread) {
    const auto part = mma.get_slice(thread).partition_C(c);
    static_assert(is_gmem_v<std::remove_const_t<decltype(part)>>);
    for (int i = 0; i < 2; ++i) {
      const int row = thread / 32 * 16 + thread % 32 / 4;
      ASSERT_EQ(part(i, 0, 0), row + 32 * (thread % 4 * 4 + i));
      ASSERT_EQ(part(i, 0, 1), row + 32 * (thread % 4 * 4 + 2 + i));
    }
  }
}

TEST(TiledMma, APartOfALayoutHasItsOffset) {
  constexpr auto kPart =
      TwoByTwo{}.get_slice(32).partition_C(Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  static_assert(kPart.begin == 16 * 64);
  static_assert(kPart.layout(1, 0, 0) == 1);
  static_assert(kPart.layout(2, 0, 0) == 8 * 64);
  static_assert(kPart.layout(0, 1, 0) == 32 * 64);
  static_assert(kPart.layout(0, 0, 1) == 16);
}

TEST(TiledMma, ASwizzledMatrixIsReadWhereItsLayoutSays) {
  std::vector<int> memory = numbers(kRows * kDepth);
  const auto swizzled = composition(Swizzle<2, 3, 3>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  const auto a = make_tensor(memory.data(), swizzled);
  const auto coordinates = make_identity_tensor(Shape<_64, _32>{});
  for (int thread = 0; thread < 128; ++thread) {
    const auto slice = TwoByTwo{}.get_slice(thread);
    const auto part = slice.partition_A(a);
    const auto where = slice.partition_A(coordinates);
    ASSERT_EQ(size(part), 32);
    for (int i = 0; i < 32; ++i) ASSERT_EQ(part(i), a(where(i)));
  }
  ASSERT_EQ(TwoByTwo{}.thrfrg_A(a)(37, 3), TwoByTwo{}.get_slice(37).partition_A(a)(3));
}

TEST(TiledMma, APartOfAnIdentityIsItsCoordinates) {
  // 40 rows are not whole tiles: what lies beyond them shows as such.
  const auto by_type = make_identity_tensor(Shape<_40, _64>{});
  const auto by_value = make_identity_tensor(make_shape(40, 64));
  for (int thread = 0; thread < 128; ++thread) {
    const auto slice = TwoByTwo{}.get_slice(thread);
    const auto part = slice.partition_C(by_type);
    const auto same = slice.partition_C(by_value);
    ASSERT_EQ(size(part), 32);
    for (int n = 0; n < 4; ++n) {
      for (int m = 0; m < 2; ++m) {
        for (int i = 0; i < 4; ++i) {
          const int row = 32 * m + 16 * (thread / 32 % 2) + row_of_c(thread % 32, i);
          const int column = 16 * n + 8 * (thread / 64) + column_of_c(thread % 32, i);
          ASSERT_TRUE(part(i, m, n) == IntTuple(value_of(make_coord(row, column))));
          ASSERT_TRUE(same(i, m, n) == part(i, m, n));
        }
      }
    }
  }
  // One element for each thread: no stride is left.
  const auto scalar = make_tiled_mma(MMA_Atom<"UniversalFMA<float>">{}, Layout<Shape<_4, _4>>{});
  const auto one = scalar.get_slice(6).partition_C(make_identity_tensor(Shape<_4, _4>{}));
  EXPECT_TRUE(one(0) == IntTuple(value_of(make_coord(2, 1))));
}

TEST(TiledMma, AFragmentIsTheThreadsRegisters) {
  std::vector<float> memory(64 * 64);
  const auto c = make_tensor(memory.data(), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  const auto a = make_tensor(memory.data(), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  const auto slice = TwoByTwo{}.get_slice(5);
  auto accumulators = slice.partition_fragment_C(c);
  static_assert(sizeof(accumulators) == 32 * sizeof(float));
  EXPECT_TRUE(shape(accumulators) == shape(slice.partition_C(c)));
  EXPECT_TRUE(stride(accumulators) == make_stride(make_stride(1, 2), 4, 8));
  clear(accumulators);
  accumulators(3, 1, 2) = 1;
  copy(accumulators, slice.partition_C(c));
  // Thread 5 is lane 5: value 3 is row 9 and column 3 of the instruction.
  EXPECT_EQ(c(32 + 9, 2 * 16 + 3), 1);
  EXPECT_EQ(std::accumulate(memory.begin(), memory.end(), 0.0F), 1);
  auto of_a = slice.partition_fragment_A<double>(a);
  static_assert(sizeof(of_a) == 32 * sizeof(double));
  EXPECT_EQ(of_a.layout()(1), 1);
  auto of_b = slice.partition_fragment_B<short>(Layout<Shape<_64, _32>>{});
  static_assert(sizeof(of_b) == 32 * sizeof(short));
}

/// What a warp's instruction adds to the fragments of C, by the traits of the atom alone.
template <class A, class B, class C>
void multiply(const A* a, const B* b, C* c, int m, int n, int k) {
  int rows[16 * 16] = {};
  int columns[8 * 16] = {};
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 8; ++i) rows[Atom::LayoutA_TV{}(lane, i)] = a[lane](i, m, k);
    for (int i = 0; i < 4; ++i) columns[Atom::LayoutB_TV{}(lane, i)] = b[lane](i, n, k);
  }
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      const int place = Atom::LayoutC_TV{}(lane, i);
      for (int j = 0; j < 16; ++j) {
        c[lane](i, m, n) += rows[place % 16 + 16 * j] * columns[place / 16 + 8 * j];
      }
    }
  }
}

TEST(TiledMma, FragmentsMultiplyAsTheMatricesDo) {
  std::vector<int> memory_a = numbers(kRows * kDepth);
  std::vector<int> memory_b = numbers(kColumns * kDepth);
  std::vector<int> memory_c(kRows * kColumns);
  for (int& x : memory_a) x = x % 7 - 3;
  for (int& x : memory_b) x = x % 11 - 5;
  const auto a = make_tensor(memory_a.data(), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  const auto b = make_tensor(memory_b.data(), Layout<Shape<_64, _32>>{});
  const auto c = make_tensor(memory_c.data(), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  const auto first = TwoByTwo{}.get_slice(0);
  for (int warp = 0; warp < 4; ++warp) {
    std::vector of_a(32, first.partition_fragment_A(a));
    std::vector of_b(32, first.partition_fragment_B(b));
    std::vector of_c(32, first.partition_fragment_C(c));
    for (int lane = 0; lane < 32; ++lane) {
      const auto slice = TwoByTwo{}.get_slice(32 * warp + lane);
      copy(slice.partition_A(a), of_a.at(std::size_t(lane)));
      copy(slice.partition_B(b), of_b.at(std::size_t(lane)));
    }
    for (int m = 0; m < 2; ++m) {
      for (int n = 0; n < 4; ++n) {
        for (int k = 0; k < 2; ++k) multiply(of_a.data(), of_b.data(), of_c.data(), m, n, k);
      }
    }
    for (int lane = 0; lane < 32; ++lane) {
      copy(of_c.at(std::size_t(lane)), TwoByTwo{}.get_slice(32 * warp + lane).partition_C(c));
    }
  }
  for (int m = 0; m < kRows; ++m) {
    for (int n = 0; n < kColumns; ++n) {
      int sum = 0;
      for (int k = 0; k < kDepth; ++k) sum += a(m, k) * b(n, k);
      ASSERT_EQ(c(m, n), sum) << m << ' ' << n;
    }
  }
}

TEST(TiledMma, MissingThreadsAndOtherShapesAreRefused) {
  const Layout<> matrix = make_layout(make_shape(64, 64));
  EXPECT_THROW(TwoByTwo{}.get_slice(128).partition_C(matrix), Refused);
  EXPECT_THROW(TwoByTwo{}.get_slice(-1).partition_C(matrix), Refused);
  EXPECT_THROW(TwoByTwo{}.get_slice(128).partition_C(make_identity_tensor(make_shape(64, 64))),
               Refused);
  EXPECT_THROW(TwoByTwo{}.get_slice(0).partition_C(make_layout(make_shape(64))), Refused);
  EXPECT_THROW(make_tiled_mma(Atom{}, make_layout(make_shape(2, 2, 1, 2))), Refused);
  try {
    TwoByTwo{}.thrfrg_A(make_layout(make_shape(64)));
    FAIL();
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.error()->code, "cute.tiled");
  }
}

}  // namespace
