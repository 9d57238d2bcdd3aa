// SPDX-License-Identifier: Apache-2.0
// as_cpp/complement.h: the complement as C++ CuTe computes it, with the holes it leaves.
//
// What     complement(L, M) only requires that no gap is _0. If a stride is not a multiple of what
//          is filled before it, the gap is rounded down and some offsets are never reached; a
//          target of several modes is rounded up mode by mode.
// Why      The divides and products of C++ use it.
// How      In ascending order of static stride: the gap before s:d is d / filled, then s * d are
//          filled. The target divided by what is filled is the rest. Then coalesced.
// Example  complement((3,2):(1,4), 24) = 3:8, which leaves 3 and 7 out; the exact one is refused.
//          [tests: as_cpp/complement_test.cc, "gaps are rounded down and leave holes"]
// Errors   kCppOverlap, kCppDynamicStride if C++ does not compile; kDivisionByZero if it crashes;
//          a negative stride, whose gaps would have negative extents, and an extent of 0.
// Source   CUTLASS 7107b055, cute/layout.hpp, complement, as observed.
#pragma once

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/as_cpp/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/arithmetic.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::notation::cute::cute_cpp {

/// The slots of a flat layout by ascending stride; equal strides keep their order.
class StrideOrder {
 public:
  explicit constexpr StrideOrder(const Layout<>& flat) {
    for (; count_ < flat.shape.slots; ++count_) {
      int place = count_;
      for (; place > 0 && flat.stride.values[slots_[place - 1]] > flat.stride.values[count_];
           --place)
        slots_[place] = slots_[place - 1];
      slots_[place] = static_cast<std::uint8_t>(count_);
    }
  }
  constexpr int count() const { return count_; }
  constexpr int slot(int i) const { return slots_[i]; }

 private:
  std::uint8_t slots_[core::kMaxLeaves] = {};
  int count_ = 0;
};

/// Refuses dynamic strides, since C++ sorts strides at compile time.
constexpr Refusal needs_static_strides(const Layout<>& flat) {
  int dynamic = 0;
  for (int slot = 0; slot < flat.shape.slots; ++slot) {
    if (!flat.stride.at(slot).is_static) ++dynamic;
  }
  if (dynamic == 0) return {};
  return {Reason::kCppDynamicStride, dynamic, flat.shape.slots};
}

/// The target divided by what is filled, with strides from there on.
constexpr Outcome<Layout<>> rest_of(const IntTuple& target, Integer filled) {
  TILEGLOT_TRY_VALUE(blocks, ceil_div(target, IntTuple(filled)));
  TILEGLOT_TRY_VALUE(shape, coalesce_shape(blocks));
  TILEGLOT_TRY_VALUE(stride, compact_col_major(shape, IntTuple(filled)));
  return make_layout(shape, stride);
}

/// The complement of a filtered layout.
constexpr Outcome<Layout<>> gaps_of(const Layout<>& flat, const IntTuple& target) {
  if (flat.shape.slots > 1) {
    if (const Refusal refused = needs_static_strides(flat); refused != Refusal{}) return refused;
  }
  const StrideOrder order(flat);
  Layout<> gaps;
  Integer filled = core::static_integer(1);
  for (int i = 0; i < order.count(); ++i) {
    const Integer stride = flat.stride.at(order.slot(i));
    TILEGLOT_TRY_VALUE(gap, divide(stride, filled));
    if (core::is_static_zero(gap)) return Refusal{Reason::kCppOverlap, stride.value, filled.value};
    push_leaf(gaps, {gap, filled});
    TILEGLOT_TRY_VALUE(end, multiply(flat.shape.at(order.slot(i)), stride));
    filled = end;
  }
  gaps.shape.is_scalar = gaps.stride.is_scalar = false;
  TILEGLOT_TRY_VALUE(rest, rest_of(target, filled));
  TILEGLOT_TRY_VALUE(both, make_layout(gaps, rest));
  TILEGLOT_TRY_VALUE(merged, cute_cpp::coalesce(both));
  return make_layout(merged.shape, merged.stride);
}

constexpr Outcome<Layout<>> complement(const Layout<>& layout, const IntTuple& target) {
  if (const Refusal refused = needs_positive(layout); refused != Refusal{}) return refused;
  TILEGLOT_TRY_VALUE(flat, cute_cpp::filter(layout));
  const bool is_single = flat.shape.slots == 1 && core::is_static_zero(flat.stride.at(0));
  if (!is_single) return gaps_of(flat, target);
  TILEGLOT_TRY_VALUE(shape, coalesce_shape(target));
  return make_layout(shape);
}

constexpr Outcome<Layout<>> complement(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(flat, cute_cpp::filter(layout));
  TILEGLOT_TRY_VALUE(places, cosize(flat));
  return cute_cpp::complement(layout, IntTuple(places));
}

}  // namespace tileglot::notation::cute::cute_cpp
