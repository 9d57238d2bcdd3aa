// SPDX-License-Identifier: Apache-2.0
// composed/function.h: composed layouts as functions: their domain, their offsets, their reach.
//
// What     shape, rank, depth, size and cosize of A o offset o B are those of B, as in CuTe.
//          crd2idx(c, C) = A(offset + B(c)). reach(C) is one more than the largest offset that C
//          can give, and so the size that a buffer needs.
// Why      CuTe's cosize of a swizzled layout is that of its inner layout, which the swizzle may
//          exceed.
// Units    Offsets are in elements.
// Example  C = Sw<3,0,3> o 0 o (8,8):(8,1): size 64, C(1,0) = 9. Sw<1,0,-4> o 0 o 8:1 has cosize 8
//          and reach 32: offset 1 maps to 17.
//          [tests: composed/function_test.cc, "a composed layout is evaluated from the inside out"]
// Errors   cute.unsupported for an inner swizzle, which has no shape; cute.basis if the inner
//          layout's values are coordinates; those of crd2idx.
// Source   cute/layout_composed.hpp. A negative offset under a swizzle has the bits of two's
//          complement, like an int in C++.
#pragma once

#include <variant>

#include "tileglot/core/integer.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> inner_layout(const ComposedLayout& composed) {
  if (composed.inner.is_swizzle) return Refusal{Reason::kSwizzleHasNoShape, 0, 0};
  return composed.inner.layout;
}

/// The layout that a coordinate refers to: a plain layout itself, or the inner layout.
constexpr Outcome<Layout<>> domain(const CuteLayout& layout) {
  if (const auto* plain = std::get_if<Layout<>>(&layout)) return *plain;
  return inner_layout(std::get<ComposedLayout>(layout));
}

constexpr Outcome<IntTuple> shape(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return inner.shape;
}

constexpr Outcome<Integer> size(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return size(inner);
}

constexpr Outcome<Integer> cosize(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return cosize(inner);
}

constexpr Outcome<Integer> rank(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return core::static_integer(rank(inner));
}

constexpr Outcome<Integer> depth(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  return core::static_integer(depth(inner));
}

/// A swizzle or a layout at one integer.
constexpr Outcome<Integer> apply(const Stage& stage, Integer x) {
  if (!x.path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (stage.is_swizzle) return Integer(apply(stage.swizzle, x.value), x.is_static);
  return crd2idx(x, stage.layout);
}

constexpr Outcome<Integer> apply(const Stage& stage, const IntTuple& coordinate) {
  if (!stage.is_swizzle) return crd2idx(coordinate, stage.layout);
  if (!coordinate.is_scalar) return Refusal{Reason::kCoordinateIsTuple, 0, 0};
  return apply(stage, coordinate.at(0));
}

/// A(offset + B(c)).
constexpr Outcome<Integer> crd2idx(const IntTuple& coordinate, const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inside, apply(composed.inner, coordinate));
  TILEGLOT_TRY_VALUE(moved, add(composed.offset, inside));
  return apply(composed.outer, moved);
}

/// The offset of a plain or composed layout at a 1-D index.
constexpr Outcome<Integer> offset_of_index(const CuteLayout& layout, std::int64_t index) {
  return std::visit([index](const auto& l) { return crd2idx(Integer(index), l); }, layout);
}

/// The last slot that holds an integer; -1 if none does.
constexpr int last_leaf(const IntTuple& t) {
  int slot = t.slots - 1;
  while (slot >= 0 && t.is_empty(slot)) --slot;
  return slot;
}

/// The largest offset that a swizzle can give for an offset in [0, largest].
constexpr std::int64_t largest_after(Swizzle s, std::int64_t largest) {
  const int lowest_read = s.base + (s.shift > 0 ? s.shift : 0);
  const int width = largest == 0 ? 0 : core::log2_floor(largest) + 1;
  int changed = width - lowest_read;  // how many of the bits that are read can be 1
  if (s.bits == 0 || changed <= 0) return largest;
  if (changed > s.bits || s.shift > 0) changed = s.bits;
  const int above_changed = s.base - (s.shift < 0 ? s.shift : 0) + changed;
  return largest | ((std::int64_t{1} << unsigned(above_changed)) - 1);
}

/// The largest |offset| that a layout can give for an index in [0, largest]; the last leaf takes
/// the remainder.
constexpr Outcome<Integer> largest_after(const Layout<>& layout, std::int64_t largest) {
  Integer sum = 0;
  const int last = last_leaf(layout.shape);
  for (int slot = 0; slot <= last; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    const std::int64_t extent = layout.shape.values[slot];
    if (extent == 0) return Refusal{Reason::kDivisionByZero, largest, 0};
    const bool goes_round = slot < last && largest >= extent;
    TILEGLOT_TRY_VALUE(step, magnitude(layout.stride.at(slot)));
    TILEGLOT_TRY_VALUE(part, multiply(Integer(goes_round ? extent - 1 : largest), step));
    TILEGLOT_TRY_VALUE(more, add(sum, part));
    sum = more;
    largest = goes_round ? largest / extent : 0;
  }
  return sum;
}

/// One more than the largest offset that the composed layout can give; 0 for one without elements.
constexpr Outcome<Integer> reach(const ComposedLayout& composed) {
  TILEGLOT_TRY_VALUE(inner, inner_layout(composed));
  if (has_basis(inner.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  TILEGLOT_TRY_VALUE(places, cosize(inner));
  if (places.value == 0) return places;
  TILEGLOT_TRY_VALUE(end, add(composed.offset, places));
  const std::int64_t largest = end.value > 0 ? end.value - 1 : 0;
  if (composed.outer.is_swizzle) {
    return add(largest_after(composed.outer.swizzle, largest), core::static_integer(1));
  }
  TILEGLOT_TRY_VALUE(last, largest_after(composed.outer.layout, largest));
  return add(last, core::static_integer(1));
}

}  // namespace tileglot::notation::cute
