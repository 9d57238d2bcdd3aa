// SPDX-License-Identifier: Apache-2.0
// streaming_simd.h: transposes planes larger than any cache, by streaming stores of whole lines.
//
// Strips of the target, one cache line wide, are written from top to bottom: the source is read in
// order, and the next part of each line is prefetched into the second-level cache (squares_simd.h).
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

/// Columns that fill whole cache lines, strip by strip.
template <int UnitBytes>
void stream_strips(const PlanePart& part) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, kMaxBlocks>;
  for (std::int64_t c = 0; c < part.columns; c += kColumns) {
    transpose_strip<UnitBytes, kMaxBlocks, Store::kStreaming>(
        part.of_columns<UnitBytes>(c, kColumns));
  }
}

/// Whole cache lines by streaming stores, the rest to the left and right by ordinary stores.
template <int UnitBytes>
void transpose_streaming(const PlanePart& part) {
  constexpr std::int64_t kLineColumns = kCacheLine / UnitBytes;
  if (part.rows < kTileRows<UnitBytes> || !lines_begin_alike<UnitBytes>(part)) {
    return transpose_cached<UnitBytes>(part);
  }
  const std::int64_t head = std::min(columns_to_line<UnitBytes>(part), part.columns);
  const std::int64_t columns = (part.columns - head) / kLineColumns * kLineColumns;
  if (head > 0) transpose_cached<UnitBytes>(part.of_columns<UnitBytes>(0, head));
  stream_strips<UnitBytes>(part.of_columns<UnitBytes>(head, columns));
  if (head + columns < part.columns) {
    transpose_cached<UnitBytes>(
        part.of_columns<UnitBytes>(head + columns, part.columns - head - columns));
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
