// SPDX-License-Identifier: Apache-2.0
// square.h: transposes small squares of units inside 64-bit words.
//
// What     transpose_square<Bits> transposes kSide x kSide units, kSide = 64 / Bits: it loads kSide
//          words, swaps halves, then quarters, .. between pairs of words, and stores kSide words.
// Why      A loop over units makes a load and a store for each; this makes one of each for a whole
//          word, in plain C++.
// Example  16 bits, words a = a3 a2 a1 a0 and c = c3 c2 c1 c0 (low unit last): swapping the high
//          half of a with the low half of c gives c1 c0 a1 a0 and c3 c2 a3 a2.
//          [tests: plane_test.cc, "every unit and shape moves as its steps say"]
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileglot::relayout::kernels {

template <int Bits>
inline constexpr int kSquareSide = Bits < 64 ? 64 / Bits : 1;

/// Exchanges the high `Width` bits of each 2*Width bits of a with the low ones of b.
template <int Width>
void swap_halves(std::uint64_t& a, std::uint64_t& b) {
  constexpr std::uint64_t kLow = ~std::uint64_t{0} / ((std::uint64_t{1} << (Width % 64)) + 1);
  const std::uint64_t difference = ((a >> Width) ^ b) & kLow;
  a ^= difference << Width;
  b ^= difference;
}

/// Words that are Width / Bits apart exchange units that are the same distance apart.
template <int Bits, int Width>
void swap_rounds(std::array<std::uint64_t, kSquareSide<Bits>>& words) {
  constexpr std::size_t kStep = Width / Bits;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if ((i / kStep) % 2 == 0) swap_halves<Width>(words[i], words[i + kStep]);
  }
  if constexpr (Width > Bits) swap_rounds<Bits, Width / 2>(words);
}

/// Word i is `pitch` bytes after word i - 1, on both sides.
template <int Bits>
void transpose_square(const std::byte* source, std::int64_t source_pitch, std::byte* target,
                      std::int64_t target_pitch) {
  static_assert(Bits >= 8 && Bits < 64);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): every word is read in first.
  std::array<std::uint64_t, kSquareSide<Bits>> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::memcpy(&words[i], source + static_cast<std::int64_t>(i) * source_pitch, sizeof words[i]);
  }
  swap_rounds<Bits, 32>(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::memcpy(target + static_cast<std::int64_t>(i) * target_pitch, &words[i], sizeof words[i]);
  }
}

}  // namespace tileglot::relayout::kernels
