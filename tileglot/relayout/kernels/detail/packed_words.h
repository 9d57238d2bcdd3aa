// SPDX-License-Identifier: Apache-2.0
// packed_words.h: units of less than a byte in words, spread to bytes and back.
//
// What     Eight units at a time, and fewer at the ends of a run, on every processor.
// Units    Positions in bits within a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileglot::relayout::kernels::detail {

/// Units that a word of 64 bits holds as bytes.
inline constexpr std::int64_t kUnits = 8;

/// The low `Bits` bits of each `Period` bits.
template <int Bits, int Period>
constexpr std::uint64_t low_bits() {
  std::uint64_t mask = 0;
  for (int at = 0; at < 64; at += Period) mask |= ((std::uint64_t{1} << Bits) - 1) << at;
  return mask;
}

/// Eight adjacent units become eight bytes.
template <int Bits>
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << (32 - 4 * Bits)) & low_bits<4 * Bits, 32>();
  x = (x | x << (16 - 2 * Bits)) & low_bits<2 * Bits, 16>();
  return (x | x << (8 - Bits)) & low_bits<Bits, 8>();
}

/// Eight bytes become eight adjacent units.
template <int Bits>
std::uint64_t gathered(std::uint64_t x) {
  x = (x | x >> (8 - Bits)) & low_bits<2 * Bits, 16>();
  x = (x | x >> (16 - 2 * Bits)) & low_bits<4 * Bits, 32>();
  return x | x >> (32 - 4 * Bits);
}

/// Eight units are `Bits` bytes, with the next byte if they do not begin one.
template <int Bits>
std::uint64_t load_eight(const std::byte* source, int shift) {
  std::uint64_t word = 0;
  std::memcpy(&word, source, Bits);
  if (shift > 0) word |= std::to_integer<std::uint64_t>(source[Bits]) << (8 * Bits);
  return word >> shift & ((std::uint64_t{1} << (8 * Bits)) - 1);
}

/// Fewer than eight units; reads no byte without one of them.
template <int Bits>
std::uint64_t load_fewer(const std::byte* source, int shift, std::int64_t count) {
  const std::int64_t bytes = (shift + count * Bits + 7) / 8;
  std::uint64_t word = 0;
  for (std::int64_t i = 0; i < bytes; ++i)
    word |= std::to_integer<std::uint64_t>(source[i]) << unsigned(8 * i);
  return word >> unsigned(shift) & ((std::uint64_t{1} << unsigned(count * Bits)) - 1);
}

/// The units of eight bytes, adjacent.
template <int Bits>
std::uint64_t gathered_at(const std::byte* bytes) {
  std::uint64_t units = 0;
  std::memcpy(&units, bytes, sizeof units);
  return gathered<Bits>(units);
}

/// Replaces `bits` bits of a byte, from bit `shift` on.
inline void put_bits(std::byte& byte, std::uint64_t value, int shift, int bits) {
  const unsigned mask = ((1U << unsigned(bits)) - 1U) << unsigned(shift);
  const auto kept = std::to_integer<unsigned>(byte) & ~mask;
  byte = std::byte(kept | (static_cast<unsigned>(value << unsigned(shift)) & mask));
}

/// Fewer than eight units, from a whole byte on.
template <int Bits>
void put_fewer(std::byte* at, std::uint64_t units, std::int64_t count) {
  const auto bits = static_cast<int>(count * Bits);
  std::memcpy(at, &units, static_cast<std::size_t>(bits / 8));
  if (bits % 8 > 0) put_bits(at[bits / 8], units >> unsigned(bits / 8 * 8), 0, bits % 8);
}

}  // namespace tileglot::relayout::kernels::detail
