// SPDX-License-Identifier: Apache-2.0
// arithmetic.h: arithmetic on shapes under CuTe's C++ names.
//
// What     product, sum, max, min, gcd, lcm and inner_product reduce tuples to one number; product_each,
//          product_like, elem_scale and coalesce_shape return a tuple; ceil_div, round_up and
//          shape_div count tiles. Where all arguments are static, the number is static too: a type.
// Why      CuTe code computes grids and tiles from shapes with these functions.
// Example  ceil_div(make_shape(10, 7), make_tile(_4{}, _2{})) is (3,4); product(Shape<_2, _3>{}) is
//          _6, a type.
//          [tests: arithmetic_test.cc, "numbers that types know give a type"]
// Errors   Refused (refused.h): what tuple/arithmetic.h, basis_arithmetic.h and division.h refuse.
// Source   cute/int_tuple.hpp.
#pragma once

#include <type_traits>

#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/tuple/arithmetic.h"
#include "tileglot/notation/cute/tuple/basis_arithmetic.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::cute {

constexpr core::Integer leaf_or_refuse(const core::Outcome<core::Integer>& outcome) {
  return or_refuse(outcome);
}
constexpr core::Integer leaf_or_refuse(const core::Outcome<core::IntTuple>& outcome) {
  return or_refuse(outcome).at(0);
}

/// The result of a stateless operation on values; a type where all of them are types.
template <class Op, class... Ts>
constexpr auto number_of(Op op, const Ts&... values) {
  if constexpr ((std::is_empty_v<Ts> && ...)) {
    return constant<leaf_or_refuse(Op{}(value_of(Ts{})...)).value>();
  } else {
    return untyped(AsValue{}, leaf_or_refuse(op(value_of(values)...)));
  }
}

/// A number if the dividend is a number, otherwise a tuple.
template <class Op, class A, class B>
constexpr auto divided(Op op, const A& a, const B& b) {
  if constexpr (LeafLike<A>) {
    return number_of(op, a, b);
  } else {
    return result_of([](const auto& x, const auto& y) { return Op{}(value_of(x), value_of(y)); }, a,
                     b);
  }
}

// --- reductions to one number ---

template <TupleLike T>
constexpr auto product(const T& t) {
  return number_of([](const auto& x) { return notation::cute::product(x); }, t);
}

template <TupleLike T>
constexpr auto sum(const T& t) {
  return number_of([](const auto& x) { return notation::cute::sum(x); }, t);
}

/// The largest of all numbers of all tuples.
template <TupleLike T, TupleLike... Others>
constexpr auto max(const T& t, const Others&... others) {
  return number_of([](const auto&... xs) { return notation::cute::max(xs...); }, t, others...);
}

template <TupleLike T, TupleLike... Others>
constexpr auto min(const T& t, const Others&... others) {
  return number_of([](const auto&... xs) { return notation::cute::min(xs...); }, t, others...);
}

template <TupleLike T, TupleLike... Others>
constexpr auto gcd(const T& t, const Others&... others) {
  return number_of([](const auto&... xs) { return notation::cute::gcd(xs...); }, t, others...);
}

/// The least common multiple of all numbers of all tuples.
template <TupleLike T, TupleLike... Others>
constexpr auto lcm(const T& t, const Others&... others) {
  return number_of([](const auto&... xs) { return notation::cute::lcm(xs...); }, t, others...);
}

/// The sum of the products; a coordinate if either tuple has scaled bases.
template <TupleLike A, TupleLike B>
constexpr auto inner_product(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::inner_product(value_of(p), value_of(q));
      },
      a, b);
}

// --- one number for each mode ---

template <TupleLike T>
constexpr auto product_each(const T& t) {
  return result_of([](const auto& u) { return notation::cute::product_each(value_of(u)); }, t);
}
/// For each leaf of the guide, the product of the part of a under it.
template <TupleLike A, TupleLike B>
constexpr auto product_like(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::product_like(value_of(p), value_of(q));
      },
      a, b);
}
/// Every leaf of a times the product of the part of b under it.
template <TupleLike A, TupleLike B>
constexpr auto elem_scale(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::elem_scale(value_of(p), value_of(q));
      },
      a, b);
}
/// Multiplies adjacent extents if both are static or both are dynamic.
template <TupleLike T>
constexpr auto coalesce_shape(const T& shape) {
  return result_of([](const auto& s) { return notation::cute::coalesce_shape(value_of(s)); },
                   shape);
}

// --- division ---

/// How many tiles of shape b cover a; a number divides the modes one after another.
template <TupleLike A, TupleLike B>
constexpr auto ceil_div(const A& a, const B& b) {
  return divided([](const auto& x, const auto& y) { return notation::cute::ceil_div(x, y); }, a, b);
}
/// How many tiles there are along each gap of a tile and beyond it.
template <TupleLike A, LayoutLike T>
constexpr auto ceil_div(const A& target, const T& tile) {
  return result_of([](const auto& g,
                      const auto& t) { return notation::cute::ceil_div(value_of(g), value_of(t)); },
                   target, tile);
}
/// The smallest multiple of b that is at least a.
template <TupleLike A, TupleLike B>
constexpr auto round_up(const A& a, const B& b) {
  return divided([](const auto& x, const auto& y) { return notation::cute::round_up(x, y); }, a, b);
}
/// ceil_div; one of a and b must divide the other.
template <TupleLike A, TupleLike B>
constexpr auto shape_div(const A& a, const B& b) {
  return divided([](const auto& x, const auto& y) { return notation::cute::shape_div(x, y); }, a,
                 b);
}

/// a / b, which is exact.
template <LeafLike A, LeafLike B>
constexpr auto safe_div(const A& a, const B& b) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<B>) {
    static_assert(A::value % B::value == 0, "safe_div: the division leaves a remainder");
  }
  return a / b;
}

// --- bits and signs of numbers ---

template <LeafLike T>
constexpr auto abs(const T& t) {
  if constexpr (is_constant_type<T>) {
    return C<(T::value < 0 ? -T::value : T::value)>{};
  } else {
    return t < 0 ? -t : t;
  }
}
/// -1, 0 or 1.
template <LeafLike T>
constexpr auto sgn(const T& t) {
  if constexpr (is_constant_type<T>) {
    return C<(T::value > 0) - (T::value < 0)>{};
  } else {
    return int(t > 0) - int(t < 0);
  }
}
template <LeafLike T>
constexpr auto has_single_bit(const T& t) {
  if constexpr (is_constant_type<T>) {
    return C<(T::value > 0 && (T::value & (T::value - 1)) == 0)>{};
  } else {
    return t > 0 && (t & (t - 1)) == 0;
  }
}
/// x << s, or x >> -s where s is negative; shiftr goes the other way.
template <LeafLike X, LeafLike S>
constexpr auto shiftl(const X& x, const S& s) {
  if constexpr (is_constant_type<X> && is_constant_type<S>) {
    return C<(S::value >= 0 ? X::value << (S::value >= 0 ? S::value : 0)
                            : X::value >> (S::value >= 0 ? 0 : -S::value))>{};
  } else {
    return s >= 0 ? x << s : x >> -s;
  }
}
template <LeafLike X, LeafLike S>
constexpr auto shiftr(const X& x, const S& s) {
  return shiftl(x, -s);
}

}  // namespace tileglot::cute
