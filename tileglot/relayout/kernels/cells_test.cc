// SPDX-License-Identifier: Apache-2.0
// cells_test.cc: cells of every size against the definition.
#include "tileglot/relayout/kernels/cells.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tileglot::relayout::kernels {
namespace {

std::vector<std::byte> random_bytes(std::int64_t size) {
  std::mt19937 numbers(static_cast<unsigned>(size));
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  for (std::byte& byte : bytes) byte = std::byte(numbers() & 0xFF);
  return bytes;
}

void expect_transposed(std::int64_t rows, std::int64_t columns, std::int64_t bytes) {
  const std::int64_t source_pitch = rows * bytes + 5;
  const std::int64_t target_pitch = columns * bytes + 3;
  const std::vector<std::byte> source = random_bytes(columns * source_pitch - 5);
  std::vector<std::byte> target(static_cast<std::size_t>(rows * target_pitch), std::byte{0xA5});
  std::vector<std::byte> expected = target;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t i = 0; i < columns * bytes; ++i) {
      expected[static_cast<std::size_t>(r * target_pitch + i)] =
          source[static_cast<std::size_t>(i / bytes * source_pitch + r * bytes + i % bytes)];
    }
  }
  transpose_cells(source.data(), source_pitch, target.data(), target_pitch, rows, columns, bytes);
  EXPECT_EQ(target, expected) << rows << " x " << columns << " of " << bytes;

  std::vector<std::int64_t> offsets;
  offsets.reserve(static_cast<std::size_t>(columns));
  for (std::int64_t c = 0; c < columns; ++c) offsets.push_back(c * source_pitch);
  std::vector<std::byte> gathered(target.size(), std::byte{0xA5});
  gather_cells(source.data(), offsets, gathered.data(), target_pitch, rows, bytes);
  EXPECT_EQ(gathered, expected) << rows << " x " << columns << " of " << bytes << ", gathered";
}

TEST(Cells, CellsOfEverySizeAreTransposed) {
  for (std::int64_t bytes = 1; bytes <= 140; ++bytes) {
    expect_transposed(3, 5, bytes);
    expect_transposed(1, 7, bytes);
  }
}

TEST(Cells, ManyColumnsAreGatheredInParts) {
  for (const std::int64_t bytes : {1, 4, 12}) expect_transposed(2, 301, bytes);
}

}  // namespace
}  // namespace tileglot::relayout::kernels
