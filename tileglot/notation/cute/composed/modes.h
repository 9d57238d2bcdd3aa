// SPDX-License-Identifier: Apache-2.0
// composed/modes.h: operations on the domain of a composed layout, done on its inner layout.
//
// What     on_inner(C, f) is A o offset o f(B) for C = A o offset o B. coalesce and the other
//          overloads here apply the plain operation of that name in this way.
// Why      Such an operation changes only the set of coordinates; A is applied afterwards.
// Example  coalesce(Sw<1,1,-2> o 0 o (8,2,8):(1,8,16)) = Sw<1,1,-2> o 0 o 128:1.
//          [tests: composed/modes_test.cc, "operations on the domain act on the inner layout"]
// Errors   Those of the plain operation; cute.unsupported for an inner swizzle.
// Source   cute/layout_composed.hpp. As in CuTe, complement is that of the inner layout alone.
#pragma once

#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::notation::cute {

/// A o offset o change(B), where change returns a layout or its outcome.
template <class Change>
constexpr Outcome<CuteLayout> on_inner(const ComposedLayout& composed, const Change& change) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  const Outcome<Layout<>> changed_outcome = change(inner);
  if (!changed_outcome) return changed_outcome.refusal;
  return compose(composed.outer, composed.offset, *changed_outcome);
}

constexpr Outcome<CuteLayout> coalesce(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return coalesce(inner); });
}

constexpr Outcome<CuteLayout> flatten(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) {
    return Layout<>{flatten(inner.shape), flatten(inner.stride)};
  });
}

constexpr Outcome<CuteLayout> coalesce(const ComposedLayout& composed, const IntTuple& profile) {
  return on_inner(composed, [&](const Layout<>& inner) { return coalesce(inner, profile); });
}

constexpr Outcome<CuteLayout> filter(const ComposedLayout& composed, const IntTuple& profile) {
  return on_inner(composed, [&](const Layout<>& inner) { return filter(inner, profile); });
}

constexpr Outcome<CuteLayout> filter(const ComposedLayout& composed) {
  return on_inner(composed, [](const Layout<>& inner) { return filter(inner); });
}

/// The complement of the inner layout; the swizzle is ignored.
constexpr Outcome<Layout<>> complement(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return complement(inner);
}

constexpr Outcome<Layout<>> complement(const ComposedLayout& composed, const IntTuple& cotarget) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return complement(inner, cotarget);
}

/// Mode `index` of the domain.
constexpr Outcome<CuteLayout> mode(const ComposedLayout& composed, std::int64_t index) {
  return on_inner(composed, [index](const Layout<>& inner) { return mode(inner, index); });
}

}  // namespace tileglot::notation::cute
