// SPDX-License-Identifier: Apache-2.0
// leaf_search.h: decides a composition by trying its coordinates.
//
// What     search_leaf finds the pieces of one leaf s:d of B, or the first step c that no layout
//          can match; search_sums checks that the leaves add up, or returns the first index where
//          they do not.
// Why      If a mode of A carries, the carry may happen to change nothing. Then only the offsets
//          show whether there is a layout, and they decide it exactly: the first piece of the
//          coalesced result must be the longest run where A(c*d) = c*A(d), since the next stride
//          of a coalesced layout does not extend the run. So its length n divides s or there is no
//          result, and the rest is the same problem with s/n steps of n*d.
// Limits   2^20 tries, 2^12 in a constant expression; a contradiction found earlier ends the
//          search.
// Example  (6,4):(1,10) o 4:4 has offsets 0, 4, 12, 20: a run of 2, then 2:12, but 20 is not 4+12.
//          [tests: composition_test.cc, "a carry that changes the offsets is refused"]
// Errors   kNoStridedLeaf (leaf of B, step), kTooLargeToDecide (leaf of B, elements).
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/notation/cute/algebra/flat_modes.h"
#include "tileglot/notation/cute/algebra/leaf_pieces.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr std::int64_t search_limit() {
  return std::is_constant_evaluated() ? std::int64_t{1} << 12 : std::int64_t{1} << 20;
}

/// True if A(c*d) = c * A(d).
constexpr bool is_multiple(const FlatModes& a, std::int64_t c, std::int64_t d) {
  Gap gap(a);
  gap.add(1, c * d);
  gap.add(-c, d);
  return gap.is_zero();
}

/// True if A(x + y) = A(x) + A(y).
constexpr bool is_sum(const FlatModes& a, std::int64_t x, std::int64_t y) {
  Gap gap(a);
  gap.add(1, x + y);
  gap.add(-1, x);
  gap.add(-1, y);
  return gap.is_zero();
}

/// The number of tries left in one search.
struct Tries {
  std::int64_t left = search_limit();
  constexpr bool spend() { return left-- > 0; }
};

/// The first c in [2, s) with A(c*d) != c*A(d), s if there is none.
constexpr std::int64_t length_of_run(const FlatModes& a, std::int64_t s, std::int64_t d,
                                     Tries& tries) {
  std::int64_t c = 2;
  while (c < s && tries.spend() && is_multiple(a, c, d)) ++c;
  return c < s ? c : s;
}

/// The first c in [n, s) where A(c*d) is not the sum of a whole number of runs and the rest; s if
/// there is none.
constexpr std::int64_t first_broken_run(const FlatModes& a, std::int64_t s, std::int64_t d,
                                        std::int64_t n, Tries& tries) {
  std::int64_t c = n;
  while (c < s && tries.spend() && is_sum(a, (c % n) * d, (c - c % n) * d)) ++c;
  return c < s ? c : s;
}

constexpr Refusal search_leaf(const FlatModes& a, int leaf, Integer extent, Integer stride,
                              Pieces& pieces) {
  Tries tries;
  std::int64_t s = extent.value;
  std::int64_t d = stride.value;
  const bool is_static = extent.is_static && stride.is_static;
  while (s > 1) {
    const std::int64_t n = length_of_run(a, s, d, tries);
    const std::int64_t unit = d / stride.value;
    const bool divides = s % n == 0;
    const std::int64_t broken = divides ? first_broken_run(a, s, d, n, tries) : n;
    if (tries.left < 0) return {Reason::kTooLargeToDecide, leaf, extent.value};
    if (broken != s) return {Reason::kNoStridedLeaf, leaf, broken * unit};
    TILEGLOT_TRY_VALUE(step, offset_at(a, d));
    pieces.push(n, is_static, Integer(step.value, is_static && step.is_static, step.path));
    if (pieces.refused != Refusal{}) return pieces.refused;
    s /= n;
    d = s > 1 ? d * n : 0;
  }
  return {};
}

/// The leaves of B that move in A, to be added up at every coordinate.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first `count` are ever read.
struct Walkers {
  std::int64_t extent[core::kMaxLeaves];
  std::int64_t stride[core::kMaxLeaves];
  std::int64_t place[core::kMaxLeaves];  ///< how far one step moves the index of B
  std::int64_t at[core::kMaxLeaves];
  int count = 0;

  constexpr void push(std::int64_t n, std::int64_t d, std::int64_t index) {
    extent[count] = n;
    stride[count] = d;
    place[count] = index;
    at[count] = 0;
    ++count;
  }
  constexpr bool add_up(const FlatModes& a) const {
    Gap gap(a);
    std::int64_t sum = 0;
    for (int j = 0; j < count; ++j) {
      gap.add(-1, at[j] * stride[j]);
      sum += at[j] * stride[j];
    }
    gap.add(1, sum);
    return gap.is_zero();
  }
  constexpr std::int64_t index() const {
    std::int64_t sum = 0;
    for (int j = 0; j < count; ++j) sum += at[j] * place[j];
    return sum;
  }
  /// The next coordinate, first leaf fastest; false after the last.
  constexpr bool advance() {
    for (int j = 0; j < count; ++j) {
      if (++at[j] < extent[j]) return true;
      at[j] = 0;
    }
    return false;
  }
  constexpr void to_start() {
    for (int j = 0; j < count; ++j) at[j] = 0;
  }
  /// Moves the leaves of a pair to their ends, the others to 0.
  constexpr void to_ends_of(int one, int other) {
    for (int j = 0; j < count; ++j) at[j] = j == one || j == other ? extent[j] - 1 : 0;
  }
};

/// Tries the far ends of every pair of leaves first: most contradictions show there, even between
/// leaves too long to try completely.
constexpr bool pairs_add_up(const FlatModes& a, Walkers& walkers) {
  for (int j = 1; j < walkers.count; ++j) {
    for (int i = 0; i < j; ++i) {
      walkers.to_ends_of(i, j);
      if (!walkers.add_up(a)) return false;
    }
  }
  return true;
}

/// Refuses unless, at every coordinate, A of the sum equals the sum of A over the leaves.
constexpr Refusal search_sums(const FlatModes& a, Walkers& walkers) {
  if (!pairs_add_up(a, walkers)) return {Reason::kLeavesCarry, walkers.index(), 0};
  walkers.to_start();
  Tries tries;
  do {
    if (!tries.spend()) return {Reason::kTooLargeToDecide, -1, 0};
    if (!walkers.add_up(a)) return {Reason::kLeavesCarry, walkers.index(), 0};
  } while (walkers.advance());
  return {};
}

}  // namespace tileglot::notation::cute
