// SPDX-License-Identifier: Apache-2.0
// row_buffer.h: buffers parts of target rows between the transposing kernel and the target.
//
// What     A RowBuffer has a line for each row of a block. A kernel fills lines; store() writes
//          them to their rows. Bytes of a row's part that share a cache line with the row's next
//          part stay in front of the row's line until that part is available.
// Why      Where rows do not begin and end on a cache line, two blocks would each write a part of
//          it: half the speed of whole lines.
// Units    Bytes.
// Example  Rows of 100 bytes in parts of 64: the first part of row 1, which begins at 100, is the
//          64 bytes starting at 100; store() writes 100 .. 127 and keeps 36 bytes, which are
//          written with the next part. [tests: execute_test.cc]
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tileglot::relayout::cpu {

inline constexpr std::int64_t kLineBytes = 64;

/// Bytes since the last cache-line boundary.
inline std::int64_t past_line(const std::byte* place) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): alignment is a number.
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(place) % kLineBytes);
}

/// Whether the blocks before and after continue along the same rows.
struct Neighbours {
  bool follows;
  bool leads;
};

/// Rows of the target, `pitch` bytes apart.
struct TargetRows {
  std::byte* first;
  std::int64_t pitch;
  std::int64_t count;
  std::int64_t bytes;  ///< of each
};

class RowBuffer {
 public:
  /// For that many rows, and that many bytes of each at a time; whole rows are stored side by side.
  RowBuffer(std::int64_t rows, std::int64_t row_bytes, bool whole_rows);

  std::int64_t pitch() const { return pitch_; }
  std::byte* line(std::int64_t row) const { return lines_[1].bytes.data() + row * pitch_; }

  /// Starting at the line of row `row`.
  void store(std::int64_t row, const TargetRows& rows, Neighbours neighbours) const;

 private:
  struct alignas(kLineBytes) Line {
    std::array<std::byte, kLineBytes> bytes;
  };

  std::int64_t pitch_;
  std::unique_ptr<Line[]> lines_;
};

}  // namespace tileglot::relayout::cpu
