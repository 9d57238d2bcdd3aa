// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/plane.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/square.h"
#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::kernels {
namespace {

/// At most 16 bytes, as two copies that may overlap.
inline void copy_few_bytes(const std::byte* source, std::byte* target, std::int64_t bytes) {
  const auto copy_ends = [=](auto word) {
    const std::int64_t last = bytes - static_cast<std::int64_t>(sizeof word);
    auto end = word;
    std::memcpy(&word, source, sizeof word);
    std::memcpy(&end, source + last, sizeof end);
    std::memcpy(target, &word, sizeof word);
    std::memcpy(target + last, &end, sizeof end);
  };
  if (bytes >= 8) {
    copy_ends(std::uint64_t{0});
  } else if (bytes >= 4) {
    copy_ends(std::uint32_t{0});
  } else if (bytes >= 2) {
    copy_ends(std::uint16_t{0});
  } else {
    *target = *source;
  }
}

/// Copies Bits-wide units; steps that are constants are visible to the compiler.
template <int Bits>
void copy_strided(const std::byte* source, std::int64_t source_step, std::byte* target,
                  std::int64_t target_step, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    copy_unit<Bits>(source, i * source_step, target, i * target_step);
  }
}

template <int Bits>
void copy_row(const std::byte* source, std::byte* target, const Plane& plane) {
  if (plane.source_column == 1 && plane.target_column == 1) {
    const std::int64_t bytes = plane.columns * (Bits / 8);
    if (bytes <= 16) {
      copy_few_bytes(source, target, bytes);
    } else {
      std::memcpy(target, source, static_cast<std::size_t>(bytes));
    }
  } else if (plane.target_column == 1) {
    copy_strided<Bits>(source, plane.source_column, target, 1, plane.columns);
  } else if (plane.source_column == 1) {
    copy_strided<Bits>(source, 1, target, plane.target_column, plane.columns);
  } else {
    copy_strided<Bits>(source, plane.source_column, target, plane.target_column, plane.columns);
  }
}

/// N rows of the source, each in order, become N-tuples in the target.
template <int Bits, int N>
void interleave(const std::byte* __restrict source, std::byte* __restrict target,
                const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  const std::int64_t rows = plane.rows;
  const std::int64_t apart = plane.source_column * kBytes;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (int c = 0; c < N; ++c) {
      std::memcpy(target + (r * N + c) * kBytes, source + r * kBytes + c * apart, kBytes);
    }
  }
}

/// N-tuples of the source become N rows of the target, each in order.
template <int Bits, int N>
void deinterleave(const std::byte* __restrict source, std::byte* __restrict target,
                  const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  const std::int64_t columns = plane.columns;
  const std::int64_t apart = plane.target_row * kBytes;
  for (std::int64_t c = 0; c < columns; ++c) {
    for (int r = 0; r < N; ++r) {
      std::memcpy(target + c * kBytes + r * apart, source + (c * N + r) * kBytes, kBytes);
    }
  }
}

/// Takes tuples of 2 or 4 units; false where the plane has none.
template <int Bits>
bool copy_tuples(const std::byte* source, std::byte* target, const Plane& plane) {
  const bool gathers =
      plane.source_row == 1 && plane.target_column == 1 && plane.target_row == plane.columns;
  const bool scatters =
      plane.source_row == 1 && plane.target_column == 1 && plane.source_column == plane.rows;
  if (gathers && plane.columns == 2) {
    interleave<Bits, 2>(source, target, plane);
  } else if (gathers && plane.columns == 4) {
    interleave<Bits, 4>(source, target, plane);
  } else if (scatters && plane.rows == 2) {
    deinterleave<Bits, 2>(source, target, plane);
  } else if (scatters && plane.rows == 4) {
    deinterleave<Bits, 4>(source, target, plane);
  } else {
    return false;
  }
  return true;
}

template <int Bits>
void copy_run(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
              const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    std::memcpy(target + (to + r * plane.target_row) * kBytes,
                source + (from + r * plane.source_row) * kBytes,
                static_cast<std::size_t>(plane.columns * kBytes));
  }
}

template <int Bits>
void copy_plane(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
                const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  source += from * kBytes;
  target += to * kBytes;
  if (copy_tuples<Bits>(source, target, plane)) return;
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    copy_row<Bits>(source + r * plane.source_row * kBytes, target + r * plane.target_row * kBytes,
                   plane);
  }
}

/// The part of a plane that begins at (row, column), of at most the given size.
Plane block_of(const Plane& plane, std::int64_t row, std::int64_t column, std::int64_t rows,
               std::int64_t columns) {
  Plane block = plane;
  block.rows = std::min(rows, plane.rows - row);
  block.columns = std::min(columns, plane.columns - column);
  return block;
}

/// A call, so that the compiler does not see that `bytes` is small: g++ 12 would copy a line by
/// `rep movsq`, and loads of the bytes written by that stall.
[[gnu::noinline]] void copy_line(std::byte* target, const std::byte* source, std::size_t bytes) {
  std::memcpy(target, source, bytes);
}

/// Transposes blocks in a small buffer: lines of the source are read in order, lines of the target
/// are written whole, whatever cache sets their addresses map to.
template <int Bits>
class BlockTransposer {
 public:
  static constexpr std::int64_t kSide = Bits <= 32 ? 64 : 32;

  /// Precondition: source_row = target_column = 1, at most kSide rows and columns.
  void transpose(const std::byte* source, std::byte* target, const Plane& block) {
    const std::int64_t target_pitch = block.target_row * kBytes;
    for (std::int64_t r = 0; r < block.rows; ++r) fetch_line(target + r * target_pitch);
    fill_rows(source, block);
    const auto bytes = static_cast<std::size_t>(block.columns * kBytes);
    for (std::int64_t r = 0; r < block.rows; ++r) {
      copy_line(target + r * target_pitch, row(r, 0), bytes);
    }
  }

 private:
  static constexpr std::int64_t kBytes = Bits / 8;
  static constexpr std::int64_t kLine = kSide * kBytes;
  static constexpr std::int64_t kPitch = kLine + 16;
  static constexpr std::int64_t kSquare = kSquareSide<Bits>;

  std::byte* row(std::int64_t r, std::int64_t c) { return rows_.data() + r * kPitch + c * kBytes; }

  /// Prefetches a line that will be written, while the source is read.
  static void fetch_line(const std::byte* line) {
    for (std::int64_t i = 0; i < kLine; i += 64) __builtin_prefetch(line + i, 1, 3);
  }

  void fill_rows(const std::byte* source, const Plane& block) {
    const std::int64_t pitch = block.source_column * kBytes;
    const std::int64_t whole_rows = block.rows / kSquare * kSquare;
    std::int64_t c = 0;
    for (; c + kSquare <= block.columns; c += kSquare) {
      const std::byte* column = source + c * pitch;
      if constexpr (kSquare > 1) {
        for (std::int64_t r = 0; r < whole_rows; r += kSquare) {
          transpose_square<Bits>(column + r * kBytes, pitch, row(r, c), kPitch);
        }
        for (std::int64_t i = 0; i < kSquare; ++i) {
          fill_column(column + i * pitch, c + i, whole_rows, block.rows);
        }
      } else {
        fill_column(column, c, 0, block.rows);
      }
    }
    for (; c < block.columns; ++c) fill_column(source + c * pitch, c, 0, block.rows);
  }

  void fill_column(const std::byte* column, std::int64_t c, std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      std::memcpy(row(r, c), column + r * kBytes, kBytes);
    }
  }

  alignas(64) std::array<std::byte, static_cast<std::size_t>(kSide* kPitch)> rows_;
};

template <int Bits>
void transpose(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
               const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  constexpr std::int64_t kSide = BlockTransposer<Bits>::kSide;
  const bool lines = plane.source_row == 1 && plane.target_column == 1;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): every block fills it before it is read.
  BlockTransposer<Bits> transposer;
  for (std::int64_t r = 0; r < plane.rows; r += kSide) {
    for (std::int64_t c = 0; c < plane.columns; c += kSide) {
      const Plane block = block_of(plane, r, c, kSide, kSide);
      const std::int64_t block_from = from + r * plane.source_row + c * plane.source_column;
      const std::int64_t block_to = to + r * plane.target_row + c * plane.target_column;
      if (lines) {
        transposer.transpose(source + block_from * kBytes, target + block_to * kBytes, block);
      } else {
        copy_plane<Bits>(source, block_from, target, block_to, block);
      }
    }
  }
}

/// Copies bits whose distance from a byte boundary differs between source and target: two bytes
/// make one.
void copy_shifted_bytes(const std::byte* source, int shift, std::byte* target, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const unsigned low = std::to_integer<unsigned>(source[i]) >> shift;
    const unsigned high = std::to_integer<unsigned>(source[i + 1]) << (8 - shift);
    target[i] = std::byte((low | high) & 0xFF);
  }
}

template <int Bits>
void copy_packed_row(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
                     std::int64_t count) {
  constexpr std::int64_t kUnits = 8 / Bits;
  for (; count > 0 && to % kUnits != 0; --count) copy_unit<Bits>(source, from++, target, to++);
  const std::int64_t bytes = count / kUnits;
  const int shift = static_cast<int>(from % kUnits) * Bits;
  if (shift == 0) {
    std::copy_n(source + from / kUnits, bytes, target + to / kUnits);
  } else {
    copy_shifted_bytes(source + from / kUnits, shift, target + to / kUnits, bytes);
  }
  for (std::int64_t i = bytes * kUnits; i < count; ++i) {
    copy_unit<Bits>(source, from + i, target, to + i);
  }
}

template <int Bits>
void copy_packed_run(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
                     const Plane& plane) {
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    copy_packed_row<Bits>(source, from + r * plane.source_row, target, to + r * plane.target_row,
                          plane.columns);
  }
}

/// Units `step` apart in the source become adjacent. Precondition: `to` begins a byte.
template <int Bits>
void gather_bytes(const std::byte* source, std::int64_t from, std::int64_t step, std::byte* target,
                  std::int64_t to, std::int64_t bytes) {
  constexpr int kUnits = 8 / Bits;
  for (std::int64_t i = 0; i < bytes; ++i) {
    unsigned byte = 0;
    for (int u = 0; u < kUnits; ++u, from += step) {
      byte |= load_unit<Bits>(source, from) << (u * Bits);
    }
    target[to / kUnits + i] = std::byte(byte);
  }
}

template <int Bits>
void copy_packed_plane(const std::byte* source, std::int64_t from, std::byte* target,
                       std::int64_t to, const Plane& plane) {
  constexpr std::int64_t kUnits = 8 / Bits;
  BitWriter<Bits> writer(target);
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    const std::int64_t row_from = from + r * plane.source_row;
    const std::int64_t row_to = to + r * plane.target_row;
    std::int64_t whole = 0;
    if (plane.target_column == 1 && row_to % kUnits == 0) {
      whole = plane.columns / kUnits;
      gather_bytes<Bits>(source, row_from, plane.source_column, target, row_to, whole);
    }
    for (std::int64_t c = whole * kUnits; c < plane.columns; ++c) {
      writer.seek(row_to + c * plane.target_column);
      writer.put(load_unit<Bits>(source, row_from + c * plane.source_column));
    }
  }
}

/// In blocks, so that a byte of the source is still in the cache when its next unit is needed.
template <int Bits>
void transpose_packed(const std::byte* source, std::int64_t from, std::byte* target,
                      std::int64_t to, const Plane& plane) {
  constexpr std::int64_t kSide = 128;
  for (std::int64_t r = 0; r < plane.rows; r += kSide) {
    for (std::int64_t c = 0; c < plane.columns; c += kSide) {
      copy_packed_plane<Bits>(source, from + r * plane.source_row + c * plane.source_column, target,
                              to + r * plane.target_row + c * plane.target_column,
                              block_of(plane, r, c, kSide, kSide));
    }
  }
}

}  // namespace

PlaneKernel run_kernel(int unit_bits) {
  switch (unit_bits) {
    case 1: return copy_packed_run<1>;
    case 2: return copy_packed_run<2>;
    case 4: return copy_packed_run<4>;
    case 8: return copy_run<8>;
    case 16: return copy_run<16>;
    case 32: return copy_run<32>;
    case 64: return copy_run<64>;
    default: return copy_run<128>;
  }
}

PlaneKernel plane_kernel(int unit_bits) {
  switch (unit_bits) {
    case 1: return copy_packed_plane<1>;
    case 2: return copy_packed_plane<2>;
    case 4: return copy_packed_plane<4>;
    case 8: return copy_plane<8>;
    case 16: return copy_plane<16>;
    case 32: return copy_plane<32>;
    case 64: return copy_plane<64>;
    default: return copy_plane<128>;
  }
}

PlaneKernel blocked_plane_kernel(int unit_bits) {
  switch (unit_bits) {
    case 1: return transpose_packed<1>;
    case 2: return transpose_packed<2>;
    case 4: return transpose_packed<4>;
    case 8: return transpose<8>;
    case 16: return transpose<16>;
    case 32: return transpose<32>;
    case 64: return transpose<64>;
    default: return transpose<128>;
  }
}

}  // namespace tileglot::relayout::kernels
