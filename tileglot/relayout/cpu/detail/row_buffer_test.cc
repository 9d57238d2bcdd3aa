// SPDX-License-Identifier: Apache-2.0
// row_buffer_test.cc: rows that leave part by part are whole in the target, and nothing else is
// written.
#include "tileglot/relayout/cpu/detail/row_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/relayout/kernels/stream.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kRows = 7;

/// What byte i of row r is.
std::byte byte_of(std::int64_t row, std::int64_t i) {
  return static_cast<std::byte>(1 + (row * 31 + i) % 250);
}

/// Rows of row_bytes each, pitch apart, in parts of part_bytes.
struct Rows {
  std::int64_t row_bytes;
  std::int64_t part_bytes;
  std::int64_t pitch;
  std::int64_t shift;
};

void fill_part(const RowBuffer& buffer, std::int64_t begin, std::int64_t bytes) {
  for (std::int64_t r = 0; r < kRows; ++r) {
    for (std::int64_t i = 0; i < bytes; ++i) buffer.line(r)[i] = byte_of(r, begin + i);
  }
}

std::vector<std::byte> stored(const Rows& rows) {
  std::vector<std::byte> target(static_cast<std::size_t>(rows.shift + kRows * rows.pitch));
  const RowBuffer buffer(kRows, rows.part_bytes, rows.part_bytes == rows.row_bytes);
  for (std::int64_t i = 0; i < rows.row_bytes; i += rows.part_bytes) {
    const std::int64_t bytes = std::min(rows.part_bytes, rows.row_bytes - i);
    fill_part(buffer, i, bytes);
    buffer.store(0, {target.data() + rows.shift + i, rows.pitch, kRows, bytes},
                 {i > 0, i + bytes < rows.row_bytes});
  }
  kernels::stream_fence();
  return target;
}

std::vector<std::byte> expected(const Rows& rows) {
  std::vector<std::byte> target(static_cast<std::size_t>(rows.shift + kRows * rows.pitch));
  for (std::int64_t r = 0; r < kRows; ++r) {
    for (std::int64_t i = 0; i < rows.row_bytes; ++i)
      target[static_cast<std::size_t>(rows.shift + r * rows.pitch + i)] = byte_of(r, i);
  }
  return target;
}

TEST(RowBuffer, PartsOfRowsBecomeRows) {
  for (const std::int64_t row_bytes : {64, 100, 256, 300, 1000, 1025}) {
    for (const std::int64_t part_bytes : {64, 128, 512}) {
      for (const std::int64_t gap : {0, 3, 60}) {
        const Rows rows{row_bytes, part_bytes, row_bytes + gap, gap};
        EXPECT_EQ(stored(rows), expected(rows)) << row_bytes << " in " << part_bytes << ", " << gap;
      }
    }
  }
}

TEST(RowBuffer, WholeRowsLeaveAsOne) {
  const Rows rows{100, 100, 100, 4};
  EXPECT_EQ(stored(rows), expected(rows));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
