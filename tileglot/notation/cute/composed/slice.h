// SPDX-License-Identifier: Apache-2.0
// composed/slice.h: the part of a composed layout that a coordinate with `_` leaves free.
//
// What     slice_and_offset(c, C) is a layout R and an offset with C(c with d in place of `_`) =
//          offset + R(d). Under a swizzle, R is plain if no two free bits are xored, that is if it
//          moves along the bits that are read or those that change, not both; the fixed bits are
//          then known, and each free bit is a step, up or down. Otherwise R stays under the
//          swizzle, at an offset.
//          domain_offset(c, C) is A o offset + B(c) o B at offset 0.
// Why      A thread's part of a swizzled tile is often plain, and a plain layout is cheaper.
// Example  In Sw<3,0,3> o 0 o (8,8):(8,1), row 1 is ((2,4)):((-1,2)) at 9: the steps 1, 2, 4 become
//          -1, 2, 4, since bit 0 is set there. Column 0 is (8):(9).
//          [tests: composed/slice_test.cc, "a row of a swizzled tile is plain"]
// Errors   Those of slice.h; cute.unsupported for an inner swizzle.
// Source   cute/swizzle_layout.hpp, slice_and_offset. As in CuTe, adjacent steps merge if they are
//          static. Differs from CuTe: a part without a plain layout, because the inner layout does
//          not keep bits apart, stays composed, whereas CuTe does not compile.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/swizzle_decay.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::notation::cute {

struct ComposedSlice {
  CuteLayout layout;
  Integer offset = core::static_integer(0);
};

/// The parts of an inner layout that a coordinate fixes and leaves free.
struct Choice {
  Integer fixed;    ///< the offset of the fixed part
  Layout<> chosen;  ///< the modes that the coordinate fixes
  Layout<> free;    ///< the modes that it leaves free
};

/// True if an offset in these modes, unknown at compile time, cannot have any of these bits.
constexpr bool keeps_off(const Layout<>& chosen, std::int64_t bits) {
  const std::int64_t own = free_bits(chosen, 0);
  return own >= 0 && (own & bits) == 0 && is_static(chosen.shape) && is_static(chosen.stride);
}

/// The slice of a swizzle at `offset` around an inner layout.
constexpr Outcome<ComposedSlice> slice_behind(const Swizzle& s, Integer offset,
                                              const Choice& choice) {
  const auto& [fixed, chosen, free] = choice;
  TILEGLOT_TRY_VALUE(begin, add(offset, fixed));
  if (s.bits == 0) return ComposedSlice{free, begin};
  const ComposedSlice whole{ComposedLayout{s, begin, free}, core::static_integer(0)};
  const bool apart = offset.value >= 0 && fixed.value >= 0 && (offset.value & fixed.value) == 0;
  const std::int64_t bits = apart ? free_bits(free, begin.value) : -1;
  if (bits < 0) return whole;
  // Bits that the swizzle neither reads nor changes are added after it.
  const std::int64_t windows = source_mask(s) | target_mask(s);
  const std::int64_t felt = fixed.value & windows;
  const bool is_known = fixed.is_static || (felt == 0 && keeps_off(chosen, windows));
  const Integer inside(offset.value | felt, offset.is_static && is_known);
  const Integer outside(fixed.value ^ felt, fixed.is_static);
  const ComposedSlice at_offset{ComposedLayout{s, inside, free}, outside};
  if (meets_itself(s, bits)) return at_offset;
  const Decayed plain = decay({s, inside}, free);
  if (!plain.is_plain) return at_offset;
  TILEGLOT_TRY_VALUE(first, add(Integer(apply(s, inside.value), inside.is_static), outside));
  return ComposedSlice{plain.layout, first};
}

/// True if every leaf of the coordinate is `_`.
constexpr bool all_underscore(const IntTuple& coordinate) {
  for (int slot = 0; slot < coordinate.slots; ++slot) {
    if (!coordinate.is_empty(slot) && !coordinate.is_keep(slot)) return false;
  }
  return true;
}

constexpr Outcome<ComposedSlice> slice_and_offset(const IntTuple& coordinate,
                                                  const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(free, slice(coordinate, inner));
  if (all_underscore(coordinate)) {
    return ComposedSlice{compose(composed.outer, composed.offset, free), core::static_integer(0)};
  }
  if (has_basis(inner.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  TILEGLOT_TRY_VALUE(fixed, crd2idx(coordinate, inner));
  if (composed.outer.is_swizzle) {
    TILEGLOT_TRY_VALUE(chosen, dice(coordinate, inner));
    return slice_behind(composed.outer.swizzle, composed.offset, {fixed, chosen, free});
  }
  TILEGLOT_TRY_VALUE(begin, add(composed.offset, fixed));
  return ComposedSlice{ComposedLayout{composed.outer, begin, free}, core::static_integer(0)};
}

/// The layout of slice_and_offset.
constexpr Outcome<CuteLayout> slice(const IntTuple& coordinate, const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(part, slice_and_offset(coordinate, composed));
  return part.layout;
}

/// The same layout, beginning at a coordinate.
constexpr Outcome<ComposedSlice> domain_offset(const IntTuple& coordinate,
                                               const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  TILEGLOT_TRY_VALUE(distance, crd2idx(coordinate, inner));
  TILEGLOT_TRY_VALUE(begin, add(composed.offset, distance));
  return ComposedSlice{compose(composed.outer, begin, inner), core::static_integer(0)};
}

}  // namespace tileglot::notation::cute
