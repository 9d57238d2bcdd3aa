// SPDX-License-Identifier: Apache-2.0
// tiled/part.h: one thread's part of a matrix, and the sides of a tile.
//
// What     PartOfThread is a layout and the offset it starts at. sides_of_tile((a,(b,c))) is
//          (a, b*c): the extent of each mode.
// Why      Tiled MMAs and tiled copies return the same kind of part.
// Example  sides_of_tile(((4,2),8)) = (8,8).
//          [tests: tiled/copy_test.cc, "a plain copy is the arrangement of its threads and values"]
#pragma once

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// layout(i) + offset are the offsets of a thread's elements.
struct PartOfThread {
  Layout<> layout;  ///< (value, rest of each side)
  Integer offset;
};

constexpr Outcome<IntTuple> sides_of_tile(const IntTuple& shape) {
  Outcome<IntTuple> sides = IntTuple{};
  for (int i = 0; i < rank(shape) && sides; ++i) {
    TILEGLOT_TRY_VALUE(side, size(*mode(shape, i)));
    sides = append(*sides, side);
  }
  return sides;
}

}  // namespace tileglot::notation::cute
