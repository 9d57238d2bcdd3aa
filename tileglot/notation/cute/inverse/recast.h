// SPDX-License-Identifier: Apache-2.0
// recast.h: the same memory seen as larger or smaller elements.
//
// What     upcast(n, L) takes n old elements as one new; downcast(n, L) splits each into n;
//          recast_layout(old_bits, new_bits, L) does both as a change of element width requires.
//          max_alignment(L) is the largest n such that L consists of contiguous, aligned pieces of
//          n elements.
// Units    Strides and offsets are in elements, so they shrink where elements grow.
// Example  upcast(2, (4,8):(8,1)) = (4,4):(4,1); downcast(2, (4,8):(8,1)) = (4,16):(16,1);
//          recast_layout(8, 32, (4,8):(8,1)) = (4,2):(2,1).
//          [tests: recast_test.cc, "the same bytes as larger or smaller elements"]
//          max_alignment((2,4,6):(1,6,2)) = 6.
//          [tests: recast_test.cc, "an alignment is a common divisor"]
// Errors   Refused: upcast if neither of n and a stride divides the other, or if modes of strides
//          below n only together step out of a block of n elements, as those of (2,2):(1,1) for
//          n = 2, or step both ways in it; downcast if no stride is 1, since then no mode can step
//          through the parts of an element; n below 1; scaled bases; an overflow.
// Source   CuTe, cute/layout.hpp upcast, downcast, recast_layout, max_alignment. Differs from CuTe:
//          dynamic strides are checked and counted by their values; a downcast splits only one
//          leaf, so that offsets in memory do not change.
#pragma once

#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr std::int64_t shared_divisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/// Leaf `slot` in elements of n: a smaller extent if each holds several, else a smaller stride.
constexpr Outcome<Leaf> upcast(std::int64_t n, const Leaf& leaf, int slot) {
  const std::int64_t stride = leaf.stride.value;
  if (stride == 0) return leaf;
  if (stride % n == 0) return Leaf{leaf.extent, Integer(stride / n, leaf.stride.is_static)};
  if (n % stride != 0) return Refusal{Reason::kNotAligned, slot, n};
  const std::int64_t held = n / (stride < 0 ? -stride : stride);
  const bool is_static = leaf.extent.is_static && leaf.stride.is_static;
  return Leaf{Integer(core::ceil_div(leaf.extent.value, held), is_static),
              Integer(stride < 0 ? -1 : 1, leaf.stride.is_static)};
}

/// True if the leaf steps inside elements of n: its stride is a proper divisor of n.
constexpr bool steps_inside(std::int64_t n, std::int64_t stride) {
  return stride != 0 && n % stride == 0 && stride % n != 0;
}

/// How far the leaf moves before it leaves the first block of n elements or ends.
constexpr std::int64_t span_inside(std::int64_t n, std::int64_t extent, std::int64_t stride) {
  const std::int64_t step = stride < 0 ? -stride : stride;
  const std::int64_t steps = extent < n / step ? extent : n / step;
  return (steps - 1) * step;
}

/// Refuses leaves that only together step out of a block of n elements: the larger elements that
/// they reach would be missing. One leaf alone may step out. Positive strides step through the
/// block that begins at 0, negative ones through the block that ends there, so all must have one
/// sign.
constexpr Refusal stays_inside(std::int64_t n, const Layout<>& layout) {
  std::int64_t inside = 0;
  int backwards = layout.shape.slots;
  bool has_forwards = false;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t stride = layout.stride.values[slot];
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] < 2) continue;
    if (!steps_inside(n, stride)) continue;
    has_forwards = has_forwards || stride > 0;
    if (stride < 0) backwards = slot;
    const std::int64_t span = span_inside(n, layout.shape.values[slot], stride);
    if (span >= n - inside) return {Reason::kNotAligned, slot, n};
    inside += span;
  }
  const bool both_ways = has_forwards && backwards < layout.shape.slots;
  return both_ways ? Refusal{Reason::kNotAligned, backwards, n} : Refusal{};
}

constexpr Outcome<Layout<>> upcast(std::int64_t n, const Layout<>& layout) {
  if (n < 1) return Refusal{Reason::kNoFactor, n, 0};
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (const Refusal refused = stays_inside(n, layout); refused != Refusal{}) return refused;
  Outcome<Layout<>> larger = layout;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    TILEGLOT_TRY_VALUE(leaf, upcast(n, Leaf{layout.shape.at(slot), layout.stride.at(slot)}, slot));
    larger.value.shape.set(slot, leaf.extent);
    larger.value.stride.set(slot, leaf.stride);
  }
  return larger;
}

/// The leaf whose elements are adjacent: stride 1, preferably with more than one element; the
/// number of slots if no stride is 1.
constexpr int adjacent_leaf(const Layout<>& layout) {
  int found = layout.shape.slots;
  for (int slot = layout.shape.slots - 1; slot >= 0; --slot) {
    const bool is_unit = !layout.shape.is_empty(slot) && layout.stride.values[slot] == 1;
    const bool is_single = layout.shape.values[slot] == 1;
    if (is_unit && (!is_single || found == layout.shape.slots)) found = slot;
  }
  return found;
}

constexpr Outcome<Layout<>> downcast(std::int64_t n, const Layout<>& layout) {
  if (n < 1) return Refusal{Reason::kNoFactor, n, 0};
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  const int adjacent = adjacent_leaf(layout);
  if (adjacent == layout.shape.slots) return Refusal{Reason::kNoUnitStride, n, 0};
  Layout<> smaller = layout;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    IntTuple& scaled = slot == adjacent ? smaller.shape : smaller.stride;
    TILEGLOT_TRY_VALUE(product, multiply(scaled.at(slot), core::static_integer(n)));
    scaled.set(slot, product);
  }
  return make_layout(smaller.shape, smaller.stride);
}

constexpr Outcome<Layout<>> recast_layout(std::int64_t old_bits, std::int64_t new_bits,
                                          const Layout<>& layout) {
  if (old_bits < 1 || new_bits < 1)
    return Refusal{Reason::kNoFactor, old_bits < new_bits ? old_bits : new_bits, 0};
  const std::int64_t common = shared_divisor(old_bits, new_bits);
  Outcome<Layout<>> recast = layout;
  if (new_bits != common) recast = upcast(new_bits / common, recast.value);
  if (recast.ok() && old_bits != common) recast = downcast(old_bits / common, recast.value);
  return recast;
}

constexpr Outcome<Integer> max_alignment(const Layout<>& layout) {
  if (const Refusal refused = needs_numbers(layout); refused != Refusal{}) return refused;
  const Layout<> flat = coalesce(layout);
  const OffsetChain chain(flat);
  std::int64_t left[core::kMaxLeaves] = {};  // the stride of each leaf's part outside the chain
  for (int slot = 0; slot < flat.shape.slots; ++slot) left[slot] = flat.stride.values[slot];
  chain.for_each_link([&](int slot, Integer extent) {
    // A leaf that the chain leaves in its middle consists of whole pieces of this many elements.
    const std::int64_t piece = shared_divisor(extent.value, flat.shape.values[slot]);
    left[slot] = piece == flat.shape.values[slot] ? 0 : left[slot] * piece;
  });
  std::int64_t alignment = chain.end();
  for (int slot = 0; slot < flat.shape.slots; ++slot)
    alignment = shared_divisor(alignment, left[slot]);
  return core::static_integer(alignment);
}

}  // namespace tileglot::notation::cute
