// SPDX-License-Identifier: Apache-2.0
// nullspace.h: the elements of a layout that are at offset 0 because their strides are 0.
//
// What     nullspace(L) is the layout N of indices with L(N(i)) = 0: the leaves of stride 0, each
//          with its step in the index.
// Why      A broadcast repeats along these modes: reductions run over them, and a copy skips them.
// Units    N's strides are indices of L, which flatten with the first mode fastest.
// Example  nullspace((4,3,2):(0,1,0)) = (4,2):(1,12); for a layout without stride 0 it is 1:0.
//          [tests: nullspace_test.cc, "modes of stride zero and their steps"]
// Errors   Refused: an overflow.
// Source   CuTe, cute/layout.hpp nullspace. Differs from CuTe: a dynamic stride of 0 counts too.
#pragma once

#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> nullspace(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(steps, make_layout(layout.shape));
  Outcome<Layout<>> kernel;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.stride.values[slot] != 0) continue;
    push_leaf(kernel.value, {layout.shape.at(slot), steps.stride.at(slot)});
  }
  if (kernel->shape.slots == 0) push_leaf(kernel.value, Leaf{});
  kernel.value.shape.is_scalar = kernel.value.stride.is_scalar = kernel->shape.slots == 1;
  return kernel;
}

}  // namespace tileglot::notation::cute
