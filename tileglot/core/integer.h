// SPDX-License-Identifier: Apache-2.0
// integer.h: a 64-bit integer with a mark that says whether it is known at compile time, and its
// arithmetic.
//
// What     Integer {value, is_static}. add, multiply, divide and modulo compute the value, checked,
//          and carry the mark as CuTe's static integers do: static with static is static, otherwise
//          dynamic, except where zero or one decides the result.
// Why      `_2` and `2` must print and combine as in CuTe, at compile time and at run time, from
//          one piece of code.
// Units    divide and modulo truncate towards zero, as C++ and CuTe do.
// Example  multiply(_4, 2) = 8; multiply(_0, 2) = _0; modulo(7, _1) = _0; add(_0, 2) = 2.
//          [tests: integer_test.cc, "zero absorbs a dynamic factor"]
// Errors   Refused: a result that does not fit int64, a division by zero.
// Source   CuTe, cute/numeric/integral_constant.hpp.
#pragma once

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/core/outcome.h"

namespace tileglot::core {

struct Integer {
  std::int64_t value = 0;
  bool is_static = false;

  constexpr Integer() = default;
  /// A dynamic integer, as a plain number is in CuTe.
  // NOLINTNEXTLINE(google-explicit-constructor): a number is an Integer.
  constexpr Integer(std::int64_t number) : value(number) {}
  constexpr Integer(std::int64_t number, bool mark) : value(number), is_static(mark) {}
  friend bool operator==(const Integer&, const Integer&) = default;
};

/// `_v`: an integer known at compile time.
constexpr Integer static_integer(std::int64_t v) { return Integer(v, true); }

constexpr bool is_static_zero(Integer a) { return a.is_static && a.value == 0; }

constexpr Outcome<Integer> add(Integer a, Integer b) {
  const Checked sum = checked_add(a.value, b.value);
  if (!sum) return Refusal{Reason::kSumTooLarge, a.value, b.value};
  return Integer(*sum, a.is_static && b.is_static);
}

constexpr Outcome<Integer> multiply(Integer a, Integer b) {
  if (is_static_zero(a) || is_static_zero(b)) return static_integer(0);
  const Checked product = checked_mul(a.value, b.value);
  if (!product) return Refusal{Reason::kProductTooLarge, a.value, b.value};
  return Integer(*product, a.is_static && b.is_static);
}

constexpr Outcome<Integer> divide(Integer a, Integer b) {
  if (b.value == 0) return Refusal{Reason::kDivisionByZero, a.value, 0};
  if (is_static_zero(a)) return a;
  if (b.value == -1 && a.value == kInt64Min) return Refusal{Reason::kProductTooLarge, a.value, -1};
  return Integer(a.value / b.value, a.is_static && b.is_static);
}

constexpr Outcome<Integer> modulo(Integer a, Integer b) {
  if (b.value == 0) return Refusal{Reason::kDivisionByZero, a.value, 0};
  const bool unit = b.value == 1 || b.value == -1;
  if (is_static_zero(a) || (unit && b.is_static)) return static_integer(0);
  return Integer(unit ? 0 : a.value % b.value, a.is_static && b.is_static);
}

/// |a|, with its mark.
constexpr Outcome<Integer> magnitude(Integer a) {
  return a.value < 0 ? multiply(a, static_integer(-1)) : Outcome<Integer>(a);
}

}  // namespace tileglot::core
