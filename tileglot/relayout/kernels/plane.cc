// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/plane.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::kernels {
namespace {

/// Copies Bits-wide units; the compiler sees each step that is a constant.
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
    std::memcpy(target, source, static_cast<std::size_t>(plane.columns * (Bits / 8)));
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
void interleave(const std::byte* source, std::byte* target, const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    for (int c = 0; c < N; ++c) {
      std::memcpy(target + (r * N + c) * kBytes, source + (r + c * plane.source_column) * kBytes,
                  kBytes);
    }
  }
}

/// N-tuples of the source become N rows of the target, each in order.
template <int Bits, int N>
void deinterleave(const std::byte* source, std::byte* target, const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  for (std::int64_t c = 0; c < plane.columns; ++c) {
    for (int r = 0; r < N; ++r) {
      std::memcpy(target + (c + r * plane.target_row) * kBytes, source + (c * N + r) * kBytes,
                  kBytes);
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

/// The part of a plane from (row, column) on, at most so large.
Plane block_of(const Plane& plane, std::int64_t row, std::int64_t column, std::int64_t rows,
               std::int64_t columns) {
  Plane block = plane;
  block.rows = std::min(rows, plane.rows - row);
  block.columns = std::min(columns, plane.columns - column);
  return block;
}

/// A block turned over in a small buffer: lines of the source are read whole, lines of the target
/// written whole, whatever sets of the cache their addresses fall into.
template <int Bits, std::int64_t Rows, std::int64_t Columns>
void transpose_block(const std::byte* source, std::byte* target, const Plane& block) {
  constexpr std::int64_t kBytes = Bits / 8;
  constexpr std::int64_t kPitch = Rows * kBytes + 16;
  alignas(64) std::array<std::byte, static_cast<std::size_t>(kPitch * Columns)> buffer;
  for (std::int64_t c = 0; c < block.columns; ++c) {
    std::memcpy(&buffer[static_cast<std::size_t>(c * kPitch)],
                source + c * block.source_column * kBytes,
                static_cast<std::size_t>(block.rows * kBytes));
  }
  for (std::int64_t r = 0; r < block.rows; ++r) {
    std::byte* row = target + r * block.target_row * kBytes;
    const std::byte* column = &buffer[static_cast<std::size_t>(r * kBytes)];
    for (std::int64_t c = 0; c < block.columns; ++c) {
      std::memcpy(row + c * kBytes, column + c * kPitch, kBytes);
    }
  }
}

template <int Bits>
void transpose(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to,
               const Plane& plane) {
  constexpr std::int64_t kBytes = Bits / 8;
  constexpr std::int64_t kSide = Bits <= 32 ? 64 : 32;
  const bool lines = plane.source_row == 1 && plane.target_column == 1;
  source += from * kBytes;
  target += to * kBytes;
  for (std::int64_t r = 0; r < plane.rows; r += kSide) {
    for (std::int64_t c = 0; c < plane.columns; c += kSide) {
      const Plane block = block_of(plane, r, c, kSide, kSide);
      const std::byte* block_source =
          source + (r * plane.source_row + c * plane.source_column) * kBytes;
      std::byte* block_target = target + (r * plane.target_row + c * plane.target_column) * kBytes;
      if (lines) {
        transpose_block<Bits, kSide, kSide>(block_source, block_target, block);
      } else {
        copy_plane<Bits>(block_source, 0, block_target, 0, block);
      }
    }
  }
}

/// Bits that lie at another distance from a byte border than they go to: two bytes make one.
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

template <int Bits>
void copy_packed_plane(const std::byte* source, std::int64_t from, std::byte* target,
                       std::int64_t to, const Plane& plane) {
  BitWriter<Bits> writer(target);
  for (std::int64_t r = 0; r < plane.rows; ++r) {
    for (std::int64_t c = 0; c < plane.columns; ++c) {
      writer.seek(to + r * plane.target_row + c * plane.target_column);
      writer.put(load_unit<Bits>(source, from + r * plane.source_row + c * plane.source_column));
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

PlaneKernel transpose_kernel(int unit_bits) {
  switch (unit_bits) {
    case 8: return transpose<8>;
    case 16: return transpose<16>;
    case 32: return transpose<32>;
    case 64: return transpose<64>;
    case 128: return transpose<128>;
    default: return plane_kernel(unit_bits);
  }
}

}  // namespace tileglot::relayout::kernels
