// SPDX-License-Identifier: Apache-2.0
// tuples_simd.h: interleaves few long lines into tuples, and deinterleaves tuples into lines.
//
// gather: Count lines -> one run of tuples (target_pitch = Count * UnitBytes). scatter: a run of
// tuples -> Count lines. Both read and write whole vectors in order; a tuple of 2, 4 or 8 is at
// most 16 bytes long.
//
// gather<1, 4>, one block: a0 .. a15, b.., c.., d.. interleaved twice are a0 b0 c0 d0 a1 .. d3, and
// so on. scatter<1, 4>, one block: a0 b0 c0 d0 .. d3 becomes a0 .. a3 b0 .. b3 c.. d.., and four of
// those are transposed as 4 x 4 words.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_TUPLES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TUPLES_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_TUPLES_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_TUPLES_SIMD_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/spread_simd.h"
#include "tileglot/relayout/kernels/detail/squares_simd.h"
#include "tileglot/relayout/kernels/detail/streaming_simd.h"
#include "tileglot/relayout/kernels/detail/vectors_simd.h"

#if !TILEGLOT_PLAIN_TARGET
HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

/// Number of units that fill the widest vector.
template <int UnitBytes>
inline constexpr std::int64_t kVectorUnits = kMaxBlocks * kBlock / UnitBytes;

/// Processors prefetch along one line, not along several that are read alternately. The lines of
/// the next tuples usually follow these, unless they are so far away that they would not stay in
/// the cache.
inline constexpr std::int64_t kFarthestFetched = std::int64_t{64} << 10;
inline constexpr std::int64_t kFetchedAlongLine = 2048;

template <int Count>
std::int64_t fetched_ahead(std::int64_t pitch) {
  const std::int64_t next = Count * pitch;
  return next > 0 && next <= kFarthestFetched ? next : kFetchedAlongLine;
}

template <int Count>
HWY_INLINE void fetch_lines(const std::byte* source, std::int64_t pitch, std::int64_t ahead) {
  for (int line = 0; line < Count; ++line) __builtin_prefetch(source + line * pitch + ahead, 0, 2);
}

/// Count vectors, one of each line, become Count vectors of tuples.
template <int UnitBytes, int Count>
struct Gather {
  static constexpr std::int64_t kRows = kVectorUnits<UnitBytes>;

  RegisterBlock<UnitBytes, kMaxBlocks, Count> registers;

  template <int Line = 0>
  HWY_INLINE void load(const std::byte* source, std::int64_t pitch) {
    if constexpr (Line < Count) {
      registers.vectors[Line] =
          spread<Count, kMaxBlocks>(HWY_NAMESPACE::load<kMaxBlocks>(source + Line * pitch));
      load<Line + 1>(source, pitch);
    }
  }

  template <Store S, int Part = 0>
  HWY_INLINE void store(std::byte* target) const {
    if constexpr (Part < Count) {
      HWY_NAMESPACE::store<kMaxBlocks, S>(registers.vectors[Part],
                                          target + Part * kMaxBlocks * kBlock);
      store<S, Part + 1>(target);
    }
  }

  template <Store S>
  HWY_INLINE static void move(const PlanePart& part, std::int64_t row) {
    Gather gather;
    gather.load(part.source + row * UnitBytes, part.source_pitch);
    gather.registers.weave();
    gather.template store<S>(part.target + row * part.target_pitch);
  }
};

/// Count vectors of tuples become one vector of each line.
template <int UnitBytes, int Count>
struct Scatter {
  static constexpr std::int64_t kColumns = kVectorUnits<UnitBytes>;
  static constexpr int kPart = 16 / Count;

  RegisterBlock<kPart, kMaxBlocks, Count> registers;

  template <int Part = 0>
  HWY_INLINE void load(const std::byte* source) {
    if constexpr (Part < Count) {
      const auto tuples = load_blocks<kMaxBlocks>(source + Part * kBlock, Count * kBlock);
      if constexpr (kPart > UnitBytes) {
        registers.vectors[Part] = change_digits<UnitBytes, Count, kMaxBlocks>(tuples);
      } else {
        registers.vectors[Part] = tuples;
      }
      load<Part + 1>(source);
    }
  }

  template <Store S, int Line = 0>
  HWY_INLINE void store(std::byte* target, std::int64_t pitch) const {
    if constexpr (Line < Count) {
      HWY_NAMESPACE::store<kMaxBlocks, S>(registers.vectors[Line], target + Line * pitch);
      store<S, Line + 1>(target, pitch);
    }
  }

  template <Store S>
  HWY_INLINE static void move(const PlanePart& part, std::int64_t column) {
    Scatter scatter;
    scatter.load(part.source + column * part.source_pitch);
    scatter.registers.weave();
    scatter.template store<S>(part.target + column * UnitBytes, part.target_pitch);
  }
};

/// Triples, by Highway's loads and stores of them. Its store does not stream: vectors of triples to
/// be streamed are stored on the stack first.
template <int UnitBytes>
struct Gather<UnitBytes, 3> {
  static constexpr std::int64_t kRows = kVectorUnits<UnitBytes>;
  using Tag = hn::Repartition<Unit<UnitBytes>, Bytes<kMaxBlocks>>;

  HWY_INLINE static hn::VFromD<Tag> line(const std::byte* source) {
    return hn::BitCast(Tag(), load<kMaxBlocks>(source));
  }

  HWY_INLINE static void store_triples(const PlanePart& part, std::int64_t row, std::byte* to) {
    const std::byte* source = part.source + row * UnitBytes;
    hn::StoreInterleaved3(line(source), line(source + part.source_pitch),
                          line(source + 2 * part.source_pitch), Tag(),
                          reinterpret_cast<Unit<UnitBytes>*>(to));
  }

  template <Store S>
  HWY_INLINE static void move(const PlanePart& part, std::int64_t row) {
    std::byte* target = part.target + row * part.target_pitch;
    if constexpr (S == Store::kCached) {
      store_triples(part, row, target);
    } else {
      constexpr std::int64_t kVectorBytes = kMaxBlocks * kBlock;
      alignas(kCacheLine) std::byte triples[3 * kVectorBytes];
      store_triples(part, row, triples);
      for (std::int64_t i = 0; i < 3 * kVectorBytes; i += kVectorBytes)
        store<kMaxBlocks, S>(load<kMaxBlocks>(triples + i), target + i);
    }
  }
};

template <int UnitBytes>
struct Scatter<UnitBytes, 3> {
  static constexpr std::int64_t kColumns = kVectorUnits<UnitBytes>;
  using Tag = hn::Repartition<Unit<UnitBytes>, Bytes<kMaxBlocks>>;

  template <Store S>
  HWY_INLINE static void store_line(hn::VFromD<Tag> line, std::byte* target) {
    store<kMaxBlocks, S>(hn::BitCast(Bytes<kMaxBlocks>(), line), target);
  }

  template <Store S>
  HWY_INLINE static void move(const PlanePart& part, std::int64_t column) {
    hn::VFromD<Tag> a;
    hn::VFromD<Tag> b;
    hn::VFromD<Tag> c;
    hn::LoadInterleaved3(
        Tag(), reinterpret_cast<const Unit<UnitBytes>*>(part.source + column * part.source_pitch),
        a, b, c);
    std::byte* target = part.target + column * UnitBytes;
    store_line<S>(a, target);
    store_line<S>(b, target + part.target_pitch);
    store_line<S>(c, target + 2 * part.target_pitch);
  }
};

/// Rows before the first whose tuple begins a cache line; none if none does.
inline std::int64_t rows_to_line(const PlanePart& part) {
  const auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(part.target));
  for (std::int64_t row = 0; row < kCacheLine; ++row) {
    if ((place + row * part.target_pitch) % kCacheLine == 0) return row;
  }
  return kCacheLine;
}

template <int UnitBytes, int Count, Store S>
void gather_tuples(const PlanePart& part) {
  constexpr std::int64_t kRows = Gather<UnitBytes, Count>::kRows;
  std::int64_t row = 0;
  if constexpr (is_streaming(S)) {
    row = rows_to_line(part);
    if (row == kCacheLine || row > part.rows)
      return gather_tuples<UnitBytes, Count, Store::kCached>(part);
    if (row > 0) transpose_cached<UnitBytes>(part.of_rows<UnitBytes>(0, row));
  }
  const std::int64_t ahead = fetched_ahead<Count>(part.source_pitch);
  for (; row + kRows <= part.rows; row += kRows) {
    if constexpr (is_streaming(S))
      fetch_lines<Count>(part.source + row * UnitBytes, part.source_pitch, ahead);
    Gather<UnitBytes, Count>::template move<S>(part, row);
  }
  if (row < part.rows) transpose_cached<UnitBytes>(part.of_rows<UnitBytes>(row, part.rows - row));
}

/// Prefetches what is read in place of columns from `column` on, one cache line of each target line.
template <int UnitBytes, int Count>
HWY_INLINE void fetch_tuples(const PlanePart& part, std::int64_t column) {
  if (part.ahead == 0) return;
  const std::byte* at = part.source + column * part.source_pitch + part.ahead;
  for (int line = 0; line < Count; ++line) __builtin_prefetch(at + line * kCacheLine, 0, 2);
}

/// Whole cache lines of each target line, filled in a buffer. Returns how many columns that is.
template <int UnitBytes, int Count, Store S>
std::int64_t scatter_lines(const PlanePart& part) {
  constexpr std::int64_t kLineColumns = kCacheLine / UnitBytes;
  alignas(kCacheLine) std::byte lines[Count * kCacheLine];
  std::int64_t column = 0;
  for (; column + kLineColumns <= part.columns; column += kLineColumns) {
    fetch_tuples<UnitBytes, Count>(part, column);
    PlanePart filled = part.of_columns<UnitBytes>(column, kLineColumns);
    std::byte* const target = filled.target;
    filled.target = lines;
    filled.target_pitch = kCacheLine;
    for (std::int64_t c = 0; c < kLineColumns; c += Scatter<UnitBytes, Count>::kColumns)
      Scatter<UnitBytes, Count>::template move<Store::kCached>(filled, c);
    for (std::int64_t line = 0; line < Count; ++line)
      copy_line<S>(lines + line * kCacheLine, target + line * part.target_pitch);
  }
  return column;
}

template <int UnitBytes, int Count, Store S>
void scatter_tuples(const PlanePart& part) {
  constexpr std::int64_t kColumns = Scatter<UnitBytes, Count>::kColumns;
  std::int64_t column = 0;
  if constexpr (is_streaming(S)) {
    if (!lines_begin_alike<UnitBytes>(part))
      return scatter_tuples<UnitBytes, Count, Store::kCached>(part);
    column = std::min(columns_to_line<UnitBytes>(part), part.columns);
    if (column > 0) transpose_cached<UnitBytes>(part.of_columns<UnitBytes>(0, column));
  }
  if constexpr (is_streaming(S) && !kFillsLines) {
    column += scatter_lines<UnitBytes, Count, S>(
        part.of_columns<UnitBytes>(column, part.columns - column));
  } else {
    const std::int64_t head = column;
    for (; column + kColumns <= part.columns; column += kColumns) {
      if ((column - head) * UnitBytes % kCacheLine == 0)
        fetch_tuples<UnitBytes, Count>(part, column);
      Scatter<UnitBytes, Count>::template move<S>(part, column);
    }
  }
  if (column < part.columns) {
    transpose_cached<UnitBytes>(part.of_columns<UnitBytes>(column, part.columns - column));
  }
}

/// Tuples of Count units have their own kernels.
template <int UnitBytes, int Count>
inline constexpr bool kHasTuples = Count == 3 ? UnitBytes <= 8 : Count * UnitBytes <= 16;

template <int UnitBytes, int Count, Store S>
HWY_INLINE bool transpose_tuples_of(const PlanePart& part) {
  if constexpr (kHasTuples<UnitBytes, Count>) {
    if (part.columns == Count && part.target_pitch == Count * UnitBytes) {
      gather_tuples<UnitBytes, Count, S>(part);
      return true;
    }
    if (part.rows == Count && part.source_pitch == Count * UnitBytes) {
      scatter_tuples<UnitBytes, Count, S>(part);
      return true;
    }
  }
  return false;
}

/// Transposes planes that are runs of tuples on one side; returns false for other planes.
template <int UnitBytes, Store S>
HWY_INLINE bool transpose_tuples(const PlanePart& part) {
  if (std::min(part.rows, part.columns) > 8) return false;
  if (std::max(part.rows, part.columns) < kVectorUnits<UnitBytes>) return false;
  return transpose_tuples_of<UnitBytes, 2, S>(part) || transpose_tuples_of<UnitBytes, 3, S>(part) ||
         transpose_tuples_of<UnitBytes, 4, S>(part) || transpose_tuples_of<UnitBytes, 8, S>(part);
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
