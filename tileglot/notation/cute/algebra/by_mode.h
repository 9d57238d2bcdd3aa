// SPDX-License-Identifier: Apache-2.0
// by_mode.h: an operation applied to the modes of a layout that a profile names.
//
// What     by_mode(L, P, f) is f(L) if P is an integer; if P is a tuple, it applies f to mode i of
//          L by mode i of P. Modes of L beyond P are unchanged. coalesce(L, P) and others use it.
// Why      Operations that flatten would lose the modes that a caller relies on.
// Example  coalesce((2,(1,6)):(1,(6,2)), (1,1)) = (2,6):(1,2).
//          [tests: by_mode_test.cc, "a profile keeps the modes apart"]
// Errors   Refused: a profile with more modes than the layout.
// Source   CuTe 02_layout_algebra.md, "By-mode Coalesce". The values of P's integers are ignored.
#pragma once

#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

template <class Operation>
constexpr Outcome<Layout<>> by_mode(const Layout<>& layout, const IntTuple& profile,
                                    const Operation& operation) {
  if (profile.is_scalar) return operation(layout);
  if (rank(profile) > rank(layout))
    return Refusal{Reason::kRanksDiffer, rank(profile), rank(layout)};
  Outcome<Layout<>> result;
  for (int i = 0; i < rank(layout); ++i) {
    Outcome<Layout<>> part = mode(layout, i);
    if (i < rank(profile)) part = by_mode(part.value, *mode(profile, i), operation);
    if (!part) return part.refusal;
    result = append(result.value, *part);
    if (!result) return result.refusal;
  }
  return result;
}

constexpr Outcome<Layout<>> coalesce(const Layout<>& layout, const IntTuple& profile) {
  return by_mode(layout, profile, [](const Layout<>& part) { return coalesce(part); });
}

}  // namespace tileglot::notation::cute
