// SPDX-License-Identifier: Apache-2.0
// integer.h: a 64-bit integer with a mark that says whether it is known at compile time, and its
// arithmetic.
//
// What     Integer {value, is_static, path}. add, multiply, divide and modulo compute the value,
//          checked, and carry the mark as CuTe's static integers do: static with static is static,
//          otherwise dynamic, except where zero or one decides the result. With a path it is a
//          scaled basis, value@path: that many steps along one mode of a coordinate.
// Why      `_2` and `2` must print and combine as in CuTe, at compile time and at run time, from
//          one piece of code.
// Units    divide and modulo truncate towards zero, as C++ and CuTe do.
// Example  multiply(_4, 2) = 8; multiply(_0, 2) = _0; modulo(7, _1) = _0; add(_0, 2) = 2.
//          [tests: integer_test.cc, "zero absorbs a dynamic factor"]
//          multiply(3, _1@0@1) = 3@0@1; add(_1@0, _2@0) = _3@0.
//          [tests: integer_test.cc, "a scaled basis scales and adds along its path"]
// Errors   Refused: a result that does not fit int64, a division by zero, the product of two bases,
//          the sum of different ones.
// Source   CuTe, cute/numeric/integral_constant.hpp and arithmetic_tuple.hpp.
#pragma once

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/outcome.h"

namespace tileglot::core {

/// The mode of a coordinate along which a scaled basis counts, outermost mode first: E<1,0> is mode
/// 0 of mode 1, printed innermost first, 1@0@1. Empty for a plain integer.
struct BasisPath {
  static constexpr int kMaxLevels = 5;
  static constexpr int kMaxMode = 62;

  std::uint32_t packed = 0;  ///< six bits per level, mode + 1, the outermost in the lowest

  constexpr bool is_empty() const { return packed == 0; }
  constexpr int levels() const {
    int count = 0;
    for (std::uint32_t rest = packed; rest != 0; rest >>= 6U) ++count;
    return count;
  }
  constexpr int mode(int level) const { return int((packed >> unsigned(6 * level)) & 63U) - 1; }
  /// The path extended by mode `index`. Precondition: levels() < kMaxLevels, index <= kMaxMode.
  constexpr BasisPath inside(int index) const {
    return {packed | (std::uint32_t(index + 1) << unsigned(6 * levels()))};
  }
  /// The path without its outermost mode.
  constexpr BasisPath inner() const { return {packed >> 6U}; }
  friend bool operator==(const BasisPath&, const BasisPath&) = default;
};

struct Integer {
  std::int64_t value = 0;
  bool is_static = false;
  BasisPath path{};

  constexpr Integer() = default;
  /// A dynamic integer, as a plain number is in CuTe.
  // NOLINTNEXTLINE(google-explicit-constructor): a number is an Integer.
  constexpr Integer(std::int64_t number) : value(number) {}
  constexpr Integer(std::int64_t number, bool mark) : value(number), is_static(mark) {}
  constexpr Integer(std::int64_t number, bool mark, BasisPath along)
      : value(number), is_static(mark), path(along) {}
  friend bool operator==(const Integer&, const Integer&) = default;
};

/// `_v`: an integer known at compile time.
constexpr Integer static_integer(std::int64_t v) { return Integer(v, true); }

constexpr bool is_static_zero(Integer a) { return a.is_static && a.value == 0; }

constexpr bool is_plain_zero(Integer a) { return a.value == 0 && a.path.is_empty(); }

constexpr Outcome<Integer> add(Integer a, Integer b) {
  if (a.path != b.path) {
    if (is_static_zero(a)) return b;
    if (is_static_zero(b)) return a;
    return Refusal{Reason::kBasisArithmetic, 0, 0};
  }
  std::int64_t sum = 0;
  if (!add_fits(a.value, b.value, sum)) return Refusal{Reason::kSumTooLarge, a.value, b.value};
  return Integer(sum, a.is_static && b.is_static, a.path);
}

constexpr Outcome<Integer> multiply(Integer a, Integer b) {
  if (is_static_zero(a) || is_static_zero(b)) return static_integer(0);
  if (!a.path.is_empty() && !b.path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  std::int64_t product = 0;
  if (!multiply_fits(a.value, b.value, product)) {
    return Refusal{Reason::kProductTooLarge, a.value, b.value};
  }
  return Integer(product, a.is_static && b.is_static, {a.path.packed | b.path.packed});
}

constexpr Outcome<Integer> divide(Integer a, Integer b) {
  if (b.value == 0) return Refusal{Reason::kDivisionByZero, a.value, 0};
  if (!b.path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (is_static_zero(a)) return a;
  if (b.value == -1 && a.value == kInt64Min) {
    return Refusal{Reason::kQuotientTooLarge, a.value, -1};
  }
  return Integer(a.value / b.value, a.is_static && b.is_static, a.path);
}

constexpr Outcome<Integer> modulo(Integer a, Integer b) {
  if (b.value == 0) return Refusal{Reason::kDivisionByZero, a.value, 0};
  if (!a.path.is_empty() || !b.path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  const bool unit = b.value == 1 || b.value == -1;
  if (is_static_zero(a) || (unit && b.is_static)) return static_integer(0);
  return Integer(unit ? 0 : a.value % b.value, a.is_static && b.is_static);
}

/// |a|, with its mark.
constexpr Outcome<Integer> magnitude(Integer a) {
  return a.value < 0 ? multiply(a, static_integer(-1)) : Outcome<Integer>(a);
}

}  // namespace tileglot::core
