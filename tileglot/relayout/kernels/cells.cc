// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/cells.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tileglot::relayout::kernels {
namespace {

/// Copies sizeof(Word) to twice as many bytes, as two words that may overlap.
template <class Word>
struct TwoWords {
  static constexpr std::int64_t size(std::int64_t bytes) { return bytes; }
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

template <class Word>
struct OneWord {
  static constexpr std::int64_t size(std::int64_t /*bytes*/) { return sizeof(Word); }
  static void copy(std::byte* target, const std::byte* source, std::int64_t /*bytes*/) {
    std::memcpy(target, source, sizeof(Word));
  }
};

struct Bytes {
  static constexpr std::int64_t size(std::int64_t bytes) { return bytes; }
  static void copy(std::byte* target, const std::byte* source, std::int64_t bytes) {
    std::memcpy(target, source, static_cast<std::size_t>(bytes));
  }
};

using Word128 = std::array<std::uint64_t, 2>;
using Word256 = std::array<std::uint64_t, 4>;

template <class Copy>
void transpose(const std::byte* source, std::int64_t source_pitch, std::byte* target,
               std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
               std::int64_t bytes) {
  for (std::int64_t c = 0; c < columns; ++c) {
    for (std::int64_t r = 0; r < rows; ++r) {
      Copy::copy(target + r * target_pitch + c * bytes, source + c * source_pitch + r * bytes,
                 bytes);
    }
  }
}

/// This many lines of the source stay in the first-level cache while their rows are read.
constexpr std::size_t kColumnsAtOnce = 128;

template <class Copy>
void gather_row(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
                std::int64_t bytes) {
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    Copy::copy(target + static_cast<std::int64_t>(c) * Copy::size(bytes), source + offsets[c],
               bytes);
  }
}

template <class Copy>
void gather(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
            std::int64_t target_pitch, std::int64_t rows, std::int64_t bytes) {
  for (std::size_t c = 0; c < offsets.size(); c += kColumnsAtOnce) {
    const auto some = offsets.subspan(c, std::min(kColumnsAtOnce, offsets.size() - c));
    std::byte* to = target + static_cast<std::int64_t>(c) * bytes;
    for (std::int64_t r = 0; r < rows; ++r)
      gather_row<Copy>(source + r * bytes, some, to + r * target_pitch, bytes);
  }
}

/// Calls f with the copy function for that many bytes.
template <class F>
void with_copy(std::int64_t bytes, const F& f) {
  if (bytes == 1) return f(OneWord<std::uint8_t>());
  if (bytes == 2) return f(OneWord<std::uint16_t>());
  if (bytes == 4) return f(OneWord<std::uint32_t>());
  if (bytes == 8) return f(OneWord<std::uint64_t>());
  if (bytes == 16) return f(OneWord<Word128>());
  if (bytes > 64) return f(Bytes());
  if (bytes > 32) return f(TwoWords<Word256>());
  if (bytes > 16) return f(TwoWords<Word128>());
  if (bytes > 8) return f(TwoWords<std::uint64_t>());
  if (bytes > 4) return f(TwoWords<std::uint32_t>());
  return f(TwoWords<std::uint16_t>());
}

}  // namespace

void transpose_cells(const std::byte* source, std::int64_t source_pitch, std::byte* target,
                     std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
                     std::int64_t bytes) {
  with_copy(bytes, [&](auto copy) {
    transpose<decltype(copy)>(source, source_pitch, target, target_pitch, rows, columns, bytes);
  });
}

void gather_cells(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
                  std::int64_t target_pitch, std::int64_t rows, std::int64_t bytes) {
  with_copy(bytes, [&](auto copy) {
    gather<decltype(copy)>(source, offsets, target, target_pitch, rows, bytes);
  });
}

}  // namespace tileglot::relayout::kernels
