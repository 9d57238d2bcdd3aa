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

/// Makes an empty tiler the one that applies a layout to the whole.
constexpr Refusal set_whole(Tiler& to, const Layout<>& layout) {
  to.guide = IntTuple(0);
  const Refusal refused = core::append_mode(to.layouts.shape, layout.shape);
  return refused != Refusal{} ? refused : core::append_mode(to.layouts.stride, layout.stride);
}

/// The tiler that applies a layout to the whole.
constexpr Outcome<Tiler> tiler_of(const Layout<>& layout) {
  Tiler tiler;
  if (const Refusal refused = set_whole(tiler, layout); refused != Refusal{}) return refused;
  return tiler;
}

/// Makes an empty tiler one of integers: n is n:1 for the whole, `_` keeps the whole, a tuple of
/// them tiles by mode.
constexpr Refusal set_extents(Tiler& to, const IntTuple& extents) {
  to.guide = extents;
  to.guide.static_mask = 0;
  for (int slot = 0; slot < extents.slots; ++slot) {
    if (extents.is_empty(slot)) continue;
    if (extents.values[slot] < 0)
      return Refusal{Reason::kNegativeExtent, slot, extents.values[slot]};
    const bool keeps = extents.is_keep(slot);
    const int leaf = to.layouts.shape.slots++;
    to.layouts.stride.slots++;
    to.guide.values[slot] = leaf;
    if (!keeps) to.integers |= std::uint64_t{1} << unsigned(leaf);
    to.layouts.shape.set(leaf, keeps ? core::static_integer(1) : extents.at(slot));
    to.layouts.stride.set(leaf, core::static_integer(keeps ? 0 : 1));
  }
  return {};
}

/// The tiler of an integer, `_` or a tuple of them.
constexpr Outcome<Tiler> tiler_of(const IntTuple& extents) {
  Tiler tiler;
  if (const Refusal refused = set_extents(tiler, extents); refused != Refusal{}) return refused;
  return tiler;
}

/// Adds the layouts of `next` at the end of those of a tuple of tilers.
constexpr Refusal append_layouts(Layout<>& to, const Layout<>& next) {
  for (int i = 0; i < rank(next.shape); ++i) {
    Refusal refused = core::append_mode(to.shape, *mode(next.shape, i));
    if (refused == Refusal{}) refused = core::append_mode(to.stride, *mode(next.stride, i));
    if (refused != Refusal{}) return refused;
  }
  return {};
}

/// Adds a tiler at the end of a tuple of tilers. If refused, `to` is only good to be dropped.
constexpr Refusal append_mode(Tiler& to, const Tiler& next) {
  IntTuple guide = next.guide;
  const int before = rank(to.layouts.shape);
  for (int slot = 0; slot < guide.slots; ++slot) {
    if (!guide.is_empty(slot)) guide.values[slot] += before;
  }
  const Refusal refused = core::append_mode(to.guide, guide);
  if (refused != Refusal{}) return refused;
  if (next.integers != 0) to.integers |= next.integers << unsigned(before);
  return append_layouts(to.layouts, next.layouts);
}

/// The tuple of tilers, one for each mode: tiler_of(4:1) and tiler_of(_) give <4:1,_>.
constexpr Outcome<Tiler> append(const Tiler& tuple, const Tiler& next) {
  Tiler longer = tuple;
  if (const Refusal refused = append_mode(longer, next); refused != Refusal{}) return refused;
  return longer;
}

}  // namespace tileglot::notation::cute
