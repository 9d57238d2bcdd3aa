// SPDX-License-Identifier: Apache-2.0
// streaming_simd.h: turns planes that no cache holds, by streaming stores of whole lines.
//
// Strips of the target, one line of the cache wide, are written from top to bottom: the source is
// read in order. Where the pitch of the target is a multiple of 2048, rows below each other collide
// in the memory's banks, and that order falls to half the speed. There blocks of 256 x 256 bytes are
// written row by row; their lines, which may collide in the cache, are first copied to a buffer,
// while those of the next block are fetched. (f32[4096,4096]: 20 GB/s -> 30 GB/s; with 32 more
// columns, strips make 34 and blocks 27.)
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

/// Columns before the first that begins a line of the cache in every row.
template <int UnitBytes>
std::int64_t columns_to_line(const PlanePart& part) {
  const auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(part.target));
  return (kCacheLine - place % kCacheLine) % kCacheLine / UnitBytes;
}

/// Whether lines of the target begin alike in a line of the cache, at a unit's border.
template <int UnitBytes>
bool lines_begin_alike(const PlanePart& part) {
  return part.target_pitch % kCacheLine == 0 &&
         reinterpret_cast<std::uintptr_t>(part.target) % UnitBytes == 0;
}

/// Both sides of a block, in bytes: long enough that rows of the memory are worth opening, and small
/// enough that a block stays in the cache of a core.
template <int UnitBytes>
inline constexpr std::int64_t kBlockBytes = UnitBytes >= 4 ? 512 : 256;
/// Lines of the buffer are so far apart that they do not collide.
template <int UnitBytes>
inline constexpr std::int64_t kBufferPitch = kBlockBytes<UnitBytes> + kCacheLine;

/// Copies the lines of a block one after the other; fetches so many bytes of what follows each.
template <int UnitBytes>
HWY_INLINE PlanePart buffered(const PlanePart& block, std::byte* buffer, std::int64_t fetched) {
  constexpr std::int64_t kPitch = kBufferPitch<UnitBytes>;
  for (std::int64_t c = 0; c < block.columns; ++c) {
    const std::byte* line = block.source + c * block.source_pitch;
    for (std::int64_t i = 0; i < fetched; i += kCacheLine) {
      __builtin_prefetch(line + kBlockBytes<UnitBytes> + i, 0, 2);
    }
    std::memcpy(buffer + c * kPitch, line, static_cast<std::size_t>(block.rows * UnitBytes));
  }
  return {buffer, kPitch, block.target, block.target_pitch, block.rows, block.columns};
}

/// A block row by row: as many rows as a stack of tiles has, then the next. At least as many rows as
/// a tile has.
template <int UnitBytes>
void stream_rows(const PlanePart& block) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, kMaxBlocks>;
  constexpr std::int64_t kRows = TileStack<UnitBytes>::kRows;
  std::int64_t row = 0;
  for (; row + kRows <= block.rows; row += kRows) {
    for (std::int64_t c = 0; c < block.columns; c += kColumns) {
      turn_stack<UnitBytes, Store::kStreaming>(block.from<UnitBytes>(row, c, kRows, kColumns));
    }
  }
  if (row == block.rows) return;
  row = std::min(row, block.rows - kTileRows<UnitBytes>);
  for (std::int64_t c = 0; c < block.columns; c += kColumns) {
    turn_strip<UnitBytes, kMaxBlocks, Store::kStreaming>(
        block.from<UnitBytes>(row, c, block.rows - row, kColumns));
  }
}

/// Columns that fill whole lines of the cache, in blocks.
template <int UnitBytes>
void stream_blocks(const PlanePart& part) {
  constexpr std::int64_t kBytes = kBlockBytes<UnitBytes>;
  constexpr std::int64_t kSide = kBytes / UnitBytes;
  alignas(64) std::byte buffer[kSide * kBufferPitch<UnitBytes>];
  for (std::int64_t c = 0; c < part.columns; c += kSide) {
    const std::int64_t columns = std::min(kSide, part.columns - c);
    for (std::int64_t r = 0; r < part.rows; r += kSide) {
      const std::int64_t rows = std::min(kSide, part.rows - r);
      const std::int64_t behind = (part.rows - r - rows) * UnitBytes;
      const PlanePart block = part.from<UnitBytes>(r, c, rows, columns);
      if (rows < kTileRows<UnitBytes>) {
        turn_few<UnitBytes>(block);
      } else {
        stream_rows<UnitBytes>(buffered<UnitBytes>(block, buffer, std::min(behind, kBytes)));
      }
    }
  }
}

/// Columns that fill whole lines of the cache, strip by strip.
template <int UnitBytes>
void stream_strips(const PlanePart& part) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, kMaxBlocks>;
  for (std::int64_t c = 0; c < part.columns; c += kColumns) {
    turn_strip<UnitBytes, kMaxBlocks, Store::kStreaming>(part.of_columns<UnitBytes>(c, kColumns));
  }
}

/// Whole lines of the cache by streaming stores, what is left and right of them as usual.
template <int UnitBytes>
void turn_streaming(const PlanePart& part) {
  constexpr std::int64_t kLineColumns = kCacheLine / UnitBytes;
  constexpr std::int64_t kCollidingPitch = 2048;
  if (part.rows < kTileRows<UnitBytes> || !lines_begin_alike<UnitBytes>(part)) {
    return turn_cached<UnitBytes>(part);
  }
  const std::int64_t head = std::min(columns_to_line<UnitBytes>(part), part.columns);
  const std::int64_t columns = (part.columns - head) / kLineColumns * kLineColumns;
  if (head > 0) turn_cached<UnitBytes>(part.of_columns<UnitBytes>(0, head));
  const PlanePart lines = part.of_columns<UnitBytes>(head, columns);
  const bool has_blocks = std::min(part.rows, columns) * UnitBytes >= kBlockBytes<UnitBytes>;
  if (has_blocks && part.target_pitch % kCollidingPitch == 0) {
    stream_blocks<UnitBytes>(lines);
  } else {
    stream_strips<UnitBytes>(lines);
  }
  if (head + columns < part.columns) {
    turn_cached<UnitBytes>(
        part.of_columns<UnitBytes>(head + columns, part.columns - head - columns));
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
