// SPDX-License-Identifier: Apache-2.0
// swizzle.h: CuTe's swizzle, which xors some bits of an offset into others.
//
// What     Swizzle {bits, base, shift} is Sw<B,M,S>: the B bits from bit M + max(0,S) on are xored
//          into the B bits from M - min(0,S) on.
// Why      Spreads rows of a tile that would map to the same memory banks over all banks.
// Units    Offsets are in the unit of the layout that is swizzled.
// Example  Sw<3,0,3> maps 8 (row 1, column 0) to 9 and 9 to 8; applied twice it is the identity.
//          [tests: swizzle_test.cc, "a swizzle is its own inverse"]
// Errors   Refused as plain data: bits or base below 0, |shift| below bits, more than 63 bits in
//          all.
// Source   cute/swizzle.hpp.
#pragma once

#include <cstdint>

#include "tileglot/core/outcome.h"

namespace tileglot::notation::cute {

struct Swizzle {
  int bits = 0;   ///< how many bits are xored
  int base = 0;   ///< how many of the lowest bits are left alone
  int shift = 0;  ///< distance from the changed bits to those read: upwards if positive

  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};

constexpr core::Outcome<Swizzle> make_swizzle(int bits, int base, int shift) {
  const int distance = shift < 0 ? -shift : shift;
  const bool fits =
      bits >= 0 && base >= 0 && distance >= bits && distance < 64 && bits + base + distance < 64;
  if (!fits) return core::Refusal{core::Reason::kNoSwizzle, bits, shift};
  return Swizzle{bits, base, shift};
}

/// The bits that are read.
constexpr std::int64_t source_mask(Swizzle s) {
  return ((std::int64_t{1} << s.bits) - 1) << (s.base + (s.shift > 0 ? s.shift : 0));
}

/// The bits that change.
constexpr std::int64_t target_mask(Swizzle s) {
  return ((std::int64_t{1} << s.bits) - 1) << (s.base - (s.shift < 0 ? s.shift : 0));
}

constexpr std::int64_t apply(Swizzle s, std::int64_t offset) {
  const std::int64_t read = offset & source_mask(s);
  return offset ^ (s.shift < 0 ? read << -s.shift : read >> s.shift);
}

}  // namespace tileglot::notation::cute
