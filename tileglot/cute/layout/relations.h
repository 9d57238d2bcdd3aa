// SPDX-License-Identifier: Apache-2.0
// relations.h: CuTe's C++ functions that compare tuples.
//
// What     elem_less and its variants compare mode by mode, lex_ and colex_ from the first mode or
//          from the last; evenly_divides tests whether tiles fill a shape.
// Why      A kernel's predicate is elem_less(coordinate, shape).
// Example  elem_less(make_coord(1, 1), make_shape(2, 2)) is true; elem_leq(make_coord(5, 0),
//          make_coord(2, 3)) is true as well, as in CuTe.
//          [tests: arithmetic_test.cc, "tuples are ordered in three ways"]
// Errors   Refused (refused.h): what tuple/relations.h refuses.
// Source   cute/int_tuple.hpp.
#pragma once

#include <cstddef>
#include <utility>

#include "tileglot/cute/layout/arithmetic.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::cute {

template <class T>
inline constexpr bool has_layout_type = is_layout_type<T>;
template <class... Ts>
inline constexpr bool has_layout_type<tuple<Ts...>> = (has_layout_type<Ts> || ...);

/// True if tiles of shape b fill shape a without a remainder.
template <TupleLike A, TupleLike B>
  requires(!has_layout_type<B>)
constexpr auto evenly_divides(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::evenly_divides(value_of(p), value_of(q));
      },
      a, b);
}
/// The same for a layout that tiles the whole, and for tuples of tilers, one for each mode.
template <TupleLike A, LayoutLike B>
constexpr auto evenly_divides(const A& a, const B& b) {
  return size(a) == size(b) * size(ceil_div(a, b));
}
template <TupleLike A, class... Ts>
  requires(has_layout_type<tuple<Ts...>>)
constexpr auto evenly_divides(const A& a, const tuple<Ts...>& b) {
  using Rank = decltype(rank(a));
  if constexpr (Rank::value < int(sizeof...(Ts))) {
    return false_type{};
  } else {
    return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
      return (true_type{} && ... && evenly_divides(get<int(Is)>(a), element::at<Is>(b)));
    }(std::index_sequence_for<Ts...>{});
  }
}

/// True if a is less than b in every mode; elem_leq(a, b) is !elem_less(b, a), as in CuTe.
template <TupleLike A, TupleLike B>
constexpr auto elem_less(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::elem_less(value_of(p), value_of(q));
      },
      a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto elem_leq(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::elem_leq(value_of(p), value_of(q)); },
                   a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto elem_gtr(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::elem_gtr(value_of(p), value_of(q)); },
                   a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto elem_geq(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::elem_geq(value_of(p), value_of(q)); },
                   a, b);
}

/// True if a is less than b in the first mode that differs.
template <TupleLike A, TupleLike B>
constexpr auto lex_less(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::lex_less(value_of(p), value_of(q)); },
                   a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto lex_leq(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::lex_leq(value_of(p), value_of(q)); },
                   a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto lex_gtr(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::lex_gtr(value_of(p), value_of(q)); },
                   a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto lex_geq(const A& a, const B& b) {
  return result_of([](const auto& p,
                      const auto& q) { return notation::cute::lex_geq(value_of(p), value_of(q)); },
                   a, b);
}

/// True if a is less than b in the last mode that differs.
template <TupleLike A, TupleLike B>
constexpr auto colex_less(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::colex_less(value_of(p), value_of(q));
      },
      a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto colex_leq(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::colex_leq(value_of(p), value_of(q));
      },
      a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto colex_gtr(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::colex_gtr(value_of(p), value_of(q));
      },
      a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto colex_geq(const A& a, const B& b) {
  return result_of(
      [](const auto& p, const auto& q) {
        return notation::cute::colex_geq(value_of(p), value_of(q));
      },
      a, b);
}

}  // namespace tileglot::cute
