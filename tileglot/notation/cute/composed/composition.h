// SPDX-License-Identifier: Apache-2.0
// composed/composition.h: composition in which one or both operands are composed layouts.
//
// What     composition(A o offset o B, R) = A o offset o (B o R) for a layout or a tiler R.
//          composition(L, A o 0 o B) = (L o A) o B, where a swizzle A is pushed through L.
// Why      A swizzled tile is tiled and partitioned like any other; a swizzle between two layouts
//          is moved to the outer end.
// Example  (8,8):(8,1) after Sw<2,0,-3> o 0 o (8,8):(8,1) is Sw<2,0,3> o 0 o (8,8):(1,8).
//          [tests: composed/composition_test.cc, "a swizzle between two layouts goes to the left"]
// Errors   Those of composition; cute.swizzle_not_pushed; cute.offset for L o (A o offset o B), as
//          in CuTe; cute.bad_swizzle if two swizzles do not merge.
// Source   cute/layout_composed.hpp. Differs from CuTe: two adjacent swizzles are merged, whereas
//          CuTe nests them; the result is checked if the inner layout goes beyond L.
#pragma once

#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

constexpr Outcome<CuteLayout> composition(const ComposedLayout& a, const Layout<>& b) {
  return on_inner(a, [&](const Layout<>& inner) { return composition(inner, b); });
}

constexpr Outcome<CuteLayout> composition(const ComposedLayout& a, const Tiler& tiler) {
  return on_inner(a, [&](const Layout<>& inner) { return composition(inner, tiler); });
}

constexpr Outcome<CuteLayout> with_shape(const ComposedLayout& a, const IntTuple& shape) {
  return on_inner(a, [&](const Layout<>& inner) { return with_shape(inner, shape); });
}

/// Refuses unless r(i) = a(b(i)) for every index: proved if b stays inside a, otherwise tried.
constexpr Refusal first_wrong(const CuteLayout& r, const Layout<>& a, const ComposedLayout& b) {
  const auto elements = size(b);
  const auto places = cosize(b.inner.layout);
  const auto inside = size(a);
  if (!elements || !places || !inside) return {Reason::kSwizzleNotPushed, 0, 0};
  if (places->value <= inside->value) return {};
  if (elements->value > kMaxTriedIndices)
    return {Reason::kSwizzleNotPushed, elements->value - 1, 0};
  for (std::int64_t i = 0; i < elements->value; ++i) {
    const auto between = crd2idx(Integer(i), b);
    const auto expected = between ? crd2idx(*between, a) : between;
    const auto found = offset_of_index(r, i);
    if (!expected || !found || expected->value != found->value) {
      return {Reason::kSwizzleNotPushed, i, 0};
    }
  }
  return {};
}

constexpr Outcome<CuteLayout> composition(const Layout<>& a, const ComposedLayout& b) {
  if (b.offset.value != 0) return Refusal{Reason::kOffsetNotZero, b.offset.value, 0};
  TILEGLOT_TRY_VALUE(inner, inner_layout(b));
  if (!b.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(outer, composition(a, b.outer.layout));
    TILEGLOT_TRY_VALUE(both, composition(outer, inner));
    return CuteLayout(both);
  }
  TILEGLOT_TRY_VALUE(pushed, composition(a, b.outer.swizzle));
  TILEGLOT_TRY_VALUE(both, composition(a, inner));
  const bool is_felt = std::holds_alternative<ComposedLayout>(pushed);
  const CuteLayout r = is_felt ? composition(std::get<ComposedLayout>(pushed).outer.swizzle, both)
                               : CuteLayout(both);
  if (const Refusal wrong = first_wrong(r, a, b); wrong != Refusal{}) return wrong;
  return r;
}

/// A stage and an offset applied after a plain or composed layout, as one layout.
constexpr Outcome<CuteLayout> compose(const Stage& outer, Integer offset, const CuteLayout& inner) {
  if (std::holds_alternative<Layout<>>(inner)) {
    return compose(outer, offset, std::get<Layout<>>(inner));
  }
  const auto& composed = std::get<ComposedLayout>(inner);
  if (offset.value != 0) return Refusal{Reason::kOffsetNotZero, offset.value, 0};
  if (!outer.is_swizzle) return composition(outer.layout, composed);
  if (!composed.outer.is_swizzle) return Refusal{Reason::kSwizzleShifts, outer.swizzle.shift, 0};
  TILEGLOT_TRY_VALUE(both, composition(outer.swizzle, composed.outer.swizzle));
  return compose(both, composed.offset, composed.inner.layout);
}

constexpr Outcome<CuteLayout> composition(const ComposedLayout& a, const ComposedLayout& b) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(a));
  TILEGLOT_TRY_VALUE(behind, composition(inner, b));
  return compose(a.outer, a.offset, behind);
}

}  // namespace tileglot::notation::cute
