// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/cells.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileglot::relayout::kernels {
namespace {

/// From sizeof(Word) to twice as many bytes, as two words that may overlap.
template <class Word>
struct TwoWords {
  static void copy(std::byte* target, const std::byte* source, std::int64_t bytes) {
    const std::int64_t last = bytes - static_cast<std::int64_t>(sizeof(Word));
    Word begin{};
    Word end{};
    std::memcpy(&begin, source, sizeof begin);
    std::memcpy(&end, source + last, sizeof end);
    std::memcpy(target, &begin, sizeof begin);
    std::memcpy(target + last, &end, sizeof end);
  }
};

struct OneByte {
  static void copy(std::byte* target, const std::byte* source, std::int64_t /*bytes*/) {
    *target = *source;
  }
};

struct Bytes {
  static void copy(std::byte* target, const std::byte* source, std::int64_t bytes) {
    std::memcpy(target, source, static_cast<std::size_t>(bytes));
  }
};

using Word128 = std::array<std::uint64_t, 2>;
using Word256 = std::array<std::uint64_t, 4>;

template <class Copy>
void turn(const std::byte* source, std::int64_t source_pitch, std::byte* target,
          std::int64_t target_pitch, std::int64_t rows, std::int64_t columns, std::int64_t bytes) {
  for (std::int64_t c = 0; c < columns; ++c) {
    for (std::int64_t r = 0; r < rows; ++r) {
      Copy::copy(target + r * target_pitch + c * bytes, source + c * source_pitch + r * bytes,
                 bytes);
    }
  }
}

using Turn = decltype(&turn<Bytes>);

Turn turn_of(std::int64_t bytes) {
  if (bytes > 64) return turn<Bytes>;
  if (bytes > 32) return turn<TwoWords<Word256>>;
  if (bytes > 16) return turn<TwoWords<Word128>>;
  if (bytes >= 8) return turn<TwoWords<std::uint64_t>>;
  if (bytes >= 4) return turn<TwoWords<std::uint32_t>>;
  if (bytes >= 2) return turn<TwoWords<std::uint16_t>>;
  return turn<OneByte>;
}

}  // namespace

void turn_cells(const std::byte* source, std::int64_t source_pitch, std::byte* target,
                std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
                std::int64_t bytes) {
  turn_of(bytes)(source, source_pitch, target, target_pitch, rows, columns, bytes);
}

}  // namespace tileglot::relayout::kernels
