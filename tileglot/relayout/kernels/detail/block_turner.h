// SPDX-License-Identifier: Apache-2.0
// block_turner.h: turns a block of a plane over, in a buffer that stays in the cache.
//
// What     turn(source, target, block) transposes at most kSide x kSide units whose rows are in
//          order in the source and whose columns are in order in the target.
// Why      Lines of the target are written whole, whatever sets of the cache their addresses fall
//          into. Lines of the source are asked for early, those of the next block too: a few lines
//          from each of many far places would be all waiting.
// Units    `block` has its steps in units, source and target point to its first unit.
// How      Units of up to 16 bits are first copied line by line: a square of them takes its words
//          from so many lines that the loads would wait for one another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/plane.h"
#include "tileglot/relayout/kernels/square.h"

namespace tileglot::relayout::kernels {

/// A call, so that the compiler does not see how small `bytes` is: g++ 12 would copy a line by
/// `rep movsq`, and loads from what that wrote wait for it.
[[gnu::noinline]] inline void copy_line(std::byte* target, const std::byte* source,
                                        std::size_t bytes) {
  std::memcpy(target, source, bytes);
}

template <int Bits>
class BlockTurner {
 public:
  static constexpr std::int64_t kSide = Bits == 8 ? 128 : Bits <= 32 ? 64 : 32;

  /// Asks for the lines of a block's source.
  static void fetch(const std::byte* source, const Plane& block) {
    const std::int64_t bytes = block.rows * kBytes;
    for (std::int64_t c = 0; c < block.columns; ++c) {
      const std::byte* line = source + c * block.source_column * kBytes;
      for (std::int64_t i = 0; i < bytes; i += kCacheLine) __builtin_prefetch(line + i);
      __builtin_prefetch(line + bytes - 1);
    }
  }

  /// Precondition: source_row = target_column = 1, at most kSide rows and columns.
  void turn(const std::byte* source, std::byte* target, const Plane& block) {
    std::int64_t pitch = block.source_column * kBytes;
    if constexpr (kCopiesFirst) {
      const auto bytes = static_cast<std::size_t>(block.rows * kBytes);
      for (std::int64_t c = 0; c < block.columns; ++c) {
        copy_line(columns_.data() + c * kPitch, source + c * pitch, bytes);
      }
      source = columns_.data();
      pitch = kPitch;
    }
    fill_rows(source, pitch, block);
    const auto bytes = static_cast<std::size_t>(block.columns * kBytes);
    for (std::int64_t r = 0; r < block.rows; ++r) {
      copy_line(target + r * block.target_row * kBytes, row(r, 0), bytes);
    }
  }

 private:
  static constexpr bool kCopiesFirst = Bits <= 16;
  static constexpr std::int64_t kCacheLine = 64;
  static constexpr std::int64_t kBytes = Bits / 8;
  static constexpr std::int64_t kPitch = kSide * kBytes + 16;
  static constexpr std::int64_t kSquare = kSquareSide<Bits>;
  static constexpr std::size_t kBufferBytes{kSide * kPitch};

  std::byte* row(std::int64_t r, std::int64_t c) { return rows_.data() + r * kPitch + c * kBytes; }

  void fill_rows(const std::byte* source, std::int64_t pitch, const Plane& block) {
    const std::int64_t whole_rows = kSquare > 1 ? block.rows / kSquare * kSquare : 0;
    std::int64_t c = 0;
    for (; c + kSquare <= block.columns; c += kSquare) {
      const std::byte* column = source + c * pitch;
      if constexpr (kSquare > 1) {
        for (std::int64_t r = 0; r < whole_rows; r += kSquare) {
          transpose_square<Bits>(column + r * kBytes, pitch, row(r, c), kPitch);
        }
      }
      for (std::int64_t i = 0; i < kSquare; ++i) {
        fill_column(column + i * pitch, c + i, whole_rows, block.rows);
      }
    }
    for (; c < block.columns; ++c) fill_column(source + c * pitch, c, 0, block.rows);
  }

  void fill_column(const std::byte* column, std::int64_t c, std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      std::memcpy(row(r, c), column + r * kBytes, kBytes);
    }
  }

  alignas(64) std::array<std::byte, kBufferBytes> rows_;
  alignas(64) std::array<std::byte, kCopiesFirst ? kBufferBytes : 1> columns_;
};

}  // namespace tileglot::relayout::kernels
