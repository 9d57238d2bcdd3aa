// SPDX-License-Identifier: Apache-2.0
// tuple/modes.h: takes out, inserts, replaces and groups the modes of a tuple.
//
// What     take, select, insert, remove, replace, reverse, prepend, append_n, prepend_n, group and
//          repeat treat a tuple as the list of its modes and do not change the modes' contents.
// Why      Divides, products and slices compute a few modes and rearrange the others.
// Units    Modes are counted from 0; [begin, end) is half-open. An integer is one mode.
// Example  take((2,(3,4),5), 1, 3) = ((3,4),5); group((2,3,4), 0, 2) = ((2,3),4).
//          [tests: tuple/modes_test.cc, "modes are taken, selected and grouped"]
// Errors   Refused: modes and ranges that do not exist, filling up to less than the tuple's rank,
//          more than 64 leaves.
// Source   cute/algorithm/tuple_algorithms.hpp, cute/int_tuple.hpp.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// The tuple of the modes [begin, end): take((2,3,4), 1, 2) = (3).
constexpr Outcome<IntTuple> take(const IntTuple& t, std::int64_t begin, std::int64_t end) {
  if (begin < 0 || begin > end || end > rank(t)) return Refusal{Reason::kNoSuchRange, begin, end};
  int slot = 0;
  for (std::int64_t i = 0; i < begin; ++i) slot = mode_end(t, slot);
  IntTuple taken;
  for (std::int64_t i = begin; i < end; ++i) {
    for (const int stop = mode_end(t, slot); slot < stop; ++slot) {
      taken.nesting[taken.slots] = t.nesting[slot];
      copy_slot(t, slot, taken);
    }
  }
  return taken;
}

/// The modes from `begin` on.
constexpr Outcome<IntTuple> take(const IntTuple& t, std::int64_t begin) {
  return take(t, begin, rank(t));
}

/// The tuple of the modes whose numbers are the integers of `indices`, repeats allowed:
/// select((2,3,4), (2,0)) = (4,2).
constexpr Outcome<IntTuple> select(const IntTuple& t, const IntTuple& indices) {
  IntTuple selected;
  for (int slot = 0; slot < indices.slots; ++slot) {
    if (indices.is_empty(slot)) continue;
    TILEGLOT_TRY_VALUE(chosen, mode(t, indices.values[slot]));
    TILEGLOT_TRY_VALUE(longer, append(selected, chosen));
    selected = longer;
  }
  return selected;
}

/// The modes before `begin`, then x, then the modes from `end` on.
constexpr Outcome<IntTuple> splice(const IntTuple& t, std::int64_t begin, std::int64_t end,
                                   const IntTuple& x) {
  TILEGLOT_TRY_VALUE(before, take(t, 0, begin));
  TILEGLOT_TRY_VALUE(after, take(t, end));
  TILEGLOT_TRY_VALUE(longer, append(before, x));
  return concat(longer, after);
}

/// x becomes mode n: insert((2,3), 1, 9) = (2,9,3).
constexpr Outcome<IntTuple> insert(const IntTuple& t, std::int64_t n, const IntTuple& x) {
  return splice(t, n, n, x);
}

constexpr Outcome<IntTuple> remove(const IntTuple& t, std::int64_t n) {
  TILEGLOT_TRY_VALUE(after, take(t, n < core::kInt64Max ? n + 1 : n));
  TILEGLOT_TRY_VALUE(before, take(t, 0, n));
  return concat(before, after);
}

/// x in place of mode n: replace((2,(3,4)), 1, 9) = (2,9); in place of an integer it is x alone.
constexpr Outcome<IntTuple> replace(const IntTuple& t, std::int64_t n, const IntTuple& x) {
  if (n < 0 || n >= rank(t)) return Refusal{Reason::kNoSuchMode, n, rank(t)};
  if (t.is_scalar) return x;
  return splice(t, n, n + 1, x);
}

constexpr Outcome<IntTuple> replace_front(const IntTuple& t, const IntTuple& x) {
  return replace(t, 0, x);
}

constexpr Outcome<IntTuple> replace_back(const IntTuple& t, const IntTuple& x) {
  return replace(t, rank(t) - 1, x);
}

/// x as an additional first mode: prepend((3,4), 2) = (2,3,4).
constexpr Outcome<IntTuple> prepend(const IntTuple& t, const IntTuple& x) {
  return insert(t, 0, x);
}

/// The refusal if a tuple cannot be filled up to n modes.
constexpr Refusal cannot_fill(const IntTuple& t, std::int64_t n) {
  return n < rank(t) ? Refusal{Reason::kRanksDiffer, rank(t), n} : Refusal{};
}

/// Appends x until there are n modes: append_n(4, (2,3), 1) = (2,3,1,1).
constexpr Outcome<IntTuple> append_n(std::int64_t n, const IntTuple& t, const IntTuple& x) {
  if (const Refusal refused = cannot_fill(t, n); refused != Refusal{}) return refused;
  Outcome<IntTuple> filled = t;
  for (std::int64_t i = rank(t); i < n && filled.ok(); ++i) filled = append(*filled, x);
  return filled;
}

/// Prepends x until there are n modes: prepend_n(4, (2,3), 1) = (1,1,2,3).
constexpr Outcome<IntTuple> prepend_n(std::int64_t n, const IntTuple& t, const IntTuple& x) {
  if (const Refusal refused = cannot_fill(t, n); refused != Refusal{}) return refused;
  if (n == rank(t)) return t;
  TILEGLOT_TRY_VALUE(front, append_n(n - rank(t), IntTuple{}, x));
  return concat(front, t);
}

/// The modes in reverse order; the modes themselves are unchanged.
constexpr Outcome<IntTuple> reverse(const IntTuple& t) {
  if (t.is_scalar) return t;
  Outcome<IntTuple> reversed = IntTuple{};
  for (int i = rank(t); i-- > 0;) reversed = append(*reversed, *mode(t, i));
  return reversed;
}

/// The modes [begin, end) as one: group((2,3,4), 1, 3) = (2,(3,4)). An empty range groups nothing.
constexpr Outcome<IntTuple> group(const IntTuple& t, std::int64_t begin, std::int64_t end) {
  TILEGLOT_TRY_VALUE(grouped, take(t, begin, end));
  if (begin == end) return t;
  return splice(t, begin, end, grouped);
}

/// The tuple of n copies of x.
constexpr Outcome<IntTuple> tuple_repeat(std::int64_t n, const IntTuple& x) {
  return append_n(n, IntTuple{}, x);
}

/// The tuple of n copies of x; x itself for n = 1.
constexpr Outcome<IntTuple> repeat(std::int64_t n, const IntTuple& x) {
  if (n == 1) return x;
  if (n < 0) return Refusal{Reason::kNoCount, n, 0};
  return tuple_repeat(n, x);
}

}  // namespace tileglot::notation::cute
