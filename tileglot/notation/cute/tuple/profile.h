// SPDX-License-Identifier: Apache-2.0
// tuple/profile.h: takes tuples apart and rebuilds them along the nesting of another tuple.
//
// What     get, front and back descend into a tuple; flatten_to_tuple, unwrap and unflatten remove
//          and restore nesting; repeat_like, zip and zip2_by follow a given nesting.
// Why      A divide by modes gives pairs (tile, rest) nested like the tiler; zip2_by gathers them
//          into one pair of tuples.
// Example  unflatten((2,3,4), ((0,0),0)) = ((2,3),4).
//          [tests: tuple/profile_test.cc, "flat tuples are nested again"]
//          zip2_by(((2,7),((3,8),(4,9)),5), (0,(0,0))) = ((2,(3,4)),(7,(8,9),5)).
//          [tests: tuple/profile_test.cc, "pairs are split by a guide"]
// Errors   Refused: a mode that does not exist, a number of modes that differs from the profile's
//          number of integers, modes of different ranks, a mode that should be a pair but is not.
// Source   cute/int_tuple.hpp, cute/algorithm/tuple_algorithms.hpp (zip, zip2_by).
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// Mode i of mode j of ..., for a path (.., j, i): get((2,(3,4)), (1,0)) = 3.
constexpr Outcome<IntTuple> get(const IntTuple& t, const IntTuple& path) {
  Outcome<IntTuple> inner = t;
  for (int slot = 0; slot < path.slots && inner.ok(); ++slot) {
    if (!path.is_empty(slot)) inner = mode(*inner, path.values[slot]);
  }
  return inner;
}

/// The first leaf of the first mode of ..: front(((2,3),4)) = 2.
constexpr Outcome<Integer> front(const IntTuple& t) {
  if (t.slots == 0 || t.is_empty(0)) return Refusal{Reason::kNoSuchMode, 0, 0};
  return t.at(0);
}

/// The last leaf of the last mode of ..: back((2,(3,4))) = 4.
constexpr Outcome<Integer> back(const IntTuple& t) {
  if (t.slots == 0 || t.is_empty(t.slots - 1)) return Refusal{Reason::kNoSuchMode, 0, 0};
  return t.at(t.slots - 1);
}

/// Like flatten, but an integer becomes a tuple too: 2 gives (2).
constexpr IntTuple flatten_to_tuple(const IntTuple& t) {
  IntTuple flat = flatten(t);
  flat.is_scalar = false;
  return flat;
}

/// A tuple unchanged, an integer as a tuple of one: 2 gives (2), ((2)) stays. This is CuTe's wrap.
constexpr IntTuple as_tuple(const IntTuple& t) {
  IntTuple tuple = t;
  tuple.is_scalar = false;
  return tuple;
}

/// t without the tuples of one mode around it: ((3)) gives 3, ((3,4)) gives (3,4).
constexpr IntTuple unwrap(const IntTuple& t) {
  IntTuple inner = t;
  while (!inner.is_scalar && rank(inner) == 1) inner = *mode(inner, 0);
  return inner;
}

/// The modes of `flat` in order, in place of the integers of the profile.
constexpr Outcome<IntTuple> unflatten(const IntTuple& flat, const IntTuple& profile) {
  if (rank(flat) != leaf_count(profile)) {
    return Refusal{Reason::kRanksDiffer, rank(flat), leaf_count(profile)};
  }
  int next = 0;
  return transform_leaf([&](const IntTuple&) { return mode(flat, next++); }, profile);
}

/// The profile with x in place of every integer.
constexpr Outcome<IntTuple> repeat_like(const IntTuple& profile, const IntTuple& x) {
  return transform_leaf([&x](const IntTuple&) { return Outcome<IntTuple>(x); }, profile);
}

/// Mode i of every mode: ((2,7),(3,8)) gives ((2,3),(7,8)). A tuple whose first mode is an integer
/// becomes the only mode; an integer stays.
constexpr Outcome<IntTuple> zip(const IntTuple& t) {
  if (t.is_scalar) return t;
  TILEGLOT_TRY_VALUE(first, mode(t, 0));
  if (first.is_scalar) return wrap(t);
  const auto ranks = transform(
      [&first](const IntTuple& x) {
        const Refusal refused = rank_difference(first, x);
        return refused == Refusal{} ? Outcome<IntTuple>(0) : Outcome<IntTuple>(refused);
      },
      t);
  if (!ranks) return ranks.refusal;
  Outcome<IntTuple> zipped = IntTuple{};
  for (int i = 0; i < rank(first) && zipped.ok(); ++i) {
    const auto each = transform([i](const IntTuple& x) { return mode(x, i); }, t);
    zipped = each.ok() ? append(*zipped, *each) : each;
  }
  return zipped;
}

/// Gathers the pairs that the guide marks in t into one pair: ((firsts), (seconds, other modes)).
/// If the guide is an integer, t is already a pair.
constexpr Outcome<IntTuple> zip2_by(const IntTuple& t, const IntTuple& guide) {
  const int modes = rank(t);
  if (guide.is_scalar) {
    if (modes != 2) return Refusal{Reason::kRanksDiffer, modes, 2};
    return t;
  }
  const int pairs = rank(guide);
  if (t.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
  TILEGLOT_TRY_VALUE(guided, take(t, 0, pairs));
  TILEGLOT_TRY_VALUE(
      split,
      transform([](const IntTuple& x, const IntTuple& g) { return zip2_by(x, g); }, guided, guide));
  TILEGLOT_TRY_VALUE(firsts, transform([](const IntTuple& x) { return mode(x, 0); }, split));
  TILEGLOT_TRY_VALUE(seconds, transform([](const IntTuple& x) { return mode(x, 1); }, split));
  TILEGLOT_TRY_VALUE(others, take(t, pairs));
  TILEGLOT_TRY_VALUE(rest, concat(seconds, others));
  return tuple_of(firsts, rest);
}

}  // namespace tileglot::notation::cute
