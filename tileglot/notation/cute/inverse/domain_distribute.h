// SPDX-License-Identifier: Apache-2.0
// domain_distribute.h: distributes workers over a shape.
//
// What     domain_distribute(S, n) is the layout of the indices of S where the n workers begin.
// Units    Its strides are indices of S, which flatten with the first mode fastest.
// Example  domain_distribute((15,14), 6) = (3,2):(1,15): 3 along the first mode, 2 along the other.
//          [tests: domain_distribute_test.cc, "workers divide the modes"]
// Errors   Refused: n below 1, an extent of 0, an overflow.
// Source   CuTe, cute/layout.hpp domain_distribute. As in CuTe, fewer than n places may be
//          found: (7,6) gives 2 for n = 4.
#pragma once

#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> domain_distribute(const IntTuple& shape, Integer workers) {
  if (workers.value < 1) return Refusal{Reason::kNoElements, 0, workers.value};
  if (const auto elements = size(shape); !elements) return elements.refusal;
  if (has_zero(shape)) return Refusal{Reason::kNoElements, 0, 0};
  Outcome<Layout<>> places;
  Coalescer coalescer(places.value);
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (shape.is_empty(slot)) continue;
    const bool is_static = shape.at(slot).is_static && workers.is_static;
    const Integer share(shared_divisor(shape.values[slot], workers.value), is_static);
    coalescer.push({share, index_step(shape, slot)});
    workers.value /= share.value;
  }
  coalescer.finish();
  return places;
}

}  // namespace tileglot::notation::cute
