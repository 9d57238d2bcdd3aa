// SPDX-License-Identifier: Apache-2.0
// coordinate.h: from any coordinate of a shape to its natural coordinate, and to an offset.
//
// What     idx2crd(c, S) is the natural coordinate (one integer per leaf) that c denotes;
//          crd2idx(c, L) is its inner product with the stride. A coordinate is one integer for the
//          whole shape (first mode fastest), one per mode, or nested down to the leaves.
// Why      Every layout accepts all of these; this is the one place that defines how they are read.
// Units    Offsets are in elements.
// Example  In (3,(2,3)):(3,(12,1)) the coordinates 16, (1,5) and (1,(1,2)) denote one element, at
//          offset 17.
//          [tests: coordinate_test.cc, "three coordinates of one element"]
// Errors   Refused: a tuple whose rank differs from its shape's, a tuple over an integer, a
//          division by an extent of 0, an overflow. Bounds are not checked, as in CuTe: the last
//          leaf under an integer takes the remainder. text/evaluate.h checks them.
// Source   CuTe 01_layout.md, "Coordinate Mapping" and "Index Mapping"; cute/stride.hpp. A zero
//          coordinate is zero everywhere, without dividing by the extents.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Calls visit(k, begin, end) for every integer of `coordinate`, slot k, and the leaves [begin,
/// end) of `shape` that it covers.
///
/// Both are traversed together in preorder. Slot k of the coordinate has consumed its own opening
/// tuples of the shape; those left open span the sub-shape it covers, and what closes after the
/// sub-shape must close after the coordinate too.
template <class Visit>
constexpr Refusal for_each_covered(const IntTuple& coordinate, const IntTuple& shape,
                                   const Visit& visit) {
  if (coordinate.is_scalar) return visit(0, 0, int{shape.slots});
  if (shape.is_scalar) return Refusal{Reason::kCoordinateIsTuple, 0, 0};
  int begin = 0;
  for (int k = 0; k < coordinate.slots; ++k) {
    const Refusal mismatch{Reason::kCoordinateRank, k, begin};
    if (begin == shape.slots) return mismatch;
    const int open = shape.opens(begin) - coordinate.opens(k);
    if (open < 0) return Refusal{Reason::kCoordinateIsTuple, k, begin};
    int last = begin;
    int level = open - shape.closes(last);
    while (level > 0) {
      ++last;
      level += shape.opens(last) - shape.closes(last);
    }
    if (-level != coordinate.closes(k)) return mismatch;
    if (coordinate.is_empty(k)) {
      if (open > 0 || !shape.is_empty(begin)) return mismatch;
    } else if (const Refusal refused = visit(k, begin, last + 1); refused != Refusal{}) {
      return refused;
    }
    begin = last + 1;
  }
  return begin == shape.slots ? Refusal{}
                              : Refusal{Reason::kCoordinateRank, coordinate.slots, begin};
}

/// True if a can be a coordinate of shape b: an integer matches anything, a tuple matches a tuple
/// of its rank mode by mode.
constexpr bool weakly_congruent(const IntTuple& a, const IntTuple& b) {
  return for_each_covered(a, b, [](int, int, int) { return Refusal{}; }) == Refusal{};
}

/// Splits `index` over the leaves [begin, end), the first fastest, and calls visit(slot, digit).
/// The last leaf takes the whole remainder.
template <class Visit>
constexpr Refusal for_each_digit(Integer index, const IntTuple& shape, int begin, int end,
                                 const Visit& visit) {
  while (end > begin && shape.is_empty(end - 1)) --end;
  if (begin == end && index.value != 0)
    return Refusal{Reason::kCoordinateOverNothing, index.value, 0};
  for (int slot = begin; slot < end; ++slot) {
    if (shape.is_empty(slot)) continue;
    const Integer extent = shape.at(slot);
    Integer digit = index;
    // Index 0 may be split over an extent of 0; other indices are divided by it and refused.
    if (slot + 1 < end && (index.value != 0 || extent.value != 0)) {
      const auto rest = modulo(index, extent);
      if (!rest) return rest.refusal;
      digit = *rest;
      index = *divide(index, extent);
    }
    if (const Refusal refused = visit(slot, digit); refused != Refusal{}) return refused;
  }
  return {};
}

/// Calls visit(slot, c) for every leaf of the shape and the natural coordinate c there.
template <class Visit>
constexpr Refusal for_each_natural(const IntTuple& coordinate, const IntTuple& shape,
                                   const Visit& visit) {
  return for_each_covered(coordinate, shape, [&](int k, int begin, int end) {
    return for_each_digit(coordinate.at(k), shape, begin, end, visit);
  });
}

/// The natural coordinate: idx2crd(16, (3,(2,3))) = (1,(1,2)); for an integer shape, the coordinate
/// itself.
constexpr Outcome<IntTuple> idx2crd(const IntTuple& coordinate, const IntTuple& shape) {
  IntTuple natural = shape;
  const Refusal refused = for_each_natural(coordinate, shape, [&natural](int slot, Integer c) {
    natural.set(slot, c);
    return Refusal{};
  });
  if (refused != Refusal{}) return refused;
  return natural;
}

/// The offset of a coordinate: crd2idx((1,5), (3,(2,3)):(3,(12,1))) = 17.
constexpr Outcome<Integer> crd2idx(const IntTuple& coordinate, const Layout<>& layout) {
  Integer offset = core::static_integer(0);
  const Refusal refused = for_each_natural(coordinate, layout.shape, [&](int slot, Integer c) {
    const auto step = multiply(c, layout.stride.at(slot));
    if (!step) return step.refusal;
    const auto sum = add(offset, *step);
    offset = sum.value;
    return sum.refusal;
  });
  if (refused != Refusal{}) return refused;
  return offset;
}

}  // namespace tileglot::notation::cute
