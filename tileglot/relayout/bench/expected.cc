// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/expected.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

using Row = std::vector<std::int64_t>;

/// The next coordinate, ignoring the last number; false after the last one.
bool next_row(Row& x, std::span<const std::int64_t> extents) {
  for (std::size_t k = extents.size(); k-- > 1;) {
    if (++x[k - 1] < extents[k - 1]) return true;
    x[k - 1] = 0;
  }
  return false;
}

template <std::size_t Bytes>
void move_elements(const Row& f, const Row& g, const std::byte* from, std::byte* to) {
  constexpr auto kSize = static_cast<std::int64_t>(Bytes);
  for (std::size_t i = 0; i < f.size(); ++i) {
    std::memcpy(to + g[i] * kSize, from + f[i] * kSize, Bytes);
  }
}

template <int Bits>
void move_packed(const Row& f, const Row& g, const std::byte* from, std::byte* to) {
  constexpr int kPerByte = 8 / Bits;
  constexpr unsigned kMask = (1U << Bits) - 1;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const auto out_of = static_cast<unsigned>(f[i] % kPerByte * Bits);
    const auto into = static_cast<unsigned>(g[i] % kPerByte * Bits);
    const unsigned value = (static_cast<unsigned>(from[f[i] / kPerByte]) >> out_of) & kMask;
    to[g[i] / kPerByte] |= static_cast<std::byte>(value << into);
  }
}

using MoveRow = void (*)(const Row&, const Row&, const std::byte*, std::byte*);

MoveRow row_mover(int element_bits) {
  switch (element_bits) {
    case 1: return move_packed<1>;
    case 2: return move_packed<2>;
    case 4: return move_packed<4>;
    case 8: return move_elements<1>;
    case 16: return move_elements<2>;
    case 32: return move_elements<4>;
    case 64: return move_elements<8>;
    default: return move_elements<16>;
  }
}

bool has_none(std::span<const std::int64_t> extents) {
  return std::find(extents.begin(), extents.end(), 0) != extents.end();
}

}  // namespace

void move_by_definition(const Offsets& source, const Offsets& target, int element_bits,
                        std::span<const std::byte> from, std::span<std::byte> to) {
  std::fill(to.begin(), to.end(), std::byte{0});
  const auto extents = source.extents();
  if (has_none(extents)) return;
  const std::size_t length = extents.empty() ? 1 : static_cast<std::size_t>(extents.back());
  const MoveRow move_row = row_mover(element_bits);
  Row f(length);
  Row g(length);
  Row x(extents.size(), 0);
  do {
    source.row(x, f);
    target.row(x, g);
    move_row(f, g, from.data(), to.data());
  } while (next_row(x, extents));
}

void fill_with_numbers(std::span<std::byte> bytes, std::uint64_t seed) {
  // Each second byte is the upper one of a 16-bit float and, of any wider one, some byte has the
  // upper bits of the exponent: one of those bits stays 0 and one stays 1.
  constexpr std::uint64_t kClear = 0xBFFFBFFFBFFFBFFF;
  constexpr std::uint64_t kSet = 0x2000200020002000;
  std::mt19937_64 numbers(seed);
  for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = (numbers() & kClear) | kSet;
    std::memcpy(bytes.data() + i, &word, std::min(sizeof(word), bytes.size() - i));
  }
}

}  // namespace tileglot::relayout::bench
