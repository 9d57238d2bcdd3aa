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

#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::cute {

/// True if tiles of shape b fill shape a without a remainder.
template <TupleLike A, TupleLike B>
constexpr bool evenly_divides(const A& a, const B& b) {
  return or_refuse(notation::cute::evenly_divides(value_of(a), value_of(b)));
}

/// True if a is less than b in every mode; elem_leq(a, b) is !elem_less(b, a), as in CuTe.
template <TupleLike A, TupleLike B>
constexpr bool elem_less(const A& a, const B& b) {
  return or_refuse(notation::cute::elem_less(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool elem_leq(const A& a, const B& b) {
  return or_refuse(notation::cute::elem_leq(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool elem_gtr(const A& a, const B& b) {
  return or_refuse(notation::cute::elem_gtr(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool elem_geq(const A& a, const B& b) {
  return or_refuse(notation::cute::elem_geq(value_of(a), value_of(b)));
}

/// True if a is less than b in the first mode that differs.
template <TupleLike A, TupleLike B>
constexpr bool lex_less(const A& a, const B& b) {
  return or_refuse(notation::cute::lex_less(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool lex_leq(const A& a, const B& b) {
  return or_refuse(notation::cute::lex_leq(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool lex_gtr(const A& a, const B& b) {
  return or_refuse(notation::cute::lex_gtr(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool lex_geq(const A& a, const B& b) {
  return or_refuse(notation::cute::lex_geq(value_of(a), value_of(b)));
}

/// True if a is less than b in the last mode that differs.
template <TupleLike A, TupleLike B>
constexpr bool colex_less(const A& a, const B& b) {
  return or_refuse(notation::cute::colex_less(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool colex_leq(const A& a, const B& b) {
  return or_refuse(notation::cute::colex_leq(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool colex_gtr(const A& a, const B& b) {
  return or_refuse(notation::cute::colex_gtr(value_of(a), value_of(b)));
}
template <TupleLike A, TupleLike B>
constexpr bool colex_geq(const A& a, const B& b) {
  return or_refuse(notation::cute::colex_geq(value_of(a), value_of(b)));
}

}  // namespace tileglot::cute
