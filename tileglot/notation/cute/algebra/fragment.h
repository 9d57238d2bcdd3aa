// SPDX-License-Identifier: Apache-2.0
// fragment.h: the layout of a thread's registers for a part of a tensor.
//
// What     make_fragment_like(L) is a compact layout of L's shape: the first mode is column-major,
//          since it holds the values of one instruction; the others follow in the order of L's
//          strides. Broadcast modes stay broadcast.
// Example  make_fragment_like((_2,_1,_6):(_4,_7,_8)) = (2,1,6):(1,0,2).
//          [tests: fragment_test.cc, "a fragment is compact"]
// Errors   Refused: an overflow.
// Source   CuTe, cute/layout.hpp make_fragment_like. As in CuTe, a layout of one mode, or with a
//          dynamic extent, becomes column-major, and the second of two modes is in a tuple.
#pragma once

#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// The modes from 1 on.
constexpr Layout<> without_first(const Layout<>& layout) {
  Layout<> rest;
  for (int i = 1; i < rank(layout); ++i) rest = *append(rest, *mode(layout, i));
  return rest;
}

/// Each stride times a factor.
constexpr Outcome<Layout<>> spread(const Layout<>& layout, Integer factor) {
  Layout<> wide = layout;
  for (int slot = 0; slot < layout.stride.slots; ++slot) {
    if (layout.stride.is_empty(slot)) continue;
    TILEGLOT_TRY_VALUE(stride, multiply(layout.stride.at(slot), factor));
    wide.stride.set(slot, stride);
  }
  return wide;
}

constexpr Outcome<Layout<>> make_fragment_like(const Layout<>& layout) {
  if (rank(layout) < 2 || !core::is_static(layout.shape)) return make_layout(layout.shape);
  TILEGLOT_TRY_VALUE(values, mode(layout, 0));
  TILEGLOT_TRY_VALUE(filtered, make_layout(filter_zeros(values).shape));
  TILEGLOT_TRY_VALUE(first, make_layout(values.shape, filtered.stride));
  TILEGLOT_TRY_VALUE(span, cosize(first));
  const Layout<> others = without_first(layout);
  TILEGLOT_TRY_VALUE(ordered, make_ordered_layout(others.shape, others.stride));
  TILEGLOT_TRY_VALUE(behind, spread(ordered, span));
  TILEGLOT_TRY_VALUE(start, make_layout(first));
  if (rank(behind) == 1) return append(start, behind);
  Outcome<Layout<>> fragment = start;
  for (int i = 0; i < rank(behind) && fragment.ok(); ++i) {
    fragment = append(fragment.value, *mode(behind, i));
  }
  return fragment;
}

}  // namespace tileglot::notation::cute
