// SPDX-License-Identifier: Apache-2.0
// cell_copy.h: copies runs of one short length, without a call or a branch for each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileglot::relayout::kernels::detail {

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

}  // namespace tileglot::relayout::kernels::detail
