// SPDX-License-Identifier: Apache-2.0
// squares_simd.h: turns planes of any size in vector registers.
//
// A tile is K = 16 / UnitBytes rows of as many columns as fill a vector. Vector j takes block i from
// source line j + i * K; weaving transposes K units by K in each block, so that vector j becomes
// target row j. f32, 64-byte vectors, K = 4: vector 0 is lines 0, 4, 8, 12, four units of each;
// after two rounds it is row 0 of columns 0 .. 15.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_SQUARES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_SQUARES_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_SQUARES_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_SQUARES_SIMD_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/vectors_simd.h"

#if !TILEGLOT_PLAIN_TARGET
HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

template <int UnitBytes>
inline constexpr std::int64_t kTileRows = kBlock / UnitBytes;

template <int UnitBytes, int Blocks>
inline constexpr std::int64_t kTileColumns = Blocks * kTileRows<UnitBytes>;

template <int UnitBytes, int Blocks>
struct Tile {
  static constexpr int kRows = static_cast<int>(kTileRows<UnitBytes>);

  Sheaf<UnitBytes, Blocks, kRows> sheaf;

  template <int Row = 0>
  HWY_INLINE void load(const std::byte* source, std::int64_t pitch) {
    if constexpr (Row < kRows) {
      sheaf.vectors[Row] = load_blocks<Blocks>(source + Row * pitch, kRows * pitch);
      load<Row + 1>(source, pitch);
    }
  }

  /// Rows from `first` on.
  template <Store S, int Row = 0>
  HWY_INLINE void store(std::byte* target, std::int64_t pitch, std::int64_t first) const {
    if constexpr (Row < kRows) {
      if (Row >= first) {
        HWY_NAMESPACE::store<Blocks, S>(sheaf.vectors[Row], target + Row * pitch);
      }
      store<S, Row + 1>(target, pitch, first);
    }
  }

  /// At most kRows rows and columns of a tile of one block.
  template <int Column = 0>
  HWY_INLINE void load_few_of(const PlanePart& part) {
    static_assert(Blocks == 1);
    if constexpr (Column < kRows) {
      sheaf.vectors[Column] =
          Column < part.columns
              ? load_few(part.source + Column * part.source_pitch, part.rows * UnitBytes)
              : hn::Zero(Bytes<1>());
      load_few_of<Column + 1>(part);
    }
  }

  template <int Row = 0>
  HWY_INLINE void store_few_of(const PlanePart& part) const {
    if constexpr (Row < kRows) {
      if (Row >= part.rows) return;
      store_few(sheaf.vectors[Row], part.target + Row * part.target_pitch,
                part.columns * UnitBytes);
      store_few_of<Row + 1>(part);
    }
  }
};

/// One tile; the rows before `first` are only read.
template <int UnitBytes, int Blocks, Store S>
HWY_INLINE void turn_tile(const PlanePart& part, std::int64_t row, std::int64_t first) {
  Tile<UnitBytes, Blocks> tile;
  tile.load(part.source + row * UnitBytes, part.source_pitch);
  tile.sheaf.weave();
  tile.template store<S>(part.target + row * part.target_pitch, part.target_pitch, first);
}

/// As many columns as a tile has, at least as many rows.
template <int UnitBytes, int Blocks, Store S>
HWY_INLINE void turn_strip(const PlanePart& part) {
  constexpr std::int64_t kRows = kTileRows<UnitBytes>;
  std::int64_t row = 0;
  for (; row + kRows <= part.rows; row += kRows) turn_tile<UnitBytes, Blocks, S>(part, row, 0);
  if (row == part.rows) return;
  turn_tile<UnitBytes, Blocks, S>(part, part.rows - kRows, kRows - (part.rows - row));
}

/// Planes with fewer rows or columns than a tile of one block.
template <int UnitBytes>
void turn_few(const PlanePart& part) {
  constexpr std::int64_t kSide = kTileRows<UnitBytes>;
  for (std::int64_t c = 0; c < part.columns; c += kSide) {
    for (std::int64_t r = 0; r < part.rows; r += kSide) {
      const PlanePart few = part.from<UnitBytes>(r, c, std::min(kSide, part.rows - r),
                                                 std::min(kSide, part.columns - c));
      Tile<UnitBytes, 1> tile;
      tile.load_few_of(few);
      tile.sheaf.weave();
      tile.store_few_of(few);
    }
  }
}

/// The last `rest` columns, by the narrowest strip that has them all.
template <int UnitBytes, int Blocks>
HWY_INLINE void turn_last_columns(const PlanePart& part, std::int64_t rest) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, Blocks>;
  if constexpr (Blocks > 1) {
    if (rest <= kColumns / 2) return turn_last_columns<UnitBytes, Blocks / 2>(part, rest);
  }
  turn_strip<UnitBytes, Blocks, Store::kCached>(
      part.of_columns<UnitBytes>(part.columns - kColumns, kColumns));
}

/// Strips of so wide vectors, or narrower ones where there are too few columns. At least as many
/// rows as a tile has.
template <int UnitBytes, int Blocks>
void turn_strips(const PlanePart& part) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, Blocks>;
  if (part.columns < kColumns) {
    if constexpr (Blocks > 1) {
      turn_strips<UnitBytes, Blocks / 2>(part);
    } else {
      turn_few<UnitBytes>(part);
    }
    return;
  }
  std::int64_t column = 0;
  for (; column + kColumns <= part.columns; column += kColumns) {
    turn_strip<UnitBytes, Blocks, Store::kCached>(part.of_columns<UnitBytes>(column, kColumns));
  }
  if (column < part.columns) {
    turn_last_columns<UnitBytes, Blocks>(part, part.columns - column);
  }
}

template <int UnitBytes>
void turn_cached(const PlanePart& part) {
  if (part.rows < kTileRows<UnitBytes>) {
    turn_few<UnitBytes>(part);
  } else {
    turn_strips<UnitBytes, kMaxBlocks>(part);
  }
}

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

/// Whole lines of the cache by streaming stores, what is left and right of them as usual.
template <int UnitBytes>
void turn_streaming(const PlanePart& part) {
  constexpr std::int64_t kLineColumns = kCacheLine / UnitBytes;
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, kMaxBlocks>;
  if (part.rows < kTileRows<UnitBytes> || !lines_begin_alike<UnitBytes>(part)) {
    return turn_cached<UnitBytes>(part);
  }
  const std::int64_t head = std::min(columns_to_line<UnitBytes>(part), part.columns);
  const std::int64_t end = head + (part.columns - head) / kLineColumns * kLineColumns;
  if (head > 0) turn_cached<UnitBytes>(part.of_columns<UnitBytes>(0, head));
  for (std::int64_t c = head; c < end; c += kColumns) {
    turn_strip<UnitBytes, kMaxBlocks, Store::kStreaming>(part.of_columns<UnitBytes>(c, kColumns));
  }
  if (end < part.columns) {
    turn_cached<UnitBytes>(part.of_columns<UnitBytes>(end, part.columns - end));
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
