// SPDX-License-Identifier: Apache-2.0
// plane_test.cc: every kernel against one unit at a time, for every unit, shape and alignment.
#include "tileglot/relayout/kernels/plane.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tileglot::relayout::kernels {
namespace {

using Bytes = std::vector<std::byte>;

bool bit_at(const Bytes& bytes, std::int64_t bit) {
  const auto byte = std::to_integer<unsigned>(bytes[static_cast<std::size_t>(bit / 8)]);
  return ((byte >> (bit % 8)) & 1U) != 0;
}

void set_bit(Bytes& bytes, std::int64_t bit, bool value) {
  std::byte& byte = bytes[static_cast<std::size_t>(bit / 8)];
  const std::byte mask = std::byte{1} << static_cast<int>(bit % 8);
  byte = value ? byte | mask : byte & ~mask;
}

Bytes random_bytes(std::int64_t bits) {
  std::mt19937 numbers(7);
  Bytes bytes(static_cast<std::size_t>((bits + 7) / 8));
  for (std::byte& byte : bytes) byte = std::byte(numbers() & 0xFF);
  return bytes;
}

/// What kernel moves, against a bit at a time, on buffers that end with the last unit.
void expect_moves(PlaneKernel kernel, int bits, std::int64_t from, std::int64_t to,
                  const Plane& p) {
  const auto last = [&](std::int64_t row_step, std::int64_t column_step) {
    return (p.rows - 1) * row_step + (p.columns - 1) * column_step + 1;
  };
  const Bytes source = random_bytes((from + last(p.source_row, p.source_column)) * bits);
  Bytes expected(
      (static_cast<std::size_t>((to + last(p.target_row, p.target_column)) * bits) + 7) / 8,
      std::byte{0xA5});
  Bytes moved = expected;
  for (std::int64_t r = 0; r < p.rows; ++r) {
    for (std::int64_t c = 0; c < p.columns; ++c) {
      const std::int64_t source_at = from + r * p.source_row + c * p.source_column;
      const std::int64_t target_at = to + r * p.target_row + c * p.target_column;
      for (std::int64_t i = 0; i < bits; ++i) {
        set_bit(expected, target_at * bits + i, bit_at(source, source_at * bits + i));
      }
    }
  }
  kernel(source.data(), from, moved.data(), to, p);
  EXPECT_EQ(moved, expected) << bits << " bits, " << p.rows << " x " << p.columns << ", source ("
                             << p.source_row << "," << p.source_column << ") at " << from
                             << ", target (" << p.target_row << "," << p.target_column << ") at "
                             << to;
}

constexpr int kUnits[] = {1, 2, 4, 8, 16, 32, 64, 128};
constexpr std::int64_t kCounts[] = {1, 2, 4, 7, 64, 67};

TEST(Plane, TwoRowsInterleave) {
  const Plane plane{.rows = 128,
                    .columns = 2,
                    .source_row = 1,
                    .source_column = 14336,
                    .target_row = 2,
                    .target_column = 1};
  expect_moves(plane_kernel(16), 16, 0, 0, plane);
}

TEST(Plane, EveryUnitAndShapeMovesAsItsStepsSay) {
  for (const int bits : kUnits) {
    for (const std::int64_t rows : kCounts) {
      for (const std::int64_t columns : kCounts) {
        const Plane transpose{rows, columns, 1, rows, columns, 1};
        const Plane tuples{rows, columns, 1, rows + 5, columns, 1};
        const Plane gaps{rows, columns, columns + 3, 1, 2 * columns + 1, 2};
        for (const Plane& plane : {transpose, tuples, gaps}) {
          for (const std::int64_t shift : {0, 1, 3}) {
            expect_moves(plane_kernel(bits), bits, shift, shift % 2, plane);
            expect_moves(blocked_plane_kernel(bits), bits, shift, 2 * shift, plane);
          }
        }
      }
    }
  }
}

TEST(Plane, RunsMoveFromAndToAnyBit) {
  for (const int bits : kUnits) {
    for (const std::int64_t columns : kCounts) {
      for (std::int64_t from = 0; from < 9; ++from) {
        for (std::int64_t to = 0; to < 9; ++to) {
          expect_moves(run_kernel(bits), bits, from, to, {.rows = 1, .columns = columns});
        }
      }
    }
  }
}

TEST(Plane, ABroadcastRowIsRead) {
  for (const int bits : kUnits) {
    expect_moves(plane_kernel(bits), bits, 2, 3, {5, 9, 0, 1, 9, 1});
    expect_moves(plane_kernel(bits), bits, 2, 3, {5, 9, 1, 0, 9, 1});
    expect_moves(plane_kernel(bits), bits, 0, 0, {2, 8, 1, 0, 8, 1});
  }
}

}  // namespace
}  // namespace tileglot::relayout::kernels
