// SPDX-License-Identifier: Apache-2.0
// left_inverse.h: from an offset of a layout back to an element that has it.
//
// What     left_inverse(L) is the layout R with L(R(L(i))) = L(i) for every i of L; R(L(i)) = i
//          where no stride is 0.
// How      In ascending order of stride, an offset is split where the strides begin: a step of
//          stride d is a step of the mode's index.
//
//              L = (4,2):(1,16)    4:1 begins at 1, 2:16 at 16: 16 offsets to one step of 4,
//                                  so (16,2) : (1,4)
//
// Units    R's strides are indices of L, which flatten with the first mode fastest.
// Example  left_inverse((4,2):(1,16)) = (16,2):(1,4); left_inverse(4:2) = (2,4):(0,1).
//          [tests: left_inverse_test.cc, "from an offset back to its element"]
// Errors   Refused: two modes that reach one offset twice; a stride that is no multiple of the one
//          before; a negative stride; scaled bases; a layout without elements; more offsets than
//          int64 can count.
// Source   CuTe, cute/layout.hpp left_inverse. Differs from CuTe, which gives negative extents for
//          negative strides and wrong elements where offsets repeat; strides may be dynamic.
#pragma once

#include "tileglot/notation/cute/by_stride.h"
#include "tileglot/notation/cute/coalesce.h"
#include "tileglot/notation/cute/complement.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/right_inverse.h"

namespace tileglot::notation::cute {

/// No refusal where leaf i, by stride, begins at a multiple of the stride before, and not inside.
constexpr Refusal splits_offsets(const LeavesByStride& leaves, int i) {
  const auto [extent, stride] = leaves.leaf(i - 1);
  const std::int64_t next = leaves.leaf(i).stride.value;
  if (next % stride.value != 0) {
    return {Reason::kNotMultiple, leaves.slot(i - 1), leaves.slot(i)};
  }
  return next / stride.value < extent.value
             ? Refusal{Reason::kNotInjective, leaves.slot(i - 1), leaves.slot(i)}
             : Refusal{};
}

constexpr Outcome<Layout<>> left_inverse(const Layout<>& layout) {
  if (const Refusal refused = needs_positive(layout); refused != Refusal{}) return refused;
  const LeavesByStride leaves(layout);
  Outcome<Layout<>> inverse;
  Coalescer coalescer(inverse.value);
  Leaf before{core::static_integer(1), core::static_integer(1)};
  Integer step = core::static_integer(0);
  for (int i = 0; i < leaves.count(); ++i) {
    const Leaf leaf = leaves.leaf(i);
    if (i > 0) {
      if (const Refusal refused = splits_offsets(leaves, i); refused != Refusal{}) return refused;
    }
    coalescer.push({*divide(leaf.stride, before.stride), step});
    before = leaf;
    step = index_step(layout.shape, leaves.slot(i));
  }
  // Where nothing moves, one offset stands for all elements.
  coalescer.push({leaves.count() == 0 ? *size(layout) : before.extent, step});
  coalescer.finish();
  // Two far offsets have more between them than can be counted.
  if (const auto elements = size(inverse.value); !elements) return elements.refusal;
  return inverse;
}

}  // namespace tileglot::notation::cute
