// SPDX-License-Identifier: Apache-2.0
// basis_arithmetic.h: sums of coordinates and scaled bases.
//
// What     basis_add adds integers, scaled bases and tuples of them: a basis v@path is the tuple
//          with v at its path. basis_mul scales one. inner_product adds up the products of two
//          tuples.
// Why      With scaled bases as strides, the value of a layout is a coordinate, and sums are
//          tuples.
// Example  basis_add(_1@0, _1@1) = (_1,_1); basis_add((1,2), 3@1) = (1,5).
//          [tests: basis_arithmetic_test.cc, "different bases add up to a tuple"]
//          inner_product((2,(3,4)), (5,(6,7))) = 56.
//          [tests: basis_arithmetic_test.cc, "an inner product is the sum of the products"]
// Errors   Refused: the sum of a tuple and an integer other than _0, the product of two bases, an
//          inner product of tuples that are not congruent, overflow.
// Source   cute/numeric/arithmetic_tuple.hpp, cute/int_tuple.hpp (inner_product).
#pragma once

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// A basis as a tuple, with zeros only before its path: 3@1 gives (_0,3).
constexpr Outcome<IntTuple> as_arithmetic_tuple(Integer basis) {
  if (basis.path.is_empty()) return IntTuple(basis);
  TILEGLOT_TRY_VALUE(zeros, append_n(basis.path.mode(0), IntTuple{}, core::static_integer(0)));
  TILEGLOT_TRY_VALUE(
      inner, as_arithmetic_tuple(Integer(basis.value, basis.is_static, basis.path.inner())));
  return append(zeros, inner);
}

constexpr bool is_static_zero(const IntTuple& t) {
  return t.is_scalar && is_static_zero(t.at(0)) && t.paths[0] == 0;
}

constexpr Outcome<IntTuple> as_arithmetic_tuple(const IntTuple& t) {
  return t.is_scalar ? as_arithmetic_tuple(t.at(0)) : t;
}

constexpr Outcome<IntTuple> basis_add(const IntTuple& x, const IntTuple& y) {
  const IntTuple zero(core::static_integer(0));
  if (is_static_zero(x)) return y;
  if (is_static_zero(y)) return x;
  TILEGLOT_TRY_VALUE(a, as_arithmetic_tuple(x));
  TILEGLOT_TRY_VALUE(b, as_arithmetic_tuple(y));
  if (a.is_scalar != b.is_scalar) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (a.is_scalar) {
    TILEGLOT_TRY_VALUE(sum, add(a.at(0), b.at(0)));
    return IntTuple(sum);
  }
  const int modes = rank(a) > rank(b) ? rank(a) : rank(b);
  TILEGLOT_TRY_VALUE(long_a, append_n(modes, a, zero));
  TILEGLOT_TRY_VALUE(long_b, append_n(modes, b, zero));
  return transform([](const IntTuple& p, const IntTuple& q) { return basis_add(p, q); }, long_a,
                   long_b);
}

/// A multiple of a basis: basis_mul(3, _1@0@1) = 3@0@1.
constexpr Outcome<Integer> basis_mul(Integer factor, Integer basis) {
  return multiply(factor, basis);
}

/// The sum of the products leaf by leaf, starting from _0.
constexpr Outcome<IntTuple> inner_product(const IntTuple& a, const IntTuple& b) {
  if (const Refusal difference = core::first_difference(a, b); difference != Refusal{}) {
    return Refusal{Reason::kProfilesDiffer, difference.first, 0};
  }
  Outcome<IntTuple> sum = IntTuple(core::static_integer(0));
  for (int slot = 0; slot < a.slots && sum.ok(); ++slot) {
    if (a.is_empty(slot)) continue;
    TILEGLOT_TRY_VALUE(step, multiply(a.at(slot), b.at(slot)));
    sum = basis_add(*sum, step);
  }
  return sum;
}

}  // namespace tileglot::notation::cute
