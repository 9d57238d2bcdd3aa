// SPDX-License-Identifier: Apache-2.0
// coordinate_conversion.h: coordinates to and from indices, strides and other shapes.
//
// What     crd2idx(c, S) is the index of a coordinate; idx2crd(i, S, D) finds the coordinate from
//          an offset of a compact layout; crd2crd(c, S, T) is the coordinate of T with the same
//          index that c has in S; increment steps to the next coordinate.
// Why      Shapes of equal size number the same elements; these functions convert between them.
// Units    Indices count the first mode fastest.
// Example  crd2crd((1,5), (3,6), (3,(2,3))) = (1,(1,2)); crd2idx((1,5), (3,6)) = 16.
//          [tests: coordinate_conversion_test.cc, "a coordinate moves to another shape"]
// Errors   Refused: a coordinate that does not fit its shape, a division by a stride of 0,
//          overflow. Bounds are not checked, as in CuTe.
// Source   cute/stride.hpp, cute/int_tuple.hpp (increment).
#pragma once

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

/// x times the leaves [begin, end) of a shape.
constexpr Outcome<Integer> times_leaves(Integer x, const IntTuple& shape, int begin, int end) {
  for (int leaf = begin; leaf < end; ++leaf) {
    if (shape.is_empty(leaf)) continue;
    TILEGLOT_TRY_VALUE(larger, multiply(x, shape.at(leaf)));
    x = larger;
  }
  return x;
}

/// The index of a coordinate. One integer for the whole shape is the index already.
constexpr Outcome<Integer> crd2idx(const IntTuple& coordinate, const IntTuple& shape) {
  if (coordinate.is_scalar) return coordinate.at(0);
  Integer index = core::static_integer(0);
  Integer below = core::static_integer(1);
  int counted = 0;  // leaves of the shape in `below`; the last mode's extent is never needed
  const Refusal refused = for_each_covered(coordinate, shape, [&](int k, int begin, int) {
    // NOLINTNEXTLINE(readability-suspicious-call-argument): from what is counted to this leaf.
    const auto extents = times_leaves(below, shape, counted, begin);
    below = *extents;
    counted = begin;
    const auto step = extents ? multiply(coordinate.at(k), below) : extents;
    const auto sum = step ? add(index, *step) : step;
    index = *sum;
    return sum.refusal;
  });
  if (refused != Refusal{}) return refused;
  return index;
}

/// (index / stride) % extent; _0 where the extent is a static 1.
constexpr Outcome<Integer> digit_at(Integer index, Integer extent, Integer stride) {
  if (extent == core::static_integer(1)) return core::static_integer(0);
  TILEGLOT_TRY_VALUE(quotient, divide(index, stride));
  return modulo(quotient, extent);
}

/// The coordinate at an offset of shape:stride, which must be compact. An integer stride is the
/// start of column-major strides.
constexpr Outcome<IntTuple> idx2crd(const IntTuple& index, const IntTuple& shape,
                                    const IntTuple& stride) {
  if (!shape.is_scalar && stride.is_scalar) {
    TILEGLOT_TRY_VALUE(strides, compact_col_major(shape, stride));
    return idx2crd(index, shape, strides);
  }
  if (!index.is_scalar) {
    return transform(
        [](const IntTuple& i, const IntTuple& s, const IntTuple& d) { return idx2crd(i, s, d); },
        index, shape, stride);
  }
  if (!shape.is_scalar) {
    return transform(
        [&index](const IntTuple& s, const IntTuple& d) { return idx2crd(index, s, d); }, shape,
        stride);
  }
  if (!stride.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
  TILEGLOT_TRY_VALUE(digit, digit_at(index.at(0), shape.at(0), stride.at(0)));
  return IntTuple(digit);
}

/// The coordinate of shape `to` that has the index of `coordinate` in shape `from`, mode by mode
/// where all three are tuples.
constexpr Outcome<IntTuple> crd2crd(const IntTuple& coordinate, const IntTuple& from,
                                    const IntTuple& to) {
  if (!coordinate.is_scalar && !from.is_scalar && !to.is_scalar) {
    return transform(
        [](const IntTuple& c, const IntTuple& s, const IntTuple& t) { return crd2crd(c, s, t); },
        coordinate, from, to);
  }
  TILEGLOT_TRY_VALUE(index, crd2idx(coordinate, from));
  return idx2crd(index, to);
}

/// The next coordinate, the first leaf fastest. After the last coordinate, the last leaf is at its
/// extent.
constexpr Outcome<IntTuple> increment(const IntTuple& coordinate, const IntTuple& shape) {
  if (const Refusal difference = core::first_difference(coordinate, shape);
      difference != Refusal{}) {
    return Refusal{Reason::kProfilesDiffer, difference.first, 0};
  }
  if (const Refusal refused = has_elements(shape); refused != Refusal{}) return refused;
  IntTuple next = coordinate;
  int last = shape.slots - 1;
  while (last >= 0 && shape.is_empty(last)) --last;
  for (int slot = 0; slot <= last; ++slot) {
    if (shape.is_empty(slot)) continue;
    const Integer digit = next.at(slot);
    TILEGLOT_TRY_VALUE(more, add(digit, Integer(1, digit.is_static)));
    next.set(slot, more);
    if (slot == last || more.value != shape.values[slot]) break;
    next.set(slot, Integer(0, digit.is_static));
  }
  return next;
}

}  // namespace tileglot::notation::cute
