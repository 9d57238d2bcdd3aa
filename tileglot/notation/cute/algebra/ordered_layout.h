// SPDX-License-Identifier: Apache-2.0
// ordered_layout.h: compact layouts whose modes have a given order.
//
// What     make_ordered_layout(S, O) is compact, with the mode of the smallest O fastest
//          (compact_strides.h). make_layout_like(L) is a compact layout of L's shape in the order
//          of L's strides; modes of stride 0 keep stride 0.
// Why      A copy of a tensor should be compact and keep the tensor's order of traversal.
// Example  make_ordered_layout((2,3,4), (2,0,1)) = (2,3,4):(12,1,3); make_layout_like of
//          (2,3,4):(_0,_40,_5) = (2,3,4):(0,4,1).
//          [tests: ordered_layout_test.cc, "the smallest order is fastest"]
// Errors   Refused: an order whose structure does not match the shape; an overflow.
// Source   CuTe, cute/stride.hpp compact_order, cute/layout.hpp make_layout_like. As there, modes
//          of equal order begin at equal strides, an integer orders its whole sub-shape, and
//          dynamic integers of an order count as larger than all static ones, left to right.
#pragma once

#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> make_ordered_layout(const IntTuple& shape, const IntTuple& order) {
  TILEGLOT_TRY_VALUE(stride, compact_order(shape, order));
  return make_layout(shape, stride);
}

constexpr Outcome<Layout<>> make_layout_like(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(stride, compact_order(filter_zeros(layout).shape, layout.stride));
  return make_layout(layout.shape, stride);
}

}  // namespace tileglot::notation::cute
