// SPDX-License-Identifier: Apache-2.0
// tuple/arithmetic.h: products, sums and bounds of the integers of a tuple.
//
// What     product, sum, max, min and gcd reduce all leaves to one integer; product_each returns
//          one for each mode, product_like one for each leaf of a guide; elem_scale multiplies the
//          leaves of one tuple by the modes of another; coalesce_shape multiplies adjacent leaves
//          that are both static or both dynamic.
// Why      Sizes of shapes and of their parts.
// Example  product_each((2,(3,4))) = (2,12); elem_scale((2,3), ((4,5),6)) = (40,18).
//          [tests: tuple/arithmetic_test.cc, "leaves are multiplied by the modes over them"]
// Errors   Refused: overflow; tuples whose structures do not match; the largest of no integers.
// Source   cute/int_tuple.hpp. coalesce_shape is the one operation where marks decide: it keeps
//          static and dynamic extents apart.
#pragma once

#include <cstdint>
#include <numeric>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/profile.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// The product of all leaves; _1 for ().
constexpr Outcome<Integer> product(const IntTuple& t) { return size(t); }

constexpr Outcome<IntTuple> product_as_tuple(const IntTuple& t) {
  TILEGLOT_TRY_VALUE(whole, product(t));
  return IntTuple(whole);
}

/// The product of every mode, as a tuple: product_each(6) = (6).
constexpr Outcome<IntTuple> product_each(const IntTuple& t) {
  return transform(product_as_tuple, t);
}

/// For each leaf of the guide, the product of the part of t under it.
constexpr Outcome<IntTuple> product_like(const IntTuple& t, const IntTuple& guide) {
  if (guide.is_scalar) return product_as_tuple(t);
  return transform([](const IntTuple& x, const IntTuple& g) { return product_like(x, g); }, t,
                   guide);
}

/// combine(.. combine(leaf 0, leaf 1) .., last leaf), over the leaves of all tuples in order.
template <class Combine, class... Tuples>
constexpr Outcome<Integer> fold_leaves(const Combine& combine, const Tuples&... tuples) {
  Outcome<Integer> state = Refusal{Reason::kNoSuchMode, 0, 0};
  bool begun = false;
  const auto take_in = [&](const IntTuple& t) {
    for (int slot = 0; slot < t.slots; ++slot) {
      if (t.is_empty(slot) || (begun && !state.ok())) continue;
      state = begun ? combine(*state, t.at(slot)) : Outcome<Integer>(t.at(slot));
      begun = true;
    }
  };
  (take_in(tuples), ...);
  return state;
}

/// The sum of all leaves; _0 for ().
constexpr Outcome<Integer> sum(const IntTuple& t) {
  if (leaf_count(t) == 0) return core::static_integer(0);
  return fold_leaves([](Integer a, Integer b) { return add(a, b); }, t);
}

/// `value`, computed from a and b; static if both are. Scaled bases have no order and are refused.
constexpr Outcome<Integer> made_of(std::int64_t value, Integer a, Integer b) {
  if (!a.path.is_empty() || !b.path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  return Integer(value, a.is_static && b.is_static);
}

/// The largest of all leaves of all tuples.
template <class... Tuples>
constexpr Outcome<Integer> max(const IntTuple& t, const Tuples&... others) {
  return fold_leaves(
      [](Integer a, Integer b) { return made_of(a.value < b.value ? b.value : a.value, a, b); }, t,
      others...);
}

/// The smallest of all leaves of all tuples.
template <class... Tuples>
constexpr Outcome<Integer> min(const IntTuple& t, const Tuples&... others) {
  return fold_leaves(
      [](Integer a, Integer b) { return made_of(b.value < a.value ? b.value : a.value, a, b); }, t,
      others...);
}

constexpr Outcome<Integer> common_divisor(Integer a, Integer b) {
  TILEGLOT_TRY_VALUE(x, magnitude(a));
  TILEGLOT_TRY_VALUE(y, magnitude(b));
  return made_of(std::gcd(x.value, y.value), a, b);
}

/// The greatest common divisor of all leaves of all tuples, 0 or more.
template <class... Tuples>
constexpr Outcome<Integer> gcd(const IntTuple& t, const Tuples&... others) {
  TILEGLOT_TRY_VALUE(common, fold_leaves(common_divisor, t, others...));
  return magnitude(common);
}

constexpr Outcome<Integer> common_multiple(Integer a, Integer b) {
  TILEGLOT_TRY_VALUE(divisor, common_divisor(a, b));
  if (divisor.value == 0) return made_of(0, a, b);
  TILEGLOT_TRY_VALUE(x, magnitude(Integer(a.value / divisor.value, a.is_static)));
  TILEGLOT_TRY_VALUE(y, magnitude(b));
  TILEGLOT_TRY_VALUE(multiple, multiply(x, y));
  return made_of(multiple.value, a, b);
}

/// The least common multiple of all leaves of all tuples, 0 or more.
template <class... Tuples>
constexpr Outcome<Integer> lcm(const IntTuple& t, const Tuples&... others) {
  TILEGLOT_TRY_VALUE(common, fold_leaves(common_multiple, t, others...));
  return magnitude(common);
}

/// Every leaf of a times the product of the part of b under it.
constexpr Outcome<IntTuple> elem_scale(const IntTuple& a, const IntTuple& b) {
  if (!a.is_scalar) {
    return transform([](const IntTuple& x, const IntTuple& y) { return elem_scale(x, y); }, a, b);
  }
  TILEGLOT_TRY_VALUE(factor, product(b));
  TILEGLOT_TRY_VALUE(scaled, multiply(a.at(0), factor));
  return IntTuple(scaled);
}

/// The leaves, with adjacent ones multiplied if both are static or both are dynamic:
/// (_2,2,3,_4) gives (_2,6,_4). A single leaf is not a tuple.
constexpr Outcome<IntTuple> coalesce_shape(const IntTuple& shape) {
  const IntTuple flat = flatten_to_tuple(shape);
  if (flat.slots == 0) return IntTuple(core::static_integer(1));
  IntTuple merged;
  copy_slot(flat, 0, merged);
  for (int slot = 1; slot < flat.slots; ++slot) {
    const int last = merged.slots - 1;
    if (merged.at(last).is_static != flat.at(slot).is_static) {
      copy_slot(flat, slot, merged);
      continue;
    }
    TILEGLOT_TRY_VALUE(both, multiply(merged.at(last), flat.at(slot)));
    merged.set(last, both);
  }
  merged.is_scalar = merged.slots == 1;
  return merged;
}

}  // namespace tileglot::notation::cute
