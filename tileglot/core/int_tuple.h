// SPDX-License-Identifier: Apache-2.0
// int_tuple.h: the nested integer tuple, a structural value of fixed size.
//
// What     An IntTuple is an integer or a tuple of IntTuples: 6, (2), (4,3), (3,(6,2),8), (). Every
//          integer carries a static mark. Up to 64 leaves, depth up to 16, no heap; every operation
//          is constexpr; it can be a template argument.
// Why      A CuTe layout is two of these. One type for the command line, static_assert and kernels
//          means one algebra.
// Form     The leaves in preorder (one slot each; `()` inside a tuple takes a slot too) and one
//          byte of nesting per slot: how many tuples open before it and close after it, not
//          counting the outermost one. Unused space is zero, so equal tuples have equal bytes, and
//          as template arguments they have equal and short names.
//
//              (3,((6,2)),8)    slots  3    6    2    8
//                               opens  0    2    0    0
//                               closes 0    0    2    0
//
//          The members are public because a template argument's must be. Read them through the
//          functions below: slots, `at`, `mode`, `append`. A leaf can also be a scaled basis, 1@0,
//          and in a coordinate the `_` that keeps the mode at its position; `at` returns _0 for
//          that.
// Example  rank((3,(6,2),8)) = 3, depth = 2, size = 288, mode 1 = (6,2), flatten = (3,6,2,8).
//          [tests: int_tuple_test.cc, "rank, depth, size and modes of a nested tuple"]
// Errors   Refused as plain data: more than 64 leaves, depth above 16, a mode that does not exist,
//          a size that does not fit int64.
// Source   CuTe 01_layout.md, "IntTuple"; cute/int_tuple.hpp.
#pragma once

#include <bit>
#include <cstdint>

#include "tileglot/core/integer.h"
#include "tileglot/core/outcome.h"

namespace tileglot::core {

inline constexpr int kMaxLeaves = 64;
inline constexpr int kMaxDepth = 16;

/// The `_` of a coordinate or a tiler: keeps the mode at its position.
struct Underscore {};

struct IntTuple {
  // Plain arrays: indexing one is not a function call, which is what a constant evaluator spends
  // its time on.
  std::int64_t values[kMaxLeaves] = {};
  std::uint8_t nesting[kMaxLeaves] =
      {};  ///< 16 * tuples opened before the slot + tuples closed after it
  std::uint32_t paths[kMaxLeaves] = {};  ///< BasisPath::packed
  std::uint64_t static_mask = 0;         ///< bit i: the integer in slot i is static
  std::uint64_t empty_mask = 0;          ///< bit i: slot i is `()`, not an integer
  std::uint64_t keep_mask = 0;           ///< bit i: slot i is `_`
  std::uint8_t slots = 0;
  bool is_scalar = false;  ///< an integer, not a tuple; the value of IntTuple{} is `()`

  constexpr IntTuple() = default;
  // NOLINTBEGIN(google-explicit-constructor): an integer is an IntTuple.
  constexpr IntTuple(Integer leaf) : slots(1), is_scalar(true) { set(0, leaf); }
  constexpr IntTuple(std::int64_t number) : IntTuple(Integer(number)) {}
  constexpr IntTuple(Underscore) : IntTuple(static_integer(0)) { keep_mask = 1; }
  // NOLINTEND(google-explicit-constructor)

  constexpr int opens(int slot) const { return nesting[slot] >> 4U; }
  constexpr int closes(int slot) const { return nesting[slot] & 15; }
  constexpr bool is_empty(int slot) const { return (empty_mask >> unsigned(slot) & 1U) != 0; }
  constexpr bool is_keep(int slot) const { return (keep_mask >> unsigned(slot) & 1U) != 0; }
  constexpr Integer at(int slot) const {
    return Integer(values[slot], (static_mask >> unsigned(slot) & 1U) != 0, {paths[slot]});
  }
  /// Changes the integer in a slot; the structure stays.
  constexpr void set(int slot, Integer leaf) {
    const std::uint64_t bit = std::uint64_t{1} << unsigned(slot);
    values[slot] = leaf.value;
    if (paths[slot] != leaf.path.packed) paths[slot] = leaf.path.packed;
    static_mask = leaf.is_static ? static_mask | bit : static_mask & ~bit;
  }

  friend bool operator==(const IntTuple&, const IntTuple&) = default;
};

/// Appends the integer (or the `()`) of a slot to `to`; the caller sets its nesting.
constexpr void copy_slot(const IntTuple& from, int slot, IntTuple& to) {
  const int end = to.slots++;
  to.set(end, from.at(slot));
  if (from.is_empty(slot)) to.empty_mask |= std::uint64_t{1} << unsigned(end);
  if (from.is_keep(slot)) to.keep_mask |= std::uint64_t{1} << unsigned(end);
}

constexpr Outcome<IntTuple> as_mode(std::int64_t number) { return IntTuple(number); }
constexpr Outcome<IntTuple> as_mode(Integer leaf) { return IntTuple(leaf); }
constexpr Outcome<IntTuple> as_mode(Underscore keep) { return IntTuple(keep); }
constexpr Outcome<IntTuple> as_mode(const Outcome<IntTuple>& t) { return t; }

/// The slot after the mode of a tuple that begins at slot `begin`.
constexpr int mode_end(const IntTuple& t, int begin) {
  int slot = begin;
  int level = t.opens(slot) - t.closes(slot);
  while (level > 0) {
    ++slot;
    level += t.opens(slot) - t.closes(slot);
  }
  return slot + 1;
}

/// Number of modes: 1 for an integer, 0 for ().
constexpr int rank(const IntTuple& t) {
  int count = 0;
  for (int slot = 0; slot < t.slots; slot = mode_end(t, slot)) ++count;
  return count;
}

/// Levels of tuples: 0 for an integer, 1 for (4,3), 2 for (3,(6,2)).
constexpr int depth(const IntTuple& t) {
  int deepest = 0;
  int level = 0;
  for (int slot = 0; slot < t.slots; ++slot) {
    level += t.opens(slot);
    const int here = level + (t.is_empty(slot) ? 1 : 0);
    deepest = here > deepest ? here : deepest;
    level -= t.closes(slot);
  }
  return deepest + (t.is_scalar ? 0 : 1);
}

/// Number of integers.
constexpr int leaf_count(const IntTuple& t) { return t.slots - std::popcount(t.empty_mask); }

/// True if one of the integers is 0.
constexpr bool has_zero(const IntTuple& t) {
  for (int slot = 0; slot < t.slots; ++slot) {
    if (t.values[slot] == 0 && !t.is_empty(slot)) return true;
  }
  return false;
}

/// True if all integers are static.
constexpr bool is_static(const IntTuple& t) {
  const std::uint64_t used = t.slots == 0 ? 0 : ~std::uint64_t{0} >> unsigned(kMaxLeaves - t.slots);
  return (t.static_mask | t.empty_mask) == used;
}

/// The product of all integers; _1 for ().
constexpr Outcome<Integer> size(const IntTuple& t) {
  // Checked first, so that (10^12,10^12,0) has size 0 in whatever order the product is taken.
  if (has_zero(t)) return Integer(0, is_static(t));
  std::int64_t product = 1;
  for (int slot = 0; slot < t.slots; ++slot) {
    if (t.paths[slot] != 0) return Refusal{Reason::kBasisArithmetic, slot, 0};
    if (t.values[slot] == 1 || t.is_empty(slot)) continue;
    const std::int64_t before = product;
    if (!multiply_fits(before, t.values[slot], product)) {
      return Refusal{Reason::kProductTooLarge, before, t.values[slot]};
    }
  }
  return Integer(product, is_static(t));
}

/// No refusal if a and b are the same tree of tuples, whatever the integers; otherwise the first
/// slot where they differ.
constexpr Refusal first_difference(const IntTuple& a, const IntTuple& b) {
  const int common = a.slots < b.slots ? a.slots : b.slots;
  int slot = 0;
  if (a.is_scalar != b.is_scalar) return Refusal{Reason::kNotCongruent, 0, 0};
  while (slot < common && a.nesting[slot] == b.nesting[slot] &&
         a.is_empty(slot) == b.is_empty(slot))
    ++slot;
  const bool same = slot == a.slots && slot == b.slots;
  return same ? Refusal{} : Refusal{Reason::kNotCongruent, slot, slot};
}

/// The same tree of tuples, whatever the integers.
constexpr bool congruent(const IntTuple& a, const IntTuple& b) {
  return first_difference(a, b) == Refusal{};
}

/// True if one of the leaves is a scaled basis.
constexpr bool has_basis(const IntTuple& t) {
  for (int slot = 0; slot < t.slots; ++slot) {
    if (t.paths[slot] != 0) return true;
  }
  return false;
}

/// True if one of the leaves is `_`.
constexpr bool has_underscore(const IntTuple& t) { return t.keep_mask != 0; }

/// Congruent and equal in every leaf; static marks are ignored.
constexpr bool equal_values(const IntTuple& a, const IntTuple& b) {
  if (!congruent(a, b) || a.keep_mask != b.keep_mask) return false;
  for (int slot = 0; slot < a.slots; ++slot) {
    if (a.values[slot] != b.values[slot] || a.paths[slot] != b.paths[slot]) return false;
  }
  return true;
}

/// Mode `index`: mode 1 of (3,(6,2),8) is (6,2); mode 0 of an integer is the integer.
constexpr Outcome<IntTuple> mode(const IntTuple& t, std::int64_t index) {
  const Refusal missing{Reason::kNoSuchMode, index, rank(t)};
  if (index < 0 || index >= missing.second) return missing;
  int begin = 0;
  for (std::int64_t skipped = 0; skipped < index; ++skipped) begin = mode_end(t, begin);
  const int end = mode_end(t, begin);
  IntTuple sub;
  if (t.is_empty(begin) && t.opens(begin) == 0) return sub;
  for (int slot = begin; slot < end; ++slot) {
    sub.nesting[sub.slots] = t.nesting[slot];
    copy_slot(t, slot, sub);
  }
  sub.is_scalar = t.opens(begin) == 0;
  if (sub.is_scalar) return sub;
  sub.nesting[0] = static_cast<std::uint8_t>(sub.nesting[0] - 16);
  sub.nesting[sub.slots - 1] = static_cast<std::uint8_t>(sub.nesting[sub.slots - 1] - 1);
  return sub;
}

/// All integers in order, without nesting: (3,(6,2),8) gives (3,6,2,8), ((),2) gives (2), an
/// integer stays one.
constexpr IntTuple flatten(const IntTuple& t) {
  IntTuple flat;
  flat.is_scalar = t.is_scalar;
  for (int slot = 0; slot < t.slots; ++slot) {
    if (!t.is_empty(slot)) copy_slot(t, slot, flat);
  }
  return flat;
}

/// Adds mode x at the end of a tuple; an integer becomes the first mode of one. If refused, `to`
/// stays as it was. Precondition: x is not `to` itself.
constexpr Refusal append_mode(IntTuple& to, const IntTuple& x) {
  const int added = x.slots == 0 ? 1 : x.slots;
  if (to.slots + added > kMaxLeaves)
    return Refusal{Reason::kTooManyLeaves, to.slots + added, kMaxLeaves};
  if (depth(x) >= kMaxDepth) return Refusal{Reason::kTooDeep, depth(x) + 1, kMaxDepth};
  to.is_scalar = false;
  const int begin = to.slots;
  for (int slot = 0; slot < x.slots; ++slot) {
    to.nesting[begin + slot] = x.nesting[slot];
    copy_slot(x, slot, to);
  }
  if (x.is_scalar) return {};
  if (x.slots == 0) {
    to.empty_mask |= std::uint64_t{1} << unsigned(begin);
    ++to.slots;
    return {};
  }
  const int last = to.slots - 1;
  to.nesting[begin] = static_cast<std::uint8_t>(to.nesting[begin] + 16);
  to.nesting[last] = static_cast<std::uint8_t>(to.nesting[last] + 1);
  return {};
}

/// t with one more mode x at the end: append(2, (3,4)) = (2,(3,4)).
constexpr Outcome<IntTuple> append(const IntTuple& t, const IntTuple& x) {
  Outcome<IntTuple> longer = t;
  longer.refusal = append_mode(longer.value, x);
  if (!longer.ok()) longer.value = {};
  return longer;
}

/// The tuple whose only mode is t: (t).
constexpr Outcome<IntTuple> wrap(const IntTuple& t) { return append(IntTuple{}, t); }

/// The tuple of the modes given: tuple_of(3, tuple_of(6, 2), 8) = (3,(6,2),8). The first refusal
/// among them wins.
template <class... Modes>
constexpr Outcome<IntTuple> tuple_of(const Modes&... modes) {
  Outcome<IntTuple> all = IntTuple{};
  [[maybe_unused]] const auto add_mode = [&all](const Outcome<IntTuple>& x) {
    if (all.ok()) all = x.ok() ? append(all.value, x.value) : x;
  };
  (add_mode(as_mode(modes)), ...);
  return all;
}

}  // namespace tileglot::core
