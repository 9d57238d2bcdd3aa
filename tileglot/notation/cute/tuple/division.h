// SPDX-License-Identifier: Apache-2.0
// division.h: ceil_div, round_up and shape_div of integers and tuples.
//
// What     For integers ceil_div(a, b) is (a + b - 1) / b. A tuple is divided by a tuple mode by
//          mode; an integer is divided by the product of a tuple. An integer divides the first mode
//          of a tuple, and what is left of the divisor divides the next mode, and so on.
// Why      Counts how many tiles of a shape cover another; shape_div is for exact divisions.
// Example  ceil_div((10,7), 4) = (3,7); shape_div((6,2), 12) = (1,1); round_up((6,4), (4,3)) =
//          (8,6).
//          [tests: division_test.cc, "a divisor is handed on from mode to mode"]
// Errors   Refused: a division by zero; tuples of incompatible ranks (ceil_div and round_up take 1
//          for the modes that the divisor lacks); in shape_div two integers of which neither
//          divides the other, naming both.
// Source   cute/int_tuple.hpp. Differs from CuTe: shape_div checks dynamic integers too.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// (a + b - 1) / b, truncated as C++ does.
constexpr Outcome<Integer> ceil_div(Integer a, Integer b) {
  TILEGLOT_TRY_VALUE(quotient, divide(a, b));
  // If both are positive, the sum below might not fit although the quotient does.
  if (a.value > 0 && b.value > 0) {
    return Integer(core::ceil_div(a.value, b.value), quotient.is_static, a.path);
  }
  const core::Checked before = core::checked_sub(b.value, 1);
  if (!before) return Refusal{Reason::kSumTooLarge, b.value, -1};
  const core::Checked sum = core::checked_add(a.value, *before);
  if (!sum) return Refusal{Reason::kSumTooLarge, a.value, *before};
  return divide(Integer(*sum, a.is_static && b.is_static, a.path), b);
}

/// ceil_div(a, b) * b: round_up(6, 4) = 8.
constexpr Outcome<Integer> round_up(Integer a, Integer b) {
  TILEGLOT_TRY_VALUE(tiles, ceil_div(a, b));
  return multiply(tiles, b);
}

/// True if b divides a.
constexpr bool divides(Integer b, Integer a) {
  const auto rest = modulo(a, b);
  return rest.ok() && rest->value == 0;
}

/// ceil_div; one of a and b must divide the other.
constexpr Outcome<Integer> shape_div(Integer a, Integer b) {
  if (b.value != 0 && !divides(b, a) && !divides(a, b)) {
    return Refusal{Reason::kNotDivisible, a.value, b.value};
  }
  return ceil_div(a, b);
}

/// a / b; b must divide a.
constexpr Outcome<Integer> safe_div(Integer a, Integer b) {
  if (b.value != 0 && !divides(b, Integer(a.value))) {
    return Refusal{Reason::kNotDivisible, a.value, b.value};
  }
  return divide(a, b);
}

/// The modes divided or rounded so far, and what is left of the divisor for the next mode.
struct Divided {
  IntTuple modes;
  IntTuple divisor;
};

/// Passes the divisor from mode to mode: `answer` computes each mode of the result, and the divisor
/// of the next mode is `rest(divisor, mode)`.
template <class Answer, class Rest>
constexpr Outcome<IntTuple> divide_in_turn(const IntTuple& a, const IntTuple& b,
                                           const Answer& answer, const Rest& rest) {
  const int modes = rank(a);
  Divided so_far{{}, b};
  for (int i = 0; i < modes; ++i) {
    const IntTuple x = *mode(a, i);
    TILEGLOT_TRY_VALUE(answered, answer(x, so_far.divisor));
    TILEGLOT_TRY_VALUE(longer, append(so_far.modes, answered));
    so_far.modes = longer;
    if (i + 1 == modes) break;  // the rest of the divisor is not needed
    TILEGLOT_TRY_VALUE(left, rest(so_far.divisor, x));
    so_far.divisor = left;
  }
  return so_far.modes;
}

constexpr Outcome<IntTuple> as_leaf(const Outcome<Integer>& integer) {
  if (!integer) return integer.refusal;
  return IntTuple(*integer);
}

/// b extended with 1 for the modes that only a has.
constexpr Outcome<IntTuple> filled_like(const IntTuple& b, const IntTuple& a) {
  if (rank(b) > rank(a)) return Refusal{Reason::kRanksDiffer, rank(b), rank(a)};
  return append_n(rank(a), b, core::static_integer(1));
}

constexpr Outcome<IntTuple> ceil_div(const IntTuple& a, const IntTuple& b) {
  const auto inner = [](const IntTuple& x, const IntTuple& y) { return ceil_div(x, y); };
  if (a.is_scalar) {
    TILEGLOT_TRY_VALUE(divisor, size(b));
    return as_leaf(ceil_div(a.at(0), divisor));
  }
  if (b.is_scalar) return divide_in_turn(a, b, inner, inner);
  TILEGLOT_TRY_VALUE(filled, filled_like(b, a));
  return transform(inner, a, filled);
}

constexpr Outcome<IntTuple> round_up(const IntTuple& a, const IntTuple& b) {
  const auto inner = [](const IntTuple& x, const IntTuple& y) { return round_up(x, y); };
  if (a.is_scalar) {
    if (!b.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
    return as_leaf(round_up(a.at(0), b.at(0)));
  }
  if (b.is_scalar) {
    return divide_in_turn(a, b, inner,
                          [](const IntTuple& x, const IntTuple& y) { return ceil_div(x, y); });
  }
  TILEGLOT_TRY_VALUE(filled, filled_like(b, a));
  return transform(inner, a, filled);
}

constexpr Outcome<IntTuple> shape_div(const IntTuple& a, const IntTuple& b) {
  const auto inner = [](const IntTuple& x, const IntTuple& y) { return shape_div(x, y); };
  if (a.is_scalar) {
    TILEGLOT_TRY_VALUE(divisor, size(b));
    return as_leaf(shape_div(a.at(0), divisor));
  }
  if (b.is_scalar) return divide_in_turn(a, b, inner, inner);
  return transform(inner, a, b);
}

}  // namespace tileglot::notation::cute
