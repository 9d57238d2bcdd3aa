// SPDX-License-Identifier: Apache-2.0
// as_cpp/inverse.h: inverses and common layouts as C++ CuTe computes them.
//
// What     right_inverse follows whole modes of the coalesced layout, so it can stop before the
//          longest chain. left_inverse takes strides in order and does not check whether two modes
//          reach the same offset. Both handle only static strides. max_common_layout(A, B) is the
//          part of right_inverse(B) that A undoes.
// Example  right_inverse((2,4,4):(2,4,1)) = 4:8 although (4,4):(8,2) goes further; left_inverse of
//          the same layout is (2,8):(8,1), which is wrong, since its offsets repeat.
//          [tests: as_cpp/inverse_test.cc, "inverses stop early and do not look back"]
// Errors   kCppDynamicStride, kNotDivisible; a negative stride in left_inverse, for which C++
//          returns negative extents; those of the composition.
// Source   CUTLASS 7107b055, cute/layout.hpp, inverses, as observed.
#pragma once

#include "tileglot/notation/cute/as_cpp/coalesce.h"
#include "tileglot/notation/cute/as_cpp/complement.h"
#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute::cute_cpp {

constexpr Outcome<Layout<>> right_inverse(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(flat, cute_cpp::coalesce(layout));
  if (has_basis(flat.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  TILEGLOT_TRY_VALUE(steps, prefix_product(flat.shape));
  const StrideOrder order(flat);
  Layout<> inverse;
  Integer next = core::static_integer(1);
  for (int i = 0; i < order.count(); ++i) {
    const int slot = order.slot(i);
    const Integer stride = flat.stride.at(slot);
    if (!stride.is_static || !next.is_static || stride.value != next.value) continue;
    push_leaf(inverse, {flat.shape.at(slot), steps.at(slot)});
    TILEGLOT_TRY_VALUE(end, multiply(flat.shape.at(slot), stride));
    next = end;
  }
  if (inverse.shape.slots == 0) push_leaf(inverse, Leaf{});
  end_leaves(inverse);
  return cute_cpp::coalesce(inverse);
}

constexpr Outcome<Layout<>> left_inverse(const Layout<>& layout) {
  if (const Refusal refused = needs_positive(layout); refused != Refusal{}) return refused;
  TILEGLOT_TRY_VALUE(flat, cute_cpp::coalesce(layout));
  if (const Refusal refused = needs_static_strides(flat); refused != Refusal{}) return refused;
  TILEGLOT_TRY_VALUE(steps, prefix_product(flat.shape));
  const StrideOrder order(flat);
  Layout<> inverse;
  Integer covered = core::static_integer(1);
  Integer step = core::static_integer(0);
  for (int i = 0; i < order.count(); ++i) {
    const Integer stride = flat.stride.at(order.slot(i));
    if (stride.value == 0) continue;
    if (stride.value % covered.value != 0)
      return Refusal{Reason::kNotDivisible, stride.value, covered.value};
    push_leaf(inverse, {*divide(stride, covered), step});
    covered = stride;
    step = steps.at(order.slot(i));
  }
  push_leaf(inverse, {flat.shape.at(order.slot(order.count() - 1)), step});
  end_leaves(inverse);
  TILEGLOT_TRY_VALUE(merged, cute_cpp::coalesce(inverse));
  return make_layout(merged.shape, merged.stride);
}

constexpr Outcome<Layout<>> max_common_layout(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(inverse, cute_cpp::right_inverse(b));
  TILEGLOT_TRY_VALUE(read, cute_cpp::composition(a, inverse));
  TILEGLOT_TRY_VALUE(common, cute_cpp::coalesce(read));
  TILEGLOT_TRY_VALUE(first, mode(common, 0));
  const bool is_in_order =
      first.shape.at(0).is_static && first.stride.at(0) == core::static_integer(1);
  if (!is_in_order)
    return Layout<>{IntTuple(core::static_integer(1)), IntTuple(core::static_integer(0))};
  return cute_cpp::composition(inverse, first);
}

constexpr Outcome<Integer> max_common_vector(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(common, cute_cpp::max_common_layout(a, b));
  return size(common);
}

}  // namespace tileglot::notation::cute::cute_cpp
