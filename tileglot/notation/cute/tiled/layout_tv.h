// SPDX-License-Identifier: Apache-2.0
// layout_tv.h: thread-value layouts: which element of a tile each value of each thread is.
//
// What     make_layout_tv(T, V) takes a layout of threads over the tile and a layout of the values
//          that each thread holds, and returns (thread, value) -> index of the tile.
// How      Each thread's values are adjacent: raked_product(T, V) maps an element to its thread and
//          value; its right inverse, as (threads, values), is the opposite direction.
// Units    Indices of the tile flatten with the first mode fastest.
// Example  make_layout_tv((4,8):(8,1), (2,2):(1,2)) = ((8,4),(2,2)):((16,2),(1,8)).
//          [tests: layout_tv_test.cc, "each element is one value of one thread"]
// Errors   Those of raked_product. Threads and values that skip numbers have no such layout:
//          refused as not onto.
// Source   CuTe, cute/atom/copy_atom.hpp make_tiled_copy and make_layout_tv.
#pragma once

#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> make_layout_tv(const Layout<>& threads, const Layout<>& values) {
  TILEGLOT_TRY_VALUE(tile, raked_product(threads, values));
  TILEGLOT_TRY_VALUE(inverse, right_inverse(tile));
  TILEGLOT_TRY_VALUE(thread_count, size(threads));
  TILEGLOT_TRY_VALUE(value_count, size(values));
  TILEGLOT_TRY_VALUE(elements, size(tile));
  TILEGLOT_TRY_VALUE(counted, size(inverse));
  if (counted.value != elements.value) {
    return Refusal{Reason::kNotOnto, counted.value, elements.value};
  }
  TILEGLOT_TRY_VALUE(shape, core::tuple_of(thread_count, value_count));
  return with_shape(inverse, shape);
}

}  // namespace tileglot::notation::cute
