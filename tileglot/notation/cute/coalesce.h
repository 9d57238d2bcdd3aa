// SPDX-License-Identifier: Apache-2.0
// coalesce.h: the same function of an index with the fewest modes.
//
// What     coalesce(L) is flat, drops modes of extent 1 and merges neighbours where extent * stride
//          is the next stride.
// Why      Two layouts that are the same function of the index are easier to compare, print and run
//          when coalesced.
// Example  coalesce((2,(1,6)):(1,(6,2))) = 12:1; coalesce((2,4,6):(1,6,2)) keeps its three modes;
//          coalesce(1:1) = 1:0.
//          [tests: coalesce_test.cc, "coalescing keeps the function of the index"]
// Errors   None: a product that does not fit is no next stride.
// Source   CuTe 02_layout_algebra.md, "Coalesce". Differs from CuTe: the values decide, so dynamic
//          modes merge too (as in pycute); a merged extent is static where both were, and the
//          stride keeps its mark.
#pragma once

#include "tileglot/notation/cute/layout.h"

namespace tileglot::notation::cute {

/// An extent and its stride: one leaf of a layout.
struct Leaf {
  Integer extent = core::static_integer(1);
  Integer stride = core::static_integer(0);
};

/// The leaf that walks through a, then through b, if there is one.
constexpr Outcome<Leaf> merged(const Leaf& a, const Leaf& b) {
  if (b.extent.value == 1) return a;
  if (a.extent.value == 1) return b;
  TILEGLOT_TRY_VALUE(next, multiply(a.extent, a.stride));
  if (next.value != b.stride.value)
    return Refusal{Reason::kNotCongruent, next.value, b.stride.value};
  TILEGLOT_TRY_VALUE(extent, multiply(a.extent, b.extent));
  return Leaf{extent, a.stride};
}

/// Puts a leaf behind the leaves of a flat tuple; there is room, since no result has more leaves
/// than its layout.
constexpr void push_leaf(IntTuple& flat, Integer value) { flat.set(flat.slots++, value); }

constexpr Layout<> coalesce(const Layout<>& layout) {
  Layout<> flat;
  Leaf current;
  bool all_static = true;
  const auto push = [&flat](const Leaf& leaf) {
    push_leaf(flat.shape, leaf.extent);
    push_leaf(flat.stride, leaf.stride);
  };
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    const Leaf next{layout.shape.at(slot), layout.stride.at(slot)};
    all_static = all_static && next.extent.is_static;
    if (const auto both = merged(current, next); both) {
      current = *both;
    } else {
      push(current);
      current = next;
    }
  }
  if (current.extent.value == 1) current = {Integer(1, all_static), Integer(0, all_static)};
  push(current);
  flat.shape.is_scalar = flat.stride.is_scalar = flat.shape.slots == 1;
  return flat;
}

}  // namespace tileglot::notation::cute
