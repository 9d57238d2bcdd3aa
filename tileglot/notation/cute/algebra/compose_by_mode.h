// SPDX-License-Identifier: Apache-2.0
// compose_by_mode.h: composes each mode of a layout with its own layout.
//
// What     composition(A, T) for a tiler T composes mode i of A with entry i of T: a layout, an
//          integer n for n:1, `_` to keep the mode, or a tuple for the modes inside. Modes of
//          A after the last entry are dropped. A tiler for the whole is an ordinary composition.
// Why      (3,8) selects the upper left corner of a matrix, whatever its strides are.
// Example  (12,(4,8)):(59,(13,1)) o <3:4,8:2> = (3,(2,4)):(236,(26,1)).
//          [tests: compose_by_mode_test.cc, "each mode is composed with its entry"]
// Errors   Those of composition, for the mode that has no result; kTilerRank for more entries than
//          modes.
// Source   CuTe 02_layout_algebra.md, "By-mode composition". pycute keeps the remaining modes.
#pragma once

#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/tiled_leaves.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> compose_mode_by_mode(const Layout<>& a, const Tiler& tiler) {
  Outcome<Layout<>> r;
  TiledLeaves leaves(a, tiler);
  LayoutWriter writer(r.value);
  r.refusal = leaves.compose<Part::kImage>(Rests::kLeaveOut, Brackets::kDrop, writer);
  if (r.ok()) r.refusal = writer.finish(false);
  if (!r.ok()) r.value = {};
  return r;
}

constexpr Outcome<Layout<>> composition(const Layout<>& a, const Tiler& tiler) {
  if (tiler.is_by_mode()) return compose_mode_by_mode(a, tiler);
  if (has_underscore(tiler.guide)) return a;
  TILEGLOT_TRY_VALUE(b, mode(tiler.layouts, 0));
  return composition(a, b);
}

}  // namespace tileglot::notation::cute
