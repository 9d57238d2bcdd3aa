// SPDX-License-Identifier: Apache-2.0
// streaming_simd.h: transposes planes larger than any cache, by streaming stores of whole lines.
//
// Strips of the target, one cache line wide, are written from top to bottom: the source is read in
// order, and the next part of each line is prefetched into the second-level cache (squares_simd.h).
// Each line is completed before the next is begun (watched_stores.h).
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_STREAMING_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_STREAMING_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_STREAMING_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_STREAMING_SIMD_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/squares_simd.h"
#include "tileglot/relayout/kernels/detail/vectors_simd.h"

#if !TILEGLOT_PLAIN_TARGET
HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

/// Columns before the first that begins a cache line in every row.
template <int UnitBytes>
std::int64_t columns_to_line(const PlanePart& part) {
  const auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(part.target));
  return (kCacheLine - place % kCacheLine) % kCacheLine / UnitBytes;
}

/// True if all target lines begin at the same offset in a cache line, on a unit boundary.
template <int UnitBytes>
bool lines_begin_alike(const PlanePart& part) {
  return part.target_pitch % kCacheLine == 0 &&
         reinterpret_cast<std::uintptr_t>(part.target) % UnitBytes == 0;
}

/// Lines of the target that are written together where the columns are enough.
inline constexpr std::int64_t kLinesTogether = 2;
/// And where rows are so few that more source lines fit into the cache.
template <int UnitBytes>
inline constexpr std::int64_t kMostLines = std::min<std::int64_t>(8, 2 * UnitBytes);

/// So many cache lines of columns, by vectors that are narrower than a line. Target lines that are
/// consecutive are written together: memory takes 128 bytes at once much faster than twice 64.
template <int UnitBytes, Store S, std::int64_t Lines>
struct LineStrip {
  static constexpr std::int64_t kRows = kTileRows<UnitBytes>;
  static constexpr std::int64_t kLineUnits = kCacheLine / UnitBytes;
  static constexpr std::int64_t kColumns = Lines * kLineUnits;
  static constexpr std::int64_t kPitch = Lines * kCacheLine;
  /// Each line of the source is read for several tiles. Lines of bytes are so many that the
  /// first-level cache loses some before the last of them: they are read at once, into a buffer.
  static constexpr bool kReadsLines = UnitBytes == 1;
  static constexpr std::int64_t kFilledRows = kReadsLines ? kLineUnits : kRows;

  alignas(kCacheLine) std::byte read[kReadsLines ? kColumns * kCacheLine : 1];
  alignas(kCacheLine) std::byte filled[kFilledRows * kPitch];

  /// At least as many rows as a tile has.
  HWY_INLINE void transpose(const PlanePart part) {
    std::int64_t row = 0;
    if constexpr (kReadsLines) {
      for (; row + kLineUnits <= part.rows; row += kLineUnits) transpose_lines(part, row);
    }
    for (; row + kRows <= part.rows; row += kRows) {
      fetch_ahead<kColumns>(part, row * UnitBytes);
      transpose_rows(part, row, 0);
    }
    if (row < part.rows) transpose_rows(part, part.rows - kRows, kRows - (part.rows - row));
  }

 private:
  /// Makes the target lines of kRows rows.
  HWY_INLINE void fill(const PlanePart& part, std::int64_t row, std::byte* lines) {
    constexpr std::int64_t kTile = kTileColumns<UnitBytes, kMaxBlocks>;
    PlanePart rows = part.of_rows<UnitBytes>(row, kRows);
    rows.target = lines;
    rows.target_pitch = kPitch;
    for (std::int64_t c = 0; c < kColumns; c += kTile) {
      transpose_tile<UnitBytes, kMaxBlocks, Store::kCached>(rows.of_columns<UnitBytes>(c, kTile), 0,
                                                            0);
    }
  }

  /// Filled rows [first, last).
  HWY_INLINE void stream(std::byte* target, std::int64_t pitch, std::int64_t first,
                         std::int64_t last) {
    for (std::int64_t r = first; r < last; ++r) {
      for (std::int64_t byte = 0; byte < kPitch; byte += kCacheLine)
        copy_line<S>(filled + r * kPitch + byte, target + r * pitch + byte);
    }
  }

  /// kRows rows; those before `first` are only read.
  HWY_INLINE void transpose_rows(const PlanePart& part, std::int64_t row, std::int64_t first) {
    fill(part, row, filled);
    stream(part.target + row * part.target_pitch, part.target_pitch, first, kRows);
  }

  /// The rows of a source line.
  void transpose_lines(const PlanePart& part, std::int64_t row) {
    PlanePart lines = part.of_rows<UnitBytes>(row, kLineUnits);
    for (std::int64_t c = 0; c < kColumns; ++c) {
      const std::byte* from = lines.source + c * lines.source_pitch;
      if (part.ahead != 0) __builtin_prefetch(from + part.ahead, 0, 2);
      copy_line<Store::kCached>(from, read + c * kCacheLine);
    }
    lines.source = read;
    lines.source_pitch = kCacheLine;
    for (std::int64_t r = 0; r < kLineUnits; r += kRows) fill(lines, r, filled + r * kPitch);
    stream(lines.target, lines.target_pitch, 0, kLineUnits);
  }
};

/// As many strips of so many lines as the columns fill; returns the columns that are left.
template <int UnitBytes, Store S, std::int64_t Lines>
PlanePart stream_lines(const PlanePart& part) {
  using Strip = LineStrip<UnitBytes, S, Lines>;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled before it is read.
  Strip strip;
  std::int64_t c = 0;
  for (; c + Strip::kColumns <= part.columns; c += Strip::kColumns)
    strip.transpose(part.of_columns<UnitBytes>(c, Strip::kColumns));
  return part.of_columns<UnitBytes>(c, part.columns - c);
}

/// Columns that fill whole cache lines, line by line.
template <int UnitBytes, Store S>
void stream_strips(const PlanePart& part) {
  constexpr std::int64_t kColumns = kCacheLine / UnitBytes;
  if constexpr (kFillsLines) {
    for (std::int64_t c = 0; c < part.columns; c += kColumns)
      transpose_strip<UnitBytes, kMaxBlocks, S>(part.of_columns<UnitBytes>(c, kColumns));
  } else {
    const auto fit = [&part](std::int64_t lines) {
      return detail::do_lines_fit(part.source_pitch, lines * kColumns);
    };
    PlanePart rest = part;
    if (UnitBytes > 1 && part.rows <= kColumns && fit(kMostLines<UnitBytes>))
      rest = stream_lines<UnitBytes, S, kMostLines<UnitBytes>>(rest);
    if (fit(kLinesTogether)) rest = stream_lines<UnitBytes, S, kLinesTogether>(rest);
    stream_lines<UnitBytes, S, 1>(rest);
  }
}

/// Whole cache lines by streaming stores, the rest to the left and right by ordinary stores.
template <int UnitBytes, Store S>
void transpose_streaming(const PlanePart& part) {
  constexpr std::int64_t kLineColumns = kCacheLine / UnitBytes;
  if (part.rows < kTileRows<UnitBytes> || !lines_begin_alike<UnitBytes>(part)) {
    return transpose_cached<UnitBytes>(part);
  }
  const std::int64_t head = std::min(columns_to_line<UnitBytes>(part), part.columns);
  const std::int64_t whole = (part.columns - head) / kLineColumns * kLineColumns;
  if (head > 0) transpose_cached<UnitBytes>(part.of_columns<UnitBytes>(0, head));
  stream_strips<UnitBytes, S>(part.of_columns<UnitBytes>(head, whole));
  if (head + whole < part.columns) {
    transpose_cached<UnitBytes>(
        part.of_columns<UnitBytes>(head + whole, part.columns - head - whole));
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
