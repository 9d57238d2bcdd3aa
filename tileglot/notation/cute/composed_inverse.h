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
//          where the swizzle sends offsets outside the layout.
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

/// The first index below `end` at which outer(inner(from(i))) is not from(i), tried up to
/// kMaxTriedIndices.
template <class From>
constexpr Refusal first_not_back(const ComposedLayout& composed, const CuteLayout& inverse,
                                 std::int64_t end, const From& from) {
  if (end > kMaxTriedIndices) return {Reason::kNotAnInverse, end - 1, end - 1};
  for (std::int64_t i = 0; i < end; ++i) {
    const auto there = from(i);
    const auto index = there ? offset_of_index(inverse, there->value) : there;
    const auto back = index ? crd2idx(*index, composed) : index;
    if (!back || back->value != there->value) return {Reason::kNotAnInverse, i, back.value.value};
  }
  return {};
}

/// A o offset o B with its parts undone one by one, last first.
constexpr Outcome<CuteLayout> undone(const ComposedLayout& composed, const Layout<>& inner_inverse,
                                     const Stage& outer_inverse) {
  TILEGLOT_TRY_VALUE(back, multiply(composed.offset, core::static_integer(-1)));
  return CuteLayout(ComposedLayout{inner_inverse, back, outer_inverse});
}

constexpr Outcome<CuteLayout> right_inverse(const ComposedLayout& composed) {
  if (!composed.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
    TILEGLOT_TRY_VALUE(behind, right_inverse(inner));
    TILEGLOT_TRY_VALUE(before, right_inverse(composed.outer.layout));
    TILEGLOT_TRY_VALUE(inverse, undone(composed, behind, before));
    TILEGLOT_TRY_VALUE(offsets, size(before));
    const Refusal wrong = first_not_back(composed, inverse, offsets.value,
                                         [](std::int64_t i) { return Outcome<Integer>(i); });
    if (wrong != Refusal{}) return wrong;
    return inverse;
  }
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(inverse, right_inverse(inner));
  const Swizzle& s = composed.outer.swizzle;
  if (composed.offset.value != 0) return undone(composed, inverse, s);
  TILEGLOT_TRY_VALUE(pushed, composition(inverse, s));
  TILEGLOT_TRY_VALUE(elements, size(inverse));
  if (keeps_inside(s, elements.value)) return pushed;
  const Refusal wrong = first_not_back(composed, pushed, elements.value,
                                       [](std::int64_t i) { return Outcome<Integer>(i); });
  if (wrong != Refusal{}) return wrong;
  return pushed;
}

constexpr Outcome<CuteLayout> left_inverse(const ComposedLayout& composed) {
  if (!composed.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
    TILEGLOT_TRY_VALUE(behind, left_inverse(inner));
    TILEGLOT_TRY_VALUE(before, left_inverse(composed.outer.layout));
    TILEGLOT_TRY_VALUE(inverse, undone(composed, behind, before));
    TILEGLOT_TRY_VALUE(elements, size(inner));
    const Refusal wrong = first_not_back(composed, inverse, elements.value, [&](std::int64_t i) {
      return crd2idx(Integer(i), composed);
    });
    if (wrong != Refusal{}) return wrong;
    return inverse;
  }
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(inverse, left_inverse(inner));
  const Swizzle& s = composed.outer.swizzle;
  if (composed.offset.value != 0) return undone(composed, inverse, s);
  TILEGLOT_TRY_VALUE(pushed, composition(inverse, s));
  TILEGLOT_TRY_VALUE(places, size(inverse));
  if (keeps_inside(s, places.value)) return pushed;
  TILEGLOT_TRY_VALUE(elements, size(composed));
  const Refusal wrong = first_not_back(composed, pushed, elements.value, [&](std::int64_t i) {
    return crd2idx(Integer(i), composed);
  });
  if (wrong != Refusal{}) return wrong;
  return pushed;
}

}  // namespace tileglot::notation::cute
