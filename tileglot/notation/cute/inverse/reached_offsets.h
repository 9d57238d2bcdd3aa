// SPDX-License-Identifier: Apache-2.0
// reached_offsets.h: whether a layout reaches offsets twice, or leaves some out.
//
// What     is_onto(L): the offsets of L are all of [0, cosize). is_injective(L): no two indices
//          have the same offset.
// Why      A container checks this before it writes through a layout or copies it as one block
//          (mdspan's is_exhaustive and is_unique).
// Units    Offsets are in elements.
// Example  (2,3):(1,3) is injective and leaves out 2; (2,2):(1,1) is onto and reaches 1 twice.
//          [tests: reached_offsets_test.cc, "gaps and repetitions are found"]
// Errors   Refused: negative strides and scaled bases; for is_injective kTooLargeToDecide if leaves
//          overlap and there are more than 2^12 offsets.
// Source   Leaves by increasing stride: if those before reach all of [0, R], the next one leaves no
//          gap if and only if its stride is R + 1 or less, and repeats nothing if it is more than
//          R.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// The most offsets that is_injective checks one by one.
inline constexpr std::int64_t kMostOffsetsCounted = std::int64_t{1} << 12U;

constexpr Refusal counts_upwards(const Layout<>& layout) {
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  for (int slot = 0; slot < layout.stride.slots; ++slot) {
    if (!layout.stride.is_empty(slot) && layout.stride.values[slot] < 0) {
      return Refusal{Reason::kNegativeStride, slot, layout.stride.values[slot]};
    }
  }
  return {};
}

constexpr Outcome<bool> is_onto(const Layout<>& layout) {
  if (const Refusal refused = counts_upwards(layout); refused != Refusal{}) return refused;
  if (core::has_zero(layout.shape)) return true;
  const LeavesByStride leaves(layout);
  std::int64_t reached = 0;
  for (int i = 0; i < leaves.count(); ++i) {
    const auto [extent, stride] = leaves.leaf(i);
    if (stride.value > reached + 1) return false;
    reached += (extent.value - 1) * stride.value;
  }
  return true;
}

/// True if every leaf steps over all offsets that the previous leaves reach.
constexpr bool steps_over_all_before(const LeavesByStride& leaves) {
  std::int64_t reached = 0;
  for (int i = 0; i < leaves.count(); ++i) {
    const auto [extent, stride] = leaves.leaf(i);
    if (stride.value <= reached) return false;
    reached += (extent.value - 1) * stride.value;
  }
  return true;
}

/// Precondition: there are no more than kMostOffsetsCounted offsets.
constexpr bool reaches_each_once(const Layout<>& layout, std::int64_t elements) {
  bool seen[kMostOffsetsCounted] = {};
  for (std::int64_t i = 0; i < elements; ++i) {
    bool& here = seen[crd2idx(Integer(i), layout)->value];
    if (here) return false;
    here = true;
  }
  return true;
}

constexpr Outcome<bool> is_injective(const Layout<>& layout) {
  if (const Refusal refused = counts_upwards(layout); refused != Refusal{}) return refused;
  const std::int64_t elements = size(layout)->value;
  const std::int64_t places = cosize(layout)->value;
  if (elements > places) return false;
  if (elements <= 1) return true;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot) && layout.shape.values[slot] > 1 &&
        layout.stride.values[slot] == 0) {
      return false;
    }
  }
  if (steps_over_all_before(LeavesByStride(layout))) return true;
  if (is_onto(layout).value) return elements == places;
  if (places > kMostOffsetsCounted) return Refusal{Reason::kTooLargeToDecide, -1, places};
  return reaches_each_once(layout, elements);
}

}  // namespace tileglot::notation::cute
