// SPDX-License-Identifier: Apache-2.0
// unit.h: moves one unit of 1 to 128 bits from one position to another.
//
// What     copy_unit<Bits> moves unit number `from` of a buffer to position number `to` of another;
//          BitWriter<Bits> writes small units one after another, a byte at a time.
// Units    Units of less than 8 bits are packed, little end first: unit i is bits [i*Bits, i*Bits +
//          Bits) of the byte stream, low bits of a byte first. Buffers need no alignment.
// Example  4-bit units 0xA, 0xB, 0xC at 1: bytes ?A CB, with the low half of the first byte kept.
//          [tests: unit_test.cc, "a bit writer keeps what lies before and after"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tileglot::relayout::kernels {

template <int Bits>
concept Packed = Bits < 8;

/// Unit number `at`, in the low bits.
template <int Bits>
  requires Packed<Bits>
unsigned load_unit(const std::byte* source, std::int64_t at) {
  const std::int64_t bit = at * Bits;
  return (std::to_integer<unsigned>(source[bit / 8]) >> (bit % 8)) & ((1U << Bits) - 1);
}

template <int Bits>
void copy_unit(const std::byte* source, std::int64_t from, std::byte* target, std::int64_t to) {
  if constexpr (Packed<Bits>) {
    const std::int64_t bit = to * Bits;
    const unsigned mask = ((1U << Bits) - 1) << (bit % 8);
    const unsigned old = std::to_integer<unsigned>(target[bit / 8]) & ~mask;
    target[bit / 8] = std::byte(old | (load_unit<Bits>(source, from) << (bit % 8)));
  } else {
    constexpr std::int64_t kBytes = Bits / 8;
    std::memcpy(target + to * kBytes, source + from * kBytes, kBytes);
  }
}

/// Writes units one by one. Adjacent units collect in a byte, which is stored when it is full or
/// the next unit is elsewhere.
template <int Bits>
  requires Packed<Bits>
class BitWriter {
 public:
  explicit BitWriter(std::byte* target) : target_(target) {}
  BitWriter(const BitWriter&) = delete;
  BitWriter& operator=(const BitWriter&) = delete;
  ~BitWriter() { flush(); }

  /// The next unit goes to position `at`.
  void seek(std::int64_t at) {
    const std::int64_t bit = at * Bits;
    if (bit == byte_ * 8 + filled_) return;
    flush();
    byte_ = bit / 8;
    first_ = filled_ = static_cast<int>(bit % 8);
    bits_ = 0;
  }

  void put(unsigned unit) {
    bits_ |= unit << filled_;
    filled_ += Bits;
    if (filled_ == 8) next_byte();
  }

 private:
  void next_byte() {
    flush();
    ++byte_;
    first_ = filled_ = 0;
    bits_ = 0;
  }

  /// Bits [first_, filled_) of the byte are new.
  void flush() {
    if (filled_ == first_) return;
    const unsigned mask = ((1U << filled_) - 1) & ~((1U << first_) - 1);
    const unsigned old = mask == 0xFF ? 0 : std::to_integer<unsigned>(target_[byte_]) & ~mask;
    target_[byte_] = std::byte(old | bits_);
  }

  std::byte* target_;
  std::int64_t byte_ = 0;
  int first_ = 0;
  int filled_ = 0;
  unsigned bits_ = 0;
};

}  // namespace tileglot::relayout::kernels
