// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/packed_runs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::kernels {
namespace {

/// Units that a word of 64 bits holds as bytes.
constexpr std::int64_t kUnits = 8;

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

template <int Bits>
void unpack(const std::byte* source, std::int64_t from, std::int64_t count, std::byte* bytes) {
  const std::byte* at = source + from * Bits / 8;
  const int shift = static_cast<int>(from * Bits % 8);
  std::int64_t i = 0;
  for (; i + kUnits <= count; i += kUnits, at += Bits) {
    const std::uint64_t units = spread<Bits>(load_eight<Bits>(at, shift));
    std::memcpy(bytes + i, &units, sizeof units);
  }
  for (; i < count; ++i) bytes[i] = std::byte(load_unit<Bits>(source, from + i));
}

template <int Bits>
void pack_each(const std::byte* bytes, std::int64_t count, std::byte* target, std::int64_t to) {
  BitWriter<Bits> writer(target);
  writer.seek(to);
  for (std::int64_t i = 0; i < count; ++i) writer.put(std::to_integer<unsigned>(bytes[i]));
}

template <int Bits>
void pack(const std::byte* bytes, std::int64_t count, std::byte* target, std::int64_t to) {
  constexpr std::int64_t kInByte = 8 / Bits;
  const std::int64_t head = std::min(count, (kInByte - to % kInByte) % kInByte);
  if (head > 0) pack_each<Bits>(bytes, head, target, to);
  std::int64_t i = head;
  std::byte* at = target + (to + head) / kInByte;
  for (; i + kUnits <= count; i += kUnits, at += Bits) {
    std::uint64_t units = 0;
    std::memcpy(&units, bytes + i, sizeof units);
    units = gathered<Bits>(units);
    std::memcpy(at, &units, Bits);
  }
  if (i < count) pack_each<Bits>(bytes + i, count - i, target, to + i);
}

}  // namespace

UnpackRun unpack_run(int unit_bits) {
  switch (unit_bits) {
    case 1: return unpack<1>;
    case 2: return unpack<2>;
    default: return unpack<4>;
  }
}

PackRun pack_run(int unit_bits) {
  switch (unit_bits) {
    case 1: return pack<1>;
    case 2: return pack<2>;
    default: return pack<4>;
  }
}

}  // namespace tileglot::relayout::kernels
