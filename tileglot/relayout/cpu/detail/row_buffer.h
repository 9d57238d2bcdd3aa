// SPDX-License-Identifier: Apache-2.0
// row_buffer.h: parts of rows of the target, between the kernel that turned them and the target.
//
// What     A RowBuffer has a line for each row of a block. A kernel fills lines; store() writes them
//          to their rows. What a row's part shares with the row's next part in one line of the
//          cache stays in front of the row's line until that part is there.
// Why      Where rows do not begin and end with a line of the cache, two blocks would each write a
//          part of it: half the speed of whole lines.
// Units    Bytes.
// Example  Rows of 100 bytes in parts of 64: the first part of row 1, which begins at 100, is 64
//          bytes from 100 on; store() writes 100 .. 127 and keeps 36 bytes, which leave with the
//          next part. [tests: execute_test.cc]
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tileglot::relayout::cpu {

inline constexpr std::int64_t kLineBytes = 64;

/// Bytes from the last border of cache lines.
inline std::int64_t past_line(const std::byte* place) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): alignment is a number.
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(place) % kLineBytes);
}

/// Whether the block before and the block after go on along the same rows.
struct Neighbours {
  bool follows;
  bool leads;
};

/// Rows of the target that are so far apart.
struct TargetRows {
  std::byte* first;
  std::int64_t pitch;
  std::int64_t count;
  std::int64_t bytes;  ///< of each
};

class RowBuffer {
 public:
  /// For so many rows, and so much of each at a time; rows that are whole lie side by side.
  RowBuffer(std::int64_t rows, std::int64_t row_bytes, bool whole_rows);

  std::int64_t pitch() const { return pitch_; }
  std::byte* line(std::int64_t row) const { return lines_[1].bytes.data() + row * pitch_; }

  /// From the line of row `row` on.
  void store(std::int64_t row, const TargetRows& rows, Neighbours neighbours) const;

 private:
  struct alignas(kLineBytes) Line {
    std::array<std::byte, kLineBytes> bytes;
  };

  std::int64_t pitch_;
  std::unique_ptr<Line[]> lines_;
};

}  // namespace tileglot::relayout::cpu
