// SPDX-License-Identifier: Apache-2.0
// tiler.h: the operand that divides, multiplies or composes a layout mode by mode.
//
// What     A Tiler is one layout, for the whole, or a tuple of layouts, integers and `_`, one for
//          each mode, nested where the modes are: <4:1,<2,_>>. An integer n is the layout n:1.
// Why      (4,8) as a tuple tiles mode by mode; as the layout (4,8):(1,4) it tiles the whole.
// Form     `guide` has the tuple's structure; its leaf i refers to mode i of `layouts`, which is
//          1:0 if the leaf is `_`. If the guide is not a tuple, mode 0 is the layout for the whole.
// Example  tiler_of((4,8)) has guide (0,1) and layouts (4,8):(1,1).
//          [tests: tiler_test.cc, "a tuple of integers tiles mode by mode"]
// Errors   Refused as plain data: more than 64 leaves in all layouts together, nesting beyond 16,
//          and kNegativeExtent: an integer below 0 is not a layout.
// Source   cute/layout.hpp (Tile, Tiler), cute/layout_composed.hpp.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

struct Tiler {
  IntTuple guide;
  Layout<> layouts;
  std::uint64_t integers = 0;  ///< bit i: mode i of `layouts` was written as an integer

  constexpr bool is_by_mode() const { return !guide.is_scalar; }
  /// Compares the tilers' effect; how they were written does not count.
  friend constexpr bool operator==(const Tiler& a, const Tiler& b) {
    return a.guide == b.guide && a.layouts == b.layouts;
  }
};

/// The tiler that applies a layout to the whole.
constexpr Outcome<Tiler> tiler_of(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(shape, wrap(layout.shape));
  TILEGLOT_TRY_VALUE(stride, wrap(layout.stride));
  return Tiler{IntTuple(0), Layout<>{shape, stride}};
}

/// An integer n is n:1 for the whole, `_` keeps the whole, a tuple of them tiles by mode.
constexpr Outcome<Tiler> tiler_of(const IntTuple& extents) {
  Tiler tiler{extents, {}};
  tiler.guide.static_mask = 0;
  for (int slot = 0; slot < extents.slots; ++slot) {
    if (extents.is_empty(slot)) continue;
    if (extents.values[slot] < 0)
      return Refusal{Reason::kNegativeExtent, slot, extents.values[slot]};
    const bool keeps = extents.is_keep(slot);
    const int leaf = tiler.layouts.shape.slots++;
    tiler.layouts.stride.slots++;
    tiler.guide.values[slot] = leaf;
    if (!keeps) tiler.integers |= std::uint64_t{1} << unsigned(leaf);
    tiler.layouts.shape.set(leaf, keeps ? core::static_integer(1) : extents.at(slot));
    tiler.layouts.stride.set(leaf, core::static_integer(keeps ? 0 : 1));
  }
  return tiler;
}

/// The tuple of tilers, one for each mode: tiler_of(4:1) and tiler_of(_) give <4:1,_>.
constexpr Outcome<Tiler> append(const Tiler& tuple, const Tiler& next) {
  Tiler longer = tuple;
  IntTuple guide = next.guide;
  const int before = rank(tuple.layouts.shape);
  for (int slot = 0; slot < guide.slots; ++slot) {
    if (!guide.is_empty(slot)) guide.values[slot] += before;
  }
  TILEGLOT_TRY_VALUE(with_guide, append(tuple.guide, guide));
  longer.guide = with_guide;
  if (next.integers != 0) longer.integers |= next.integers << unsigned(before);
  for (int i = 0; i < rank(next.layouts.shape); ++i) {
    TILEGLOT_TRY_VALUE(shape, append(longer.layouts.shape, *mode(next.layouts.shape, i)));
    TILEGLOT_TRY_VALUE(stride, append(longer.layouts.stride, *mode(next.layouts.stride, i)));
    longer.layouts = Layout<>{shape, stride};
  }
  return longer;
}

}  // namespace tileglot::notation::cute
