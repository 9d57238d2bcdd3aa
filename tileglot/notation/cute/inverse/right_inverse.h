// SPDX-License-Identifier: Apache-2.0
// right_inverse.h: where in a layout the offsets 0, 1, 2, ... are.
//
// What     right_inverse(L) is the layout R with L(R(i)) = i for every i below its size. Its size
//          is the reach of a chain of L's leaves: whole leaves and parts of them (offset_chain.h)
//          or, if leaves overlap and it reaches further, every k-th step of leaves
//          (stepped_chain.h).
// Why      It gives the elements to take to read memory in order: vector loads, and the layout of
//          threads over a tile.
// Units    R's strides are indices of L, which flatten with the first mode fastest.
// Example  right_inverse((4,8):(8,1)) = (8,4):(4,1); for (2,4,4):(2,4,1) it is (4,4):(8,2), where
//          CuTe stops at 4:8; for (3,4):(2,1) it is (4,2):(3,2).
//          [tests: right_inverse_test.cc, "reading in the order of offsets"]
// Limits   A chain takes each leaf once and steps along one leaf at a time. If leaves overlap or
//          have negative strides, taking one twice, as in (6,2):(1,2), or stepping along several at
//          once, as in (3,2,3):(8,9,3), may reach further; this is not searched, since vectors and
//          threads follow modes. The search for steps of overlapping leaves ends after 2^10 tries.
// Errors   Refused: scaled bases, a layout without elements. Nothing else: if no element has
//          offset 1, the result is 1:0.
// Source   CuTe, cute/layout.hpp right_inverse. Differs from CuTe: considers parts and steps of
//          leaves too; dynamic integers count by their values.
#pragma once

#include "tileglot/notation/cute/inverse/offset_chain.h"
#include "tileglot/notation/cute/inverse/stepped_chain.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Refuses an extent of 0, and a scaled basis as the stride of a leaf that moves.
constexpr Refusal needs_numbers(const Layout<>& layout) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] == 1) continue;
    if (layout.shape.values[slot] == 0) return {Reason::kNoElements, slot, 0};
    if (layout.stride.paths[slot] != 0) return {Reason::kBasisArithmetic, slot, 0};
  }
  return {};
}

/// The index distance between elements along a leaf: the product of the extents before it.
constexpr Integer index_step(const IntTuple& shape, int leaf) {
  Integer step = core::static_integer(1);
  for (int slot = 0; slot < leaf; ++slot) {
    if (!shape.is_empty(slot)) step = multiply(step, shape.at(slot)).value;
  }
  return step;
}

/// Calls visit(slot, times, extent) for each link of the chain that the right inverse follows.
template <class Visit>
constexpr void for_each_link(const Layout<>& layout, const Visit& visit) {
  const OffsetChain chain(layout);
  if (end_of_overlapping(chain.leaves()) > chain.end()) {
    const SteppedChain longer(chain);
    if (longer.is_longer()) return longer.for_each_link(visit);
  }
  chain.for_each_link(
      [&](int slot, Integer extent) { visit(slot, core::static_integer(1), extent); });
}

constexpr Outcome<Layout<>> right_inverse(const Layout<>& layout) {
  if (const Refusal refused = needs_numbers(layout); refused != Refusal{}) return refused;
  Outcome<Layout<>> inverse;
  Coalescer coalescer(inverse.value);
  for_each_link(layout, [&](int slot, Integer times, Integer extent) {
    coalescer.push({extent, multiply(index_step(layout.shape, slot), times).value});
  });
  coalescer.finish();
  return inverse;
}

}  // namespace tileglot::notation::cute
