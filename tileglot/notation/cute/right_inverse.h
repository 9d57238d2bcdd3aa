// SPDX-License-Identifier: Apache-2.0
// right_inverse.h: where in a layout the offsets 0, 1, 2, ... are.
//
// What     right_inverse(L) is the layout R with L(R(i)) = i for every i below its size, which is as
//          large as a chain of L's leaves makes it (offset_chain.h).
// Why      It tells which elements to take to read memory in order: vector loads, and the layout of
//          threads over a tile.
// Units    R's strides are indices of L, which flatten with the first mode fastest.
// Example  right_inverse((4,8):(8,1)) = (8,4):(4,1); of (2,4,4):(2,4,1) it is (4,4):(8,2), where
//          CuTe stops at 4:8.
//          [tests: right_inverse_test.cc, "reading in the order of offsets"]
//          A chain takes steps along one leaf at a time. Where leaves overlap or go backwards, steps
//          through several at once may reach further, as (3,2,3):(8,9,3) reaches 18 in the latter;
//          they are not looked for, since vectors and threads follow modes.
// Errors   Refused: scaled bases, a layout without elements. Nothing else: where no element has
//          offset 1, the answer is 1:0.
// Source   CuTe, cute/layout.hpp right_inverse. Differs from CuTe: considers all chains and parts of
//          leaves; dynamic integers count by their values.
#pragma once

#include "tileglot/notation/cute/coalesce.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/offset_chain.h"

namespace tileglot::notation::cute {

/// No refusal where every extent is positive and every stride that moves is a number.
constexpr Refusal needs_numbers(const Layout<>& layout) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] == 1) continue;
    if (layout.shape.values[slot] == 0) return {Reason::kNoElements, slot, 0};
    if (layout.stride.paths[slot] != 0) return {Reason::kBasisArithmetic, slot, 0};
  }
  return {};
}

/// How far apart in the index the elements along a leaf are: the product of the extents before it.
constexpr Integer index_step(const IntTuple& shape, int leaf) {
  Integer step = core::static_integer(1);
  for (int slot = 0; slot < leaf; ++slot) {
    if (!shape.is_empty(slot)) step = multiply(step, shape.at(slot)).value;
  }
  return step;
}

constexpr Outcome<Layout<>> right_inverse(const Layout<>& layout) {
  if (const Refusal refused = needs_numbers(layout); refused != Refusal{}) return refused;
  const OffsetChain chain(layout);
  Outcome<Layout<>> inverse;
  Coalescer coalescer(inverse.value);
  chain.for_each_link(
      [&](int slot, Integer extent) { coalescer.push({extent, index_step(layout.shape, slot)}); });
  coalescer.finish();
  return inverse;
}

}  // namespace tileglot::notation::cute
