// SPDX-License-Identifier: Apache-2.0
// composed/inverse.h: inverses of composed layouts.
//
// What     right_inverse(C) is R with C(R(i)) = i for every index i of R; left_inverse(C) is R with
//          C(R(C(i))) = C(i). For s o 0 o B they are the inverse of B after s, with the swizzle
//          pushed to the left; for A o offset o B they are B' o -offset o A', with B' and A' the
//          inverses of B and A. A right inverse is cut off before its first index that would be
//          wrong or give no element.
//          For s o offset o B, with an offset other than 0, they are B' o -offset o s, a function
//          of the offsets of C without its own shape: the right inverse maps s(offset + i) back
//          for each index i of B', the left inverse every offset of C. For a number that is not an
//          offset of C, as 0 may be, they give no element.
// Why      To find the element at an offset of a swizzled tile.
// Example  right_inverse(Sw<3,0,3> o 0 o (8,8):(8,1)) = Sw<3,0,-3> o 0 o (8,8):(8,1).
//          [tests: composed/inverse_test.cc, "an inverse of a swizzled tile"]
//          right_inverse(Sw<1,2,-2> o 0 o 8:1) = 4:1, since no element has offset 4.
//          [tests: composed/inverse_test.cc, "a right inverse ends before what is nowhere"]
// Errors   Those of the plain inverses; cute.bad_swizzle, cute.swizzle_not_pushed; cute.no_inverse
//          if an offset of C would map back wrongly or to an index outside the layout, for the
//          right inverse only if 0 would; cute.too_large_to_decide if more than 2^20 offsets would
//          have to be tried, 4096 in a constant expression.
// Source   cute/layout_composed.hpp. Differs from CuTe: the law is checked; bits that no offset has
//          are left out of the swizzle, whereas CuTe refuses.
#pragma once

#include <bit>
#include <numeric>
#include <type_traits>

#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"

namespace tileglot::notation::cute {

/// True if the swizzle maps the offsets below `end` to offsets below `end`.
constexpr bool keeps_inside(const Swizzle& s, std::int64_t end) {
  return end == 0 || largest_after(s, end - 1) < end;
}

/// True if no offset of the layout has a bit that the swizzle reads.
constexpr bool does_nothing(const Swizzle& s, const Layout<>& layout) {
  const auto end = cosize(layout);
  if (!end || has_basis(layout.stride)) return false;
  std::int64_t unit = 0;  // all offsets are multiples of it
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] == 1) continue;
    if (layout.stride.values[slot] < 0) return false;
    unit = std::gcd(unit, layout.stride.values[slot]);
  }
  if (unit == 0) return true;
  const auto low = std::uint64_t(unit & -unit);
  const auto bits = std::bit_ceil(std::uint64_t(end->value)) - low;
  return (std::uint64_t(source_mask(s)) & bits) == 0;
}

/// R with C(R(i)) = i.
struct RightInverse {
  static constexpr bool kMayBeShort = true;
  static constexpr Outcome<Layout<>> of(const Layout<>& plain) { return right_inverse(plain); }
  /// The offset that must map back, for each of the first indices.
  static constexpr Outcome<Integer> goal(const ComposedLayout& /*composed*/, std::int64_t i) {
    return Integer(i);
  }
  static constexpr Outcome<Integer> goals(const ComposedLayout& /*composed*/,
                                          const Layout<>& inverse) {
    return size(inverse);
  }
};

/// R with C(R(C(i))) = C(i).
struct LeftInverse {
  static constexpr bool kMayBeShort = false;
  static constexpr Outcome<Layout<>> of(const Layout<>& plain) { return left_inverse(plain); }
  static constexpr Outcome<Integer> goal(const ComposedLayout& composed, std::int64_t i) {
    return crd2idx(Integer(i), composed);
  }
  static constexpr Outcome<Integer> goals(const ComposedLayout& composed,
                                          const Layout<>& /*inverse*/) {
    return size(composed);
  }
};

constexpr std::int64_t most_tried_offsets() {
  return std::is_constant_evaluated() ? 1 << 12 : 1 << 20;
}

/// How many of the first goals map back correctly, and why the next one does not.
struct Proof {
  std::int64_t held = 0;
  Refusal refused = {};
};

template <class Side>
constexpr Proof prove(const ComposedLayout& composed, const CuteLayout& inverse,
                      std::int64_t goals) {
  const auto elements = size(composed);
  if (!elements) return {0, elements.refusal};
  if (goals > most_tried_offsets()) return {0, {Reason::kTooLargeToDecide, 0, goals}};
  for (std::int64_t i = 0; i < goals; ++i) {
    const auto goal = Side::goal(composed, i);
    const auto index = goal ? offset_of_index(inverse, goal->value) : goal;
    if (!index) return {i, index.refusal};
    if (index->value < 0 || index->value >= elements->value)
      return {i, {Reason::kBeyondLayout, index->value, elements->value}};
    const auto back = crd2idx(*index, composed);
    if (!back) return {i, back.refusal};
    if (back->value != goal->value) return {i, {Reason::kNotAnInverse, goal->value, back->value}};
  }
  return {goals, {}};
}

/// The beginning of a layout, at most `most` elements: whole first modes, and part of the next one.
constexpr Outcome<Layout<>> beginning(const Layout<>& layout, std::int64_t most) {
  Outcome<Layout<>> part;
  Coalescer coalescer(part.value);
  for (int slot = 0; slot < layout.shape.slots && most > 1; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    const Integer extent = layout.shape.at(slot);
    const std::int64_t taken = extent.value < most ? extent.value : most;
    coalescer.push({Integer(taken, extent.is_static), layout.stride.at(slot)});
    most = taken < extent.value ? 1 : most / taken;
  }
  coalescer.finish();
  return part;
}

/// inverse_by(behind), checked. A wrong left inverse is refused; a wrong right inverse is retried
/// with only the beginning of `behind` that was right.
template <class Side, class Make>
constexpr Outcome<CuteLayout> proved(const ComposedLayout& composed, Layout<> behind,
                                     const Make& inverse_by) {
  for (;;) {
    TILEGLOT_TRY_VALUE(inverse, inverse_by(behind));
    TILEGLOT_TRY_VALUE(goals, Side::goals(composed, behind));
    const Proof proof = prove<Side>(composed, inverse, goals.value);
    if (proof.refused == Refusal{}) return inverse;
    if (!Side::kMayBeShort || proof.held == 0) return proof.refused;
    TILEGLOT_TRY_VALUE(shorter, beginning(behind, proof.held));
    behind = shorter;
  }
}

/// A o offset o B with its parts undone one by one, the last one first. If A is a swizzle, it and
/// the offset are undone exactly, so the result is right wherever the inverse of B is.
constexpr Outcome<CuteLayout> undone(const ComposedLayout& composed, const Layout<>& inner_inverse,
                                     const Stage& outer_inverse) {
  TILEGLOT_TRY_VALUE(back, multiply(composed.offset, core::static_integer(-1)));
  return CuteLayout(ComposedLayout{inner_inverse, back, outer_inverse});
}

/// behind o s; unless `is_whole`, with only the part of s that affects the indices of `behind`.
constexpr Outcome<CuteLayout> after_swizzle(const Layout<>& behind, const Swizzle& s,
                                            bool is_whole) {
  TILEGLOT_TRY_VALUE(offsets, size(behind));
  return composition(behind, is_whole ? s : felt_below(s, offsets.value));
}

template <class Side>
constexpr Outcome<CuteLayout> inverse_of_swizzled(const ComposedLayout& composed,
                                                  const Layout<>& inner, const Layout<>& behind) {
  const Swizzle& s = composed.outer.swizzle;
  const auto pushed = composition(behind, s);
  if (!pushed && does_nothing(s, inner)) return CuteLayout(behind);
  TILEGLOT_TRY_VALUE(offsets, size(behind));
  if (!pushed || keeps_inside(s, offsets.value)) return pushed;
  return proved<Side>(composed, behind,
                      [&](const Layout<>& part) { return after_swizzle(part, s, part == behind); });
}

template <class Side>
constexpr Outcome<CuteLayout> inverse_of(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(behind, Side::of(inner));
  const Stage& outer = composed.outer;
  if (!outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(before, Side::of(outer.layout));
    return proved<Side>(composed, before,
                        [&](const Layout<>& part) { return undone(composed, behind, part); });
  }
  if (composed.offset.value != 0) return undone(composed, behind, outer.swizzle);
  return inverse_of_swizzled<Side>(composed, inner, behind);
}

constexpr Outcome<CuteLayout> right_inverse(const ComposedLayout& composed) {
  return inverse_of<RightInverse>(composed);
}

constexpr Outcome<CuteLayout> left_inverse(const ComposedLayout& composed) {
  return inverse_of<LeftInverse>(composed);
}

}  // namespace tileglot::notation::cute
