// SPDX-License-Identifier: Apache-2.0
// composed_inverse.h: inverses of composed layouts.
//
// What     right_inverse(C) is R with C(R(i)) = i for every index i of R; left_inverse(C) is R with
//          C(R(C(i))) = C(i). Of s o 0 o B they are the inverse of B after s, with the swizzle pushed
//          to the left. Of s o offset o B they are B' o -offset o s, with B' the inverse of B: a
//          function of offsets without a shape of its own. Of A o offset o B they are B' o -offset
//          o A'.
// Why      To find the element at an offset of a swizzled tile.
// Example  right_inverse(Sw<3,0,3> o 0 o (8,8):(8,1)) = Sw<3,0,-3> o 0 o (8,8):(8,1).
//          [tests: composed_inverse_test.cc, "an inverse of a swizzled tile"]
// Errors   Those of the plain inverses; cute.bad_swizzle, cute.swizzle_not_pushed; cute.no_inverse
//          where the swizzle sends offsets outside the layout, so that the inverse would be wrong or
//          name an index that the layout has not.
// Source   cute/layout_composed.hpp. Differs from CuTe: the law is checked; bits that no offset has
//          are left out of the swizzle where CuTe refuses.
#pragma once

#include "tileglot/notation/cute/composed_function.h"
#include "tileglot/notation/cute/left_inverse.h"
#include "tileglot/notation/cute/right_inverse.h"
#include "tileglot/notation/cute/swizzle_push.h"

namespace tileglot::notation::cute {

/// Does the swizzle keep the offsets below `end` below it?
constexpr bool keeps_inside(const Swizzle& s, std::int64_t end) {
  return end == 0 || largest_after(s, end - 1) < end;
}

/// R with C(R(i)) = i.
struct RightInverse {
  static constexpr Outcome<Layout<>> of(const Layout<>& plain) { return right_inverse(plain); }
  /// What must come back, for each index below steps().
  static constexpr Outcome<Integer> goal(const ComposedLayout& /*composed*/, std::int64_t i) {
    return Integer(i);
  }
  static constexpr Outcome<Integer> steps(const Layout<>& /*inner*/, const Layout<>& inverse) {
    return size(inverse);
  }
};

/// R with C(R(C(i))) = C(i).
struct LeftInverse {
  static constexpr Outcome<Layout<>> of(const Layout<>& plain) { return left_inverse(plain); }
  static constexpr Outcome<Integer> goal(const ComposedLayout& composed, std::int64_t i) {
    return crd2idx(Integer(i), composed);
  }
  static constexpr Outcome<Integer> steps(const Layout<>& inner, const Layout<>& /*inverse*/) {
    return size(inner);
  }
};

/// `inverse`, if C(inverse(x)) = x for the goal x of each of `steps` indices, of which at most
/// kMaxTriedIndices are tried.
template <class Side>
constexpr Outcome<CuteLayout> proved(const ComposedLayout& composed, const CuteLayout& inverse,
                                     const Outcome<Integer>& steps) {
  if (!steps) return steps.refusal;
  TILEGLOT_TRY_VALUE(elements, size(composed));
  const std::int64_t end = steps->value;
  if (end > kMaxTriedIndices) return Refusal{Reason::kNotAnInverse, end - 1, end - 1};
  for (std::int64_t i = 0; i < end; ++i) {
    const auto goal = Side::goal(composed, i);
    const auto index = goal ? offset_of_index(inverse, goal->value) : goal;
    if (index && (index->value < 0 || index->value >= elements.value))
      return Refusal{Reason::kBeyondLayout, index->value, elements.value};
    const auto back = index ? crd2idx(*index, composed) : index;
    if (!back || back->value != goal->value)
      return Refusal{Reason::kNotAnInverse, i, back.value.value};
  }
  return inverse;
}

/// A o offset o B with its parts undone one by one, last first.
constexpr Outcome<CuteLayout> undone(const ComposedLayout& composed, const Layout<>& inner_inverse,
                                     const Stage& outer_inverse) {
  TILEGLOT_TRY_VALUE(back, multiply(composed.offset, core::static_integer(-1)));
  return CuteLayout(ComposedLayout{inner_inverse, back, outer_inverse});
}

template <class Side>
constexpr Outcome<CuteLayout> inverse_of(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(behind, Side::of(inner));
  const Stage& outer = composed.outer;
  if (!outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(before, Side::of(outer.layout));
    TILEGLOT_TRY_VALUE(inverse, undone(composed, behind, before));
    return proved<Side>(composed, inverse, Side::steps(inner, before));
  }
  if (composed.offset.value != 0) return undone(composed, behind, outer.swizzle);
  TILEGLOT_TRY_VALUE(pushed, composition(behind, outer.swizzle));
  TILEGLOT_TRY_VALUE(places, size(behind));
  if (keeps_inside(outer.swizzle, places.value)) return pushed;
  return proved<Side>(composed, pushed, Side::steps(inner, behind));
}

constexpr Outcome<CuteLayout> right_inverse(const ComposedLayout& composed) {
  return inverse_of<RightInverse>(composed);
}

constexpr Outcome<CuteLayout> left_inverse(const ComposedLayout& composed) {
  return inverse_of<LeftInverse>(composed);
}

}  // namespace tileglot::notation::cute
