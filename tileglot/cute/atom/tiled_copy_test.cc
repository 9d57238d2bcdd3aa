// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/tiled_copy.h"

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

using Universal = Copy_Atom<"UniversalCopy<uint128_t>", 16>;
/// 256 threads as 32 rows of 8, each with eight halves of a row: a tile (32,64).
using Rows = TiledCopy<Universal, Layout<Shape<_32, _8>, Stride<_8, _1>>, Layout<Shape<_1, _8>>>;

/// One warp and a tile (32,8) of four 8x8 matrices: row r of matrix i is row 4 * r + i of the tile.
using Ldmatrix =
    TiledCopy<Copy_Atom<"SM75_U32x4_LDSM_N", 16>, Layout<Shape<_8, _4>, Stride<_4, _1>>,
              Layout<Shape<_4, _2>, Stride<_2, _1>>>;

std::vector<int> numbers(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(TiledCopy, ATiledCopyIsATypeOrAValue) {
  const auto copy = make_tiled_copy(Universal{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{},
                                    Layout<Shape<_1, _8>>{});
  static_assert(std::is_same_v<decltype(copy), const Rows>);
  static_assert(std::is_empty_v<Rows>);
  static_assert(size(Rows{}) == 256);
  static_assert(tile_shape(Rows{}) == Shape<_32, _64>{});
  static_assert(tile_size<1>(Rows{}) == 64);
  const TiledCopy of_values =
      make_tiled_copy(copy_atom("UniversalCopy<uint128_t>", 16),
                      make_layout(make_shape(32, 8), LayoutRight{}), make_layout(make_shape(1, 8)));
  EXPECT_EQ(size(of_values), 256);
  EXPECT_EQ(tile_size<0>(of_values), 32);
  EXPECT_TRUE(of_values.get_layoutS_TV() == Rows{}.get_layoutS_TV());
  const TiledCopy<> named = Rows{};
  EXPECT_TRUE(named.get_layoutD_TV() == Rows{}.get_layoutD_TV());
  static_assert(size(make_tiled_copy(Copy_Atom<"UniversalCopy<uint16_t>", 16>{}, Layout<_32>{})) ==
                32);
}

TEST(TiledCopy, LayoutsGiveThePlaceOfEachValueInTheTile) {
  static_assert(Rows{}.get_layoutS_TV()(9, 2) == 1 + 32 * 10);
  static_assert(Rows{}.get_layoutD_TV()(255, 7) == 31 + 32 * 63);
  for (int thread = 0; thread < 256; ++thread) {
    for (int v = 0; v < 8; ++v) {
      const int place = thread / 8 + 32 * (thread % 8 * 8 + v);
      ASSERT_EQ(Rows{}.get_layoutS_TV()(thread, v), place);
      ASSERT_EQ(Rows{}.get_layoutD_TV()(thread, v), place);
    }
  }
}

/// The source is row-major 64x128; its elements are their offsets.
template <class Copy, class Source>
void expect_runs_of_rows(const Copy& tiled, const Source& source) {
  for (int thread = 0; thread < 256; ++thread) {
    const auto part = tiled.get_slice(thread).partition_S(source);
    ASSERT_EQ(size<0>(part), 8);
    ASSERT_EQ(size<1>(part), 2);
    ASSERT_EQ(size<2>(part), 2);
    for (int n = 0; n < 2; ++n) {
      for (int m = 0; m < 2; ++m) {
        for (int v = 0; v < 8; ++v) {
          const int row = 32 * m + thread / 8;
          ASSERT_EQ(part(v, m, n), 128 * row + 64 * n + thread % 8 * 8 + v);
        }
      }
    }
  }
}

TEST(TiledCopy, EachThreadCopiesItsRunOfARow) {
  std::vector<int> from = numbers(64 * 128);
  const int rows = 64;
  const auto by_type = make_tensor(from.data(), Layout<Shape<_64, _128>, Stride<_128, _1>>{});
  expect_runs_of_rows(Rows{}, by_type);
  expect_runs_of_rows(Rows{},
                      make_tensor(from.data(), make_layout(make_shape(64, 128), LayoutRight{})));
  expect_runs_of_rows(Rows{}, make_tensor(from.data(), mixed_layout(make_shape(rows, _128{}),
                                                                    make_stride(_128{}, _1{}))));
  expect_runs_of_rows(TiledCopy<>(Rows{}), by_type);
  // All threads together copy everything, here into a transposed matrix.
  std::vector<int> to(64 * 128, -1);
  const auto target = make_tensor(to.data(), Layout<Shape<_64, _128>>{});
  for (int thread = 0; thread < 256; ++thread) {
    const auto slice = Rows{}.get_thread_slice(thread);
    copy(slice.partition_S(by_type), slice.partition_D(target));
  }
  for (int m = 0; m < 64; ++m) {
    for (int n = 0; n < 128; ++n) ASSERT_EQ(target(m, n), 128 * m + n);
  }
}

// PTX ISA, "ldmatrix": lane 8 * i + r addresses row r of matrix i; lane 4 * r + t receives the
// elements 2 * t and 2 * t + 1 of row r of every matrix.
TEST(TiledCopy, LdmatrixReadsRowsAndGivesEachLaneTwoOfEach) {
  static_assert(tile_shape(Ldmatrix{}) == Shape<_32, _8>{});
  std::vector<int> memory = numbers(32 * 8);
  const auto shared = make_tensor(memory.data(), Layout<Shape<_32, _8>, Stride<_8, _1>>{});
  for (int lane = 0; lane < 32; ++lane) {
    const auto slice = Ldmatrix{}.get_slice(lane);
    const auto read = slice.partition_S(shared);
    const auto received = slice.partition_D(shared);
    for (int v = 0; v < 8; ++v) {
      ASSERT_EQ(read(v, 0, 0), 8 * (lane % 8 * 4 + lane / 8) + v);
      ASSERT_EQ(received(v, 0, 0), 8 * (lane / 4 * 4 + v / 2) + lane % 4 * 2 + v % 2);
    }
  }
}

TEST(TiledCopy, TheDivisionHasEveryThreadAndValue) {
  std::vector<int> memory = numbers(64 * 128);
  const auto matrix = make_tensor(memory.data(), make_layout(make_shape(64, 128)));
  const auto source = Rows{}.tidfrg_S(matrix);
  const auto destination = Rows{}.tidfrg_D(Layout<Shape<_64, _128>>{});
  static_assert(size<0>(destination) == 256);
  static_assert(size<1>(destination) == 8);
  static_assert(size<2>(destination) == 4);
  for (int thread = 0; thread < 256; ++thread) {
    const auto part = Rows{}.get_slice(thread).partition_S(matrix);
    for (int i = 0; i < 32; ++i) {
      ASSERT_EQ(source(thread, i % 8, i / 8), part(i));
      ASSERT_EQ(destination(thread, i % 8, i / 8), part(i));
    }
  }
}

TEST(TiledCopy, ASwizzledTileIsWrittenWhereItsLayoutSays) {
  std::vector<int> memory = numbers(64 * 64);
  const auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  const auto shared = make_tensor(memory.data(), tile_to_shape(atom, Shape<_64, _64>{}));
  const auto coordinates = make_identity_tensor(Shape<_64, _64>{});
  const auto by_value = make_identity_tensor(make_shape(64, 64));
  for (int thread = 0; thread < 256; ++thread) {
    const auto slice = Rows{}.get_slice(thread);
    const auto part = slice.partition_D(shared);
    const auto where = slice.partition_D(coordinates);
    const auto same = slice.partition_D(by_value);
    ASSERT_EQ(size(part), 16);
    for (int i = 0; i < 16; ++i) {
      const int row = thread / 8 + i / 8 * 32;
      const int column = thread % 8 * 8 + i % 8;
      ASSERT_EQ(part(i), shared(row, column));
      ASSERT_TRUE(where(i) == IntTuple(value_of(make_coord(row, column))));
      ASSERT_TRUE(same(i) == where(i));
    }
  }
}

TEST(TiledCopy, MissingThreadsAndOtherShapesAreRefused) {
  const Layout<> matrix = make_layout(make_shape(64, 128));
  EXPECT_THROW(Rows{}.get_slice(256).partition_S(matrix), Refused);
  EXPECT_THROW(Rows{}.get_slice(-1).partition_D(matrix), Refused);
  EXPECT_THROW(Rows{}.get_slice(256).partition_S(make_identity_tensor(make_shape(64, 128))),
               Refused);
  EXPECT_THROW(Rows{}.get_slice(0).partition_S(make_layout(make_shape(64))), Refused);
  EXPECT_THROW(make_tiled_copy(Copy_Atom<"SM75_U32x4_LDSM_N", 16>{}, make_layout(make_shape(16)),
                               make_layout(make_shape(8))),
               Refused);
}

}  // namespace
