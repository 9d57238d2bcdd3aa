// SPDX-License-Identifier: Apache-2.0
// tuple/transform.h: functions applied to the modes or the leaves of tuples.
//
// What     transform calls a function mode by mode, on one to three tuples of equal rank;
//          transform_leaf on every leaf; filter_tuple concatenates the tuples that it returns;
//          fold, escan and iscan carry a value along the modes; all_of, any_of and find test them.
// Why      Nearly every operation on tuples is one of these applied to an integer operation.
// Example  transform(append, (1,(2,3)), ((4),(5,6))) = ((1,(4)),(2,3,(5,6)))
//          [tests: tuple/transform_test.cc, "modes are transformed in parallel"]
// Errors   Refused: tuples of different ranks, a tuple with an integer, and whatever the function
//          refuses.
// Source   cute/algorithm/tuple_algorithms.hpp.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Refuses unless both are tuples of equal rank.
constexpr Refusal rank_difference(const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar || b.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
  const int first = rank(a);
  const int second = rank(b);
  return first == second ? Refusal{} : Refusal{Reason::kRanksDiffer, first, second};
}

/// The tuple of f(mode i of t, mode i of others..). Precondition: t is a tuple.
template <class F, class... Tuples>
constexpr Outcome<IntTuple> transform(const F& f, const IntTuple& t, const Tuples&... others) {
  Refusal refused;
  ((refused = refused == Refusal{} ? rank_difference(t, others) : refused), ...);
  if (refused != Refusal{}) return refused;
  IntTuple result;
  const int modes = rank(t);
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(answer, f(*mode(t, i), *mode(others, i)...));
    TILEGLOT_TRY_VALUE(longer, append(result, answer));
    result = longer;
  }
  return result;
}

/// t with f(leaf) in place of every leaf.
template <class F>
constexpr Outcome<IntTuple> transform_leaf(const F& f, const IntTuple& t) {
  if (t.is_scalar) return f(t);
  return transform([&f](const IntTuple& inner) { return transform_leaf(f, inner); }, t);
}

/// The modes of a, then those of b; an integer is one mode.
constexpr Outcome<IntTuple> concat(const IntTuple& a, const IntTuple& b) {
  const int slots = a.slots + b.slots;
  if (slots > core::kMaxLeaves) return Refusal{Reason::kTooManyLeaves, slots, core::kMaxLeaves};
  IntTuple all = a;
  all.is_scalar = false;
  for (int slot = 0; slot < b.slots; ++slot) {
    all.nesting[all.slots] = b.nesting[slot];
    copy_slot(b, slot, all);
  }
  return all;
}

/// The concatenation of all tuples f(mode i of t, mode i of others..).
template <class F, class... Tuples>
constexpr Outcome<IntTuple> filter_tuple(const F& f, const IntTuple& t, const Tuples&... others) {
  TILEGLOT_TRY_VALUE(parts, transform(f, t, others...));
  IntTuple result;
  const int modes = rank(parts);
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(longer, concat(result, *mode(parts, i)));
    result = longer;
  }
  return result;
}

/// f(.. f(f(start, mode 0), mode 1) .., last mode). An integer is one mode.
template <class State, class F>
constexpr Outcome<State> fold(const IntTuple& t, const State& start, const F& f) {
  Outcome<State> state = start;
  const int modes = rank(t);
  for (int i = 0; i < modes && state.ok(); ++i) state = f(*state, *mode(t, i));
  return state;
}

/// The states of a fold before each mode: escan of (2,3,4) from 1 by products is (1,2,6).
template <class F>
constexpr Outcome<IntTuple> escan(const IntTuple& t, const IntTuple& start, const F& f) {
  IntTuple states;
  const auto last = fold(t, start, [&](const IntTuple& state, const IntTuple& x) {
    const auto longer = append(states, state);
    states = *longer;
    return longer ? f(state, x) : longer;
  });
  if (!last) return last.refusal;
  return states;
}

/// The states of a fold after each mode: iscan of (2,3,4) from 1 by products is (2,6,24).
template <class F>
constexpr Outcome<IntTuple> iscan(const IntTuple& t, const IntTuple& start, const F& f) {
  IntTuple states;
  const auto last = fold(t, start, [&](const IntTuple& state, const IntTuple& x) {
    const auto next = f(state, x);
    const auto longer = next ? append(states, *next) : next;
    states = *longer;
    return longer ? next : longer;
  });
  if (!last) return last.refusal;
  return states;
}

/// The first mode for which the predicate holds; the rank if there is none.
template <class Predicate>
constexpr int find_if(const IntTuple& t, const Predicate& holds) {
  const int modes = rank(t);
  int i = 0;
  while (i < modes && !holds(*mode(t, i))) ++i;
  return i;
}

template <class Predicate>
constexpr bool any_of(const IntTuple& t, const Predicate& holds) {
  return find_if(t, holds) < rank(t);
}

template <class Predicate>
constexpr bool all_of(const IntTuple& t, const Predicate& holds) {
  return find_if(t, [&holds](const IntTuple& x) { return !holds(x); }) == rank(t);
}

}  // namespace tileglot::notation::cute
