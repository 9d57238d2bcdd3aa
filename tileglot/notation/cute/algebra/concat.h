// SPDX-License-Identifier: Apache-2.0
// concat.h: concatenates layouts as the modes of one layout.
//
// What     make_layout(A, B, ..) has A, B, .. as its modes. It is checked like every make_layout.
// Example  make_layout(4:1, (2,3):(3,1)) = (4,(2,3)):(1,(3,1)).
//          [tests: concat_test.cc, "layouts become modes"]
// Errors   Refused: more than 64 leaves, nesting beyond 16, a size or an offset beyond int64.
// Source   CuTe, cute/layout.hpp, make_layout.
#pragma once

#include <concepts>

#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// One layout becomes a tuple of one mode.
template <class... Layouts>
constexpr Outcome<Layout<>> make_layout(const Layout<>& first, const Layouts&... others)
  requires(std::same_as<Layouts, Layout<>> && ...)
{
  Outcome<Layout<>> all = append(Layout<>{}, first);
  [[maybe_unused]] const auto add = [&all](const Layout<>& next) {
    if (all.ok()) all = append(all.value, next);
  };
  (add(others), ...);
  if (!all) return all.refusal;
  return make_layout(all->shape, all->stride);
}

}  // namespace tileglot::notation::cute
