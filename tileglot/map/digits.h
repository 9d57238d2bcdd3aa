// SPDX-License-Identifier: Apache-2.0
// digits.h: the terms on one source as digits with strides.
//
// What     digits_of(v, src): where the divisors 1 = b_0 < b_1 < .. of the terms on src each divide
//          the next, src is split into mixed-radix digits floor(src / b_i) mod (b_(i+1) / b_i), and
//          v moves by a stride per digit. floors_of is the inverse.
// Why      Notations and loops are written in sizes and strides; the map stores what is added at
//          each boundary.
// Example  254 at 2, 1024 at 8, 1 at 1 (x0 of bf16[16,256]{1,0:T(8,128)(2,1)}): digits 2:1, 4:256,
//          rest:2048.
//          [tests: digits_test.cc, "the digits of a packed tile"]
// Source   stride_i = coef(b_i) + stride_(i-1) * b_i/b_(i-1). So a zero coefficient means that the
//          strides of adjacent digits continue each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/value.h"

namespace tileglot::map {

struct Digit {
  std::int64_t div = 1;               ///< the digit is floor(src / div) mod radix
  std::optional<std::int64_t> radix;  ///< none for the top digit, which takes the rest
  std::int64_t stride = 0;
  friend bool operator==(const Digit&, const Digit&) = default;
};

/// The digits of src in v, least significant first, at least one. std::nullopt where a divisor does
/// not divide the next, or where a stride overflows int64.
std::optional<std::vector<Digit>> digits_of(const Value& v, Source src);

/// The terms with these digits: none where a stride continues the one before. Precondition: digits
/// as digits_of returns them. std::nullopt where a coefficient overflows int64.
std::optional<std::vector<FloorTerm>> floors_of(std::span<const Digit> digits, Source src);

}  // namespace tileglot::map
