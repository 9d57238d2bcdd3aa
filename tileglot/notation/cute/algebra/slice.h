// SPDX-License-Identifier: Apache-2.0
// slice.h: the part of a tuple or a layout that a coordinate with `_` leaves free.
//
// What     slice(c, T) keeps the parts under a `_` of c, dice(c, T) those under an integer; both
//          are flat lists of the parts. slice_and_offset(c, L) is the sliced layout and the offset
//          where it begins: L(c with d in place of `_`) = offset + slice(d).
// Example  slice((_,(_,1)), (3,(2,3))) = (3,2); dice is (3).
//          slice_and_offset((_,5), (3,(2,3)):(3,(12,1))) = (3):(3) at 14.
//          [tests: slice_test.cc, "a slice is what an underscore keeps"]
// Errors   Refused: a coordinate whose tuples do not match the shape's, an overflow.
// Source   CuTe, cute/underscore.hpp and cute/layout.hpp. `_` alone keeps all, an integer nothing.
//          With scaled bases the offset is a coordinate.
#pragma once

#include "tileglot/notation/cute/layout/codomain.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// A part of a layout and the offset of its first element (a coordinate for scaled bases).
struct Slice {
  Layout<> layout;
  IntTuple offset = core::static_integer(0);
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// The mode of t at slots [begin, end), without `opens` opening and `closes` closing brackets of
/// the tuples around it.
constexpr IntTuple part_of(const IntTuple& t, int begin, int end, int opens, int closes) {
  IntTuple part;
  const int own = t.opens(begin) - opens;
  part.is_scalar = own == 0 && !t.is_empty(begin);
  if (own == 0 && t.is_empty(begin)) return part;
  for (int slot = begin; slot < end; ++slot) {
    part.nesting[part.slots] = t.nesting[slot];
    copy_slot(t, slot, part);
  }
  const int own_tuple = part.is_scalar ? 0 : 1;
  const int last = part.slots - 1;
  part.nesting[0] = static_cast<std::uint8_t>(part.nesting[0] - 16 * (opens + own_tuple));
  part.nesting[last] = static_cast<std::uint8_t>(part.nesting[last] - closes - own_tuple);
  return part;
}

/// The parts of t under the leaves of the coordinate that are `_` (if `kept`) or integers (if not).
constexpr Outcome<IntTuple> parts_under(const IntTuple& coordinate, const IntTuple& t, bool kept) {
  if (coordinate.is_scalar) return coordinate.is_keep(0) == kept ? t : IntTuple{};
  Outcome<IntTuple> parts = IntTuple{};
  const Refusal refused = for_each_covered(coordinate, t, [&](int k, int begin, int end) {
    if (coordinate.is_keep(k) != kept) return Refusal{};
    parts = append(parts.value, part_of(t, begin, end, coordinate.opens(k), coordinate.closes(k)));
    return parts.refusal;
  });
  if (refused != Refusal{}) return refused;
  return parts;
}

constexpr Outcome<IntTuple> slice(const IntTuple& coordinate, const IntTuple& t) {
  return parts_under(coordinate, t, true);
}

constexpr Outcome<IntTuple> dice(const IntTuple& coordinate, const IntTuple& t) {
  return parts_under(coordinate, t, false);
}

constexpr Outcome<Layout<>> slice(const IntTuple& coordinate, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(shape, slice(coordinate, layout.shape));
  TILEGLOT_TRY_VALUE(stride, slice(coordinate, layout.stride));
  return Layout<>{shape, stride};
}

constexpr Outcome<Layout<>> dice(const IntTuple& coordinate, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(shape, dice(coordinate, layout.shape));
  TILEGLOT_TRY_VALUE(stride, dice(coordinate, layout.stride));
  return Layout<>{shape, stride};
}

/// The sum of digit * stride over the leaves along one path.
constexpr Outcome<Integer> offset_along(const IntTuple& coordinate, const Layout<>& layout,
                                        core::BasisPath path) {
  Integer sum = core::static_integer(0);
  const Refusal refused =
      for_each_natural(coordinate, layout.shape, [&](int slot, Integer digit) -> Refusal {
        const Integer stride = layout.stride.at(slot);
        if (stride.path != path) return {};
        const auto step = multiply(digit, Integer(stride.value, stride.is_static));
        if (!step) return step.refusal;
        const auto larger = add(sum, *step);
        sum = larger.value;
        return larger.refusal;
      });
  if (refused != Refusal{}) return refused;
  return sum;
}

/// The value at a coordinate, with `_` counting as 0: an offset, or a coordinate. For a single leaf
/// with a scaled basis it remains a scaled basis, as in CuTe.
constexpr Outcome<IntTuple> offset_at(const IntTuple& coordinate, const Layout<>& layout) {
  if (layout.stride.slots == 1 && has_basis(layout.stride)) {
    const core::BasisPath path{layout.stride.paths[0]};
    TILEGLOT_TRY_VALUE(steps, offset_along(coordinate, layout, path));
    return IntTuple(Integer(steps.value, steps.is_static, path));
  }
  return codomain_tuple(layout, [&](core::BasisPath path) -> Outcome<IntTuple> {
    TILEGLOT_TRY_VALUE(sum, offset_along(coordinate, layout, path));
    return IntTuple(sum);
  });
}

constexpr Outcome<Slice> slice_and_offset(const IntTuple& coordinate, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(part, slice(coordinate, layout));
  TILEGLOT_TRY_VALUE(offset, offset_at(coordinate, layout));
  return Slice{part, offset};
}

/// The layout that begins at a coordinate: the same layout, at the coordinate's offset.
constexpr Outcome<Slice> domain_offset(const IntTuple& coordinate, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(offset, offset_at(coordinate, layout));
  return Slice{layout, offset};
}

}  // namespace tileglot::notation::cute
