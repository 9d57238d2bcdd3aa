// SPDX-License-Identifier: Apache-2.0
// stream_order_test.cc: streaming stores complete each cache line before they begin another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/relayout/kernels/detail/watched_stores.h"
#include "tileglot/relayout/kernels/target.h"
#include "tileglot/relayout/kernels/watched_transpose.h"

namespace tileglot::relayout::kernels {
namespace {

constexpr std::uintptr_t kLine = 64;

/// The line that is being filled, and what was seen of all.
struct Lines {
  std::uintptr_t open = 0;  ///< its number; 0: none
  std::int64_t filled = 0;  ///< bytes of it
  std::int64_t completed = 0;
  std::int64_t left_open = 0;
  std::uintptr_t last = 0;      ///< number of the line that was completed last
  std::int64_t neighbours = 0;  ///< lines that were completed after those before them

  void store(std::uintptr_t to, std::int64_t bytes) {
    const std::uintptr_t line = to / kLine;
    if (line != open) close();
    open = line;
    filled += bytes;
    if (filled < static_cast<std::int64_t>(kLine)) return;
    ++completed;
    neighbours += line == last + 1 ? 1 : 0;
    last = line;
    open = 0;
    filled = 0;
  }

  void close() {
    left_open += filled > 0 ? 1 : 0;
    filled = 0;
    open = 0;
  }
};

Lines seen;

void see(const std::byte* to, std::int64_t bytes) {
  seen.store(reinterpret_cast<std::uintptr_t>(to), bytes);
}

struct Shape {
  int unit_bytes;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t gap = 0;             ///< bytes between target lines
  bool needs_wide_vectors = false;  ///< vectors of 16 bytes store it as usual
};

/// Transposes a plane whose target begins a cache line. False where nothing streams.
bool watch(const Shape& shape) {
  const std::int64_t pitch = shape.columns * shape.unit_bytes + shape.gap;
  const std::vector<std::byte> source(
      static_cast<std::size_t>(shape.rows * shape.columns * shape.unit_bytes));
  std::vector<std::byte> target(static_cast<std::size_t>(shape.rows * pitch) + kLine);
  const auto place = reinterpret_cast<std::uintptr_t>(target.data()) % kLine;
  seen = {};
  detail::on_watched_store = see;
  const bool streams =
      transpose_watched(shape.unit_bytes, {source.data(), shape.rows * shape.unit_bytes,
                                           target.data() + (kLine - place) % kLine, pitch,
                                           shape.rows, shape.columns, 0});
  seen.close();
  return streams;
}

TEST(StreamOrder, EachLineIsCompletedBeforeTheNextIsBegun) {
  constexpr std::int64_t kBytes = 256;
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    for (const Shape& shape :
         {Shape{1, 70, kBytes}, Shape{1, 128, kBytes + 1, 63}, Shape{4, 22, kBytes / 4},
          Shape{4, 16, kBytes / 4 + 3, 52}, Shape{4, 16, 240}, Shape{4, 20, 48},
          Shape{1, 2, kBytes}, Shape{1, 3, kBytes}, Shape{1, 4, kBytes}, Shape{1, 8, kBytes},
          Shape{4, 2, kBytes}, Shape{4, 4, kBytes}, Shape{1, kBytes, 2}, Shape{1, kBytes, 8},
          Shape{4, kBytes, 3}, Shape{4, 8, 8, 0, true}}) {
      if (!watch(shape)) continue;
      EXPECT_EQ(seen.left_open, 0) << target << ", " << shape.rows << " x " << shape.columns;
      if (shape.needs_wide_vectors && !target.starts_with("AVX")) continue;
      const std::int64_t lines =
          shape.rows * shape.columns * shape.unit_bytes / static_cast<std::int64_t>(kLine);
      EXPECT_GE(seen.completed, std::max(lines - shape.rows, lines / 4))
          << target << ", " << shape.rows << " x " << shape.columns;
    }
  }
  ASSERT_TRUE(force_target({}));
}

TEST(StreamOrder, TwoLinesOfARowAreWrittenTogetherWhereSourceLinesStayInTheCache) {
  constexpr std::int64_t kRows = 24;
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    // Of 48 columns of words, 32 are a pair of lines and 16 are a line.
    if (watch({4, kRows, 48}) && streams_pairs_of_lines(4 * kRows, 32)) {
      EXPECT_EQ(seen.completed, kRows * 3) << target;
      EXPECT_EQ(seen.neighbours, kRows) << target;
    }
    EXPECT_FALSE(streams_pairs_of_lines(2048, 32)) << target;
    EXPECT_FALSE(streams_pairs_of_lines(1024, 64)) << target;
  }
  ASSERT_TRUE(force_target({}));
}

}  // namespace
}  // namespace tileglot::relayout::kernels
