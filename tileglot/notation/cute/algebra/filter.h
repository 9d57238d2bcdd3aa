// SPDX-License-Identifier: Apache-2.0
// filter.h: layouts without the modes that repeat offsets.
//
// What     filter_zeros(L) is L with extent _1 where the stride is 0; filter(L) is that, coalesced:
//          the same offsets, each as often as the other modes reach it.
// Example  filter_zeros((4,3):(0,1)) = (1,3):(0,1); filter((4,3):(0,1)) = 3:1.
//          [tests: filter_test.cc, "modes of stride zero are dropped"]
// Errors   None without a profile. An extent of 0 stays, since there are no offsets to keep.
// Source   CuTe, cute/layout.hpp, filter_zeros and filter. Differs from CuTe: a dynamic stride of 0
//          counts too.
#pragma once

#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// True if the leaf only repeats offsets that the other leaves reach.
constexpr bool repeats(const Layout<>& layout, int slot) {
  return !layout.shape.is_empty(slot) && layout.stride.values[slot] == 0 &&
         layout.shape.values[slot] != 0;
}

constexpr Layout<> filter_zeros(const Layout<>& layout) {
  Layout<> filtered = layout;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (repeats(layout, slot)) filtered.shape.set(slot, core::static_integer(1));
  }
  return filtered;
}

/// The integers of `shape` under a 0 of `profile` become _1: filter_zeros((2,0), (3,(4,5))) =
/// (3,(1,1)).
constexpr Outcome<IntTuple> filter_zeros(const IntTuple& profile, const IntTuple& shape) {
  IntTuple filtered = shape;
  const Refusal refused = for_each_covered(profile, shape, [&](int k, int begin, int end) {
    for (int slot = begin; slot < end && profile.values[k] == 0; ++slot) {
      if (!shape.is_empty(slot)) filtered.set(slot, core::static_integer(1));
    }
    return Refusal{};
  });
  if (refused != Refusal{}) return refused;
  return filtered;
}

constexpr Layout<> filter(const Layout<>& layout) {
  Layout<> flat;
  Coalescer coalescer(flat);
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || repeats(layout, slot)) continue;
    coalescer.push({layout.shape.at(slot), layout.stride.at(slot)});
  }
  coalescer.finish();
  return flat;
}

constexpr Outcome<Layout<>> filter(const Layout<>& layout, const IntTuple& profile) {
  return by_mode(layout, profile, [](const Layout<>& part) { return filter(part); });
}

}  // namespace tileglot::notation::cute
