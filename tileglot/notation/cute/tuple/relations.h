// SPDX-License-Identifier: Apache-2.0
// tuple/relations.h: which shapes refine, divide or precede each other.
//
// What     congruent and weakly_congruent compare structure (int_tuple.h, coordinate.h);
//          compatible(a, b) means that b refines a, with equal sizes under every leaf of a;
//          weakly_compatible(a, b) that each leaf of a divides the size under it;
//          evenly_divides(a, b) that tiles of shape b fill a. elem_, lex_ and colex_ are the orders
//          of coordinates: in every mode, and by the first or the last mode that differs.
// Why      A coordinate of a coarser shape is a coordinate of a compatible one.
// Example  compatible(24, (4,6)) and compatible((4,6), (4,(2,3))), but not compatible((4,6), 24).
//          [tests: tuple/relations_test.cc, "a shape is compatible with its refinements"]
//          elem_leq((5,0), (2,3)) is true: as in CuTe, it means that (2,3) is not less, not that
//          each mode is less or equal.
//          [tests: tuple/relations_test.cc, "less or equal is not greater"]
// Errors   Refused: an order of a tuple and an integer; an overflow or a division by zero in
//          evenly_divides.
// Source   cute/int_tuple.hpp; the prefix rules of elem_, lex_ and colex_less are CuTe's.
#pragma once

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::notation::cute {

/// True if b has the structure of a or refines it, and each leaf of a is the size of the part of b
/// under it.
constexpr bool compatible(const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar) {
    const auto elements = size(b);
    return elements.ok() && elements->value == a.values[0];
  }
  if (rank_difference(a, b) != Refusal{}) return false;
  for (int i = 0; i < rank(a); ++i) {
    if (!compatible(*mode(a, i), *mode(b, i))) return false;
  }
  return true;
}

/// True if b has the structure of a or refines it, and each leaf of a divides the size of the part
/// of b under it.
constexpr bool weakly_compatible(const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar) {
    const auto elements = size(b);
    const auto rest = elements.ok() ? modulo(*elements, a.at(0)) : elements;
    return rest.ok() && rest->value == 0;
  }
  if (rank_difference(a, b) != Refusal{}) return false;
  for (int i = 0; i < rank(a); ++i) {
    if (!weakly_compatible(*mode(a, i), *mode(b, i))) return false;
  }
  return true;
}

/// True if tiles of shape b fill shape a without a remainder. Modes that only a has are ignored.
constexpr Outcome<bool> evenly_divides(const IntTuple& a, const IntTuple& b) {
  if (b.is_scalar) {
    TILEGLOT_TRY_VALUE(tiles, ceil_div(a, b));
    TILEGLOT_TRY_VALUE(count, size(tiles));
    TILEGLOT_TRY_VALUE(elements, size(a));
    const auto covered = multiply(count, b.at(0));
    return covered.ok() && covered->value == elements.value;
  }
  if (rank(b) > rank(a)) return false;
  for (int i = 0; i < rank(b); ++i) {
    const auto here = evenly_divides(*mode(a, i), *mode(b, i));
    if (!here.ok() || !here.value) return here;
  }
  return true;
}

/// True if a < b in every mode. A tuple that ends first is less, unless an earlier mode is not.
constexpr Outcome<bool> elem_less(const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar != b.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
  if (a.is_scalar) return a.values[0] < b.values[0];
  const int common = rank(a) < rank(b) ? rank(a) : rank(b);
  for (int i = 0; i < common; ++i) {
    const auto here = elem_less(*mode(a, i), *mode(b, i));
    if (!here.ok() || !here.value) return here;
  }
  return rank(a) <= rank(b);
}

/// Which mode is compared first.
enum class Significant : std::uint8_t { kFirst, kLast };

constexpr IntTuple mode_at_step(const IntTuple& t, int step, Significant most) {
  return *mode(t, most == Significant::kFirst ? step : rank(t) - 1 - step);
}

/// a < b in the first mode compared in which they are not equal. A tuple that ends first is less.
constexpr Outcome<bool> less_by(Significant most, const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar != b.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
  if (a.is_scalar) return a.values[0] < b.values[0];
  const int common = rank(a) < rank(b) ? rank(a) : rank(b);
  for (int i = 0; i < common; ++i) {
    const IntTuple x = mode_at_step(a, i, most);
    const IntTuple y = mode_at_step(b, i, most);
    const auto here = less_by(most, x, y);
    if (!here.ok() || here.value) return here;
    if (!equal_values(x, y)) return false;
  }
  return rank(a) < rank(b);
}

constexpr Outcome<bool> negated(const Outcome<bool>& answer) {
  return answer.ok() ? Outcome<bool>(!answer.value) : answer;
}

/// Not b < a.
constexpr Outcome<bool> elem_leq(const IntTuple& a, const IntTuple& b) {
  return negated(elem_less(b, a));
}
constexpr Outcome<bool> elem_gtr(const IntTuple& a, const IntTuple& b) { return elem_less(b, a); }
/// Not a < b.
constexpr Outcome<bool> elem_geq(const IntTuple& a, const IntTuple& b) {
  return negated(elem_less(a, b));
}

/// By the first mode that differs: lex_less((1,9), (2,0)).
constexpr Outcome<bool> lex_less(const IntTuple& a, const IntTuple& b) {
  return less_by(Significant::kFirst, a, b);
}
constexpr Outcome<bool> lex_leq(const IntTuple& a, const IntTuple& b) {
  return negated(lex_less(b, a));
}
constexpr Outcome<bool> lex_gtr(const IntTuple& a, const IntTuple& b) { return lex_less(b, a); }
constexpr Outcome<bool> lex_geq(const IntTuple& a, const IntTuple& b) {
  return negated(lex_less(a, b));
}

/// By the last mode that differs: colex_less((9,1), (0,2)). The order of the indices of
/// coordinates.
constexpr Outcome<bool> colex_less(const IntTuple& a, const IntTuple& b) {
  return less_by(Significant::kLast, a, b);
}
constexpr Outcome<bool> colex_leq(const IntTuple& a, const IntTuple& b) {
  return negated(colex_less(b, a));
}
constexpr Outcome<bool> colex_gtr(const IntTuple& a, const IntTuple& b) { return colex_less(b, a); }
constexpr Outcome<bool> colex_geq(const IntTuple& a, const IntTuple& b) {
  return negated(colex_less(a, b));
}

}  // namespace tileglot::notation::cute
