// SPDX-License-Identifier: Apache-2.0
// squares_simd.h: transposes planes of any size in vector registers.
//
// A tile is K = 16 / UnitBytes rows of as many columns as fill a vector. Vector j takes block i
// from source line j + i * K; interleaving transposes K units by K in each block, so that vector j
// becomes target row j. f32, 64-byte vectors, K = 4: vector 0 is lines 0, 4, 8, 12, four units of
// each; after two rounds it is row 0 of columns 0 .. 15.
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

/// A cache line.
inline constexpr std::int64_t kFetchedBytes = 64;

template <int UnitBytes>
inline constexpr std::int64_t kTileRows = kBlock / UnitBytes;

template <int UnitBytes, int Blocks>
inline constexpr std::int64_t kTileColumns = Blocks * kTileRows<UnitBytes>;

template <int UnitBytes, int Blocks>
struct Tile {
  static constexpr int kRows = static_cast<int>(kTileRows<UnitBytes>);

  RegisterBlock<UnitBytes, Blocks, kRows> registers;

  template <int Row = 0>
  HWY_INLINE void load(const std::byte* source, std::int64_t pitch) {
    if constexpr (Row < kRows) {
      registers.vectors[Row] = load_blocks<Blocks>(source + Row * pitch, kRows * pitch);
      load<Row + 1>(source, pitch);
    }
  }

  /// Rows starting at `first`.
  template <Store S, int Row = 0>
  HWY_INLINE void store(std::byte* target, std::int64_t pitch, std::int64_t first) const {
    if constexpr (Row < kRows) {
      if (Row >= first) {
        HWY_NAMESPACE::store<Blocks, S>(registers.vectors[Row], target + Row * pitch);
      }
      store<S, Row + 1>(target, pitch, first);
    }
  }

  /// At most kRows rows and columns of a tile of one block.
  template <int Column = 0>
  HWY_INLINE void load_few_of(const PlanePart& part) {
    static_assert(Blocks == 1);
    if constexpr (Column < kRows) {
      registers.vectors[Column] =
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
      store_few(registers.vectors[Row], part.target + Row * part.target_pitch,
                part.columns * UnitBytes);
      store_few_of<Row + 1>(part);
    }
  }
};

/// Transposes one tile; the rows before `first` are only read.
template <int UnitBytes, int Blocks, Store S>
HWY_INLINE void transpose_tile(const PlanePart& part, std::int64_t row, std::int64_t first) {
  Tile<UnitBytes, Blocks> tile;
  tile.load(part.source + row * UnitBytes, part.source_pitch);
  tile.registers.weave();
  tile.template store<S>(part.target + row * part.target_pitch, part.target_pitch, first);
}

/// Stacked tiles of the widest vectors, whose source lines are read in larger pieces.
template <int UnitBytes>
struct TileStack {
  static constexpr int kTiles = kTogether<UnitBytes>;
  static constexpr int kTileRows = Tile<UnitBytes, kMaxBlocks>::kRows;
  static constexpr std::int64_t kRows = kTiles * kTileRows;

  Tile<UnitBytes, kMaxBlocks> tiles[kTiles];

  template <int Row = 0>
  HWY_INLINE void load(const std::byte* source, std::int64_t pitch) {
    if constexpr (Row < kTileRows) {
      Vector<kMaxBlocks> vectors[kTiles];
      load_next_blocks(source + Row * pitch, kTileRows * pitch, vectors);
      place<Row>(vectors);
      load<Row + 1>(source, pitch);
    }
  }

  template <Store S, int I = 0>
  HWY_INLINE void store(std::byte* target, std::int64_t pitch) {
    if constexpr (I < kTiles) {
      tiles[I].registers.weave();
      tiles[I].template store<S>(target + I * kTileRows * pitch, pitch, 0);
      store<S, I + 1>(target, pitch);
    }
  }

 private:
  template <int Row, int I = 0>
  HWY_INLINE void place(const Vector<kMaxBlocks> (&vectors)[kTiles]) {
    if constexpr (I < kTiles) {
      tiles[I].registers.vectors[Row] = vectors[I];
      place<Row, I + 1>(vectors);
    }
  }
};

/// A stack of tiles whose first unit is the part's.
template <int UnitBytes, Store S>
HWY_INLINE void transpose_stack(const PlanePart& part) {
  TileStack<UnitBytes> stack;
  stack.load(part.source, part.source_pitch);
  stack.template store<S>(part.target, part.target_pitch);
}

/// Prefetches into the second-level cache: the first has no space for later data.
template <int Columns>
HWY_INLINE void fetch_ahead(const PlanePart& part, std::int64_t byte) {
  if (part.ahead == 0 || byte % kFetchedBytes != 0) return;
  const std::byte* at = part.source + byte + part.ahead;
  for (int c = 0; c < Columns; ++c) __builtin_prefetch(at + c * part.source_pitch, 0, 2);
}

/// Exactly as many columns as a tile has, and at least as many rows.
template <int UnitBytes, int Blocks, Store S>
HWY_INLINE void transpose_strip(const PlanePart& part) {
  constexpr std::int64_t kRows = kTileRows<UnitBytes>;
  std::int64_t row = 0;
  if constexpr (Blocks == kMaxBlocks && kTogether<UnitBytes> > 1) {
    constexpr std::int64_t kStack = TileStack<UnitBytes>::kRows;
    for (; row + kStack <= part.rows; row += kStack) {
      fetch_ahead<kTileColumns<UnitBytes, Blocks>>(part, row * UnitBytes);
      transpose_stack<UnitBytes, S>(part.of_rows<UnitBytes>(row, kStack));
    }
  }
  for (; row + kRows <= part.rows; row += kRows) {
    fetch_ahead<kTileColumns<UnitBytes, Blocks>>(part, row * UnitBytes);
    transpose_tile<UnitBytes, Blocks, S>(part, row, 0);
  }
  if (row == part.rows) return;
  transpose_tile<UnitBytes, Blocks, S>(part, part.rows - kRows, kRows - (part.rows - row));
}

/// Planes with fewer rows or columns than a tile of one block.
template <int UnitBytes>
void transpose_few(const PlanePart& part) {
  constexpr std::int64_t kSide = kTileRows<UnitBytes>;
  for (std::int64_t c = 0; c < part.columns; c += kSide) {
    for (std::int64_t r = 0; r < part.rows; r += kSide) {
      const PlanePart few = part.from<UnitBytes>(r, c, std::min(kSide, part.rows - r),
                                                 std::min(kSide, part.columns - c));
      Tile<UnitBytes, 1> tile;
      tile.load_few_of(few);
      tile.registers.weave();
      tile.store_few_of(few);
    }
  }
}

/// The last `rest` columns, by the narrowest strip that contains them all.
template <int UnitBytes, int Blocks>
HWY_INLINE void transpose_last_columns(const PlanePart& part, std::int64_t rest) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, Blocks>;
  if constexpr (Blocks > 1) {
    if (rest <= kColumns / 2) return transpose_last_columns<UnitBytes, Blocks / 2>(part, rest);
  }
  transpose_strip<UnitBytes, Blocks, Store::kCached>(
      part.of_columns<UnitBytes>(part.columns - kColumns, kColumns));
}

/// Strips of vectors of that width. At least as many rows and columns as a tile has.
template <int UnitBytes, int Blocks>
void transpose_strips(const PlanePart& part) {
  constexpr std::int64_t kColumns = kTileColumns<UnitBytes, Blocks>;
  std::int64_t column = 0;
  for (; column + kColumns <= part.columns; column += kColumns) {
    transpose_strip<UnitBytes, Blocks, Store::kCached>(
        part.of_columns<UnitBytes>(column, kColumns));
  }
  if (column < part.columns) {
    transpose_last_columns<UnitBytes, Blocks>(part, part.columns - column);
  }
}

/// By the widest vectors that the columns fill. At least as many rows as a tile has.
template <int UnitBytes, int Blocks>
HWY_INLINE void transpose_by_width(const PlanePart& part) {
  if (part.columns >= kTileColumns<UnitBytes, Blocks>) {
    transpose_strips<UnitBytes, Blocks>(part);
  } else if constexpr (Blocks > 1) {
    transpose_by_width<UnitBytes, Blocks / 2>(part);
  } else {
    transpose_few<UnitBytes>(part);
  }
}

template <int UnitBytes>
void transpose_cached(const PlanePart& part) {
  if (part.rows < kTileRows<UnitBytes>) {
    transpose_few<UnitBytes>(part);
  } else {
    transpose_by_width<UnitBytes, kMaxBlocks>(part);
  }
}

/// 8 x 8 words are two tiles and nothing else: counting rows and columns would cost as much. They
/// are streamed where they are consecutive whole cache lines.
template <Store S>
HWY_INLINE bool transpose_eight_words(const PlanePart& part) {
  if constexpr (kMaxBlocks >= 2) {
    if (part.rows != 8 || part.columns != 8) return false;
    if (is_streaming(S) &&
        (part.target_pitch != 32 || reinterpret_cast<std::uintptr_t>(part.target) % 64 != 0))
      return false;
    transpose_tile<4, 2, S>(part, 0, 0);
    transpose_tile<4, 2, S>(part, 4, 0);
    return true;
  } else {
    return false;
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
