// SPDX-License-Identifier: Apache-2.0
// as_cpp/recast.h: sizes and elements divided as C++ CuTe divides them.
//
// What     shape_div rounds up and checks divisibility only of static integers. upcast divides a
//          dynamic stride unchecked, and downcast recognizes adjacent elements only by a static
//          stride of 1. max_alignment sees dynamic extents as 1 and dynamic strides as 0.
// Example  shape_div((6,_2), _4) = (2,2); upcast(2, _4:5) = _4:2.
//          [tests: as_cpp/recast_test.cc, "dynamic numbers are divided without asking"]
// Errors   kNotDivisible, kNotAligned, kNoUnitStride if C++ does not compile; n below 1.
// Source   CUTLASS 7107b055, cute/int_tuple.hpp and layout.hpp, as observed.
#pragma once

#include "tileglot/notation/cute/as_cpp/tiling.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::notation::cute::cute_cpp {

constexpr Outcome<Integer> shape_div(Integer a, Integer b) {
  if (a.is_static && b.is_static) return cute::shape_div(a, b);
  return ceil_div(a, b);
}

constexpr Outcome<IntTuple> shape_div(const IntTuple& a, const IntTuple& b) {
  const auto inner = [](const IntTuple& x, const IntTuple& y) { return cute_cpp::shape_div(x, y); };
  if (a.is_scalar) {
    TILEGLOT_TRY_VALUE(divisor, size(b));
    return as_leaf(cute_cpp::shape_div(a.at(0), divisor));
  }
  if (b.is_scalar) return divide_in_turn(a, b, inner, inner);
  return transform(inner, a, b);
}

constexpr Outcome<Leaf> upcast_leaf(std::int64_t n, const Leaf& leaf, int slot) {
  if (leaf.stride.is_static) return cute::upcast(n, leaf, slot);
  TILEGLOT_TRY_VALUE(stride, divide(leaf.stride, core::static_integer(n)));
  return Leaf{leaf.extent, stride};
}

/// Only a static stride of 1 or -1 marks the elements along a leaf as adjacent.
constexpr Outcome<Leaf> downcast_leaf(std::int64_t n, const Leaf& leaf) {
  const Integer factor = core::static_integer(n);
  const bool is_adjacent =
      leaf.stride.is_static && (leaf.stride.value == 1 || leaf.stride.value == -1);
  TILEGLOT_TRY_VALUE(product, multiply(is_adjacent ? leaf.extent : leaf.stride, factor));
  return is_adjacent ? Leaf{product, leaf.stride} : Leaf{leaf.extent, product};
}

/// The layout with every leaf replaced by change(leaf, slot).
template <class Change>
constexpr Outcome<Layout<>> change_leaves(const Layout<>& layout, const Change& change) {
  if (has_basis(layout.stride)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  Layout<> changed = layout;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    TILEGLOT_TRY_VALUE(leaf, change(Leaf{layout.shape.at(slot), layout.stride.at(slot)}, slot));
    changed.shape.set(slot, leaf.extent);
    changed.stride.set(slot, leaf.stride);
  }
  return make_layout(changed.shape, changed.stride);
}

constexpr Outcome<Layout<>> upcast(std::int64_t n, const Layout<>& layout) {
  if (n < 1) return Refusal{Reason::kNoFactor, n, 0};
  return change_leaves(layout,
                       [n](const Leaf& leaf, int slot) { return upcast_leaf(n, leaf, slot); });
}

constexpr bool has_static_unit_stride(const Layout<>& layout) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot) && is_static_one(layout.stride.at(slot))) return true;
  }
  return false;
}

constexpr Outcome<Layout<>> downcast(std::int64_t n, const Layout<>& layout) {
  if (n < 1) return Refusal{Reason::kNoFactor, n, 0};
  if (!has_static_unit_stride(layout)) return Refusal{Reason::kNoUnitStride, n, 0};
  return change_leaves(layout, [n](const Leaf& leaf, int) { return downcast_leaf(n, leaf); });
}

/// The greatest common divisor with the sign that division towards zero gives it.
constexpr std::int64_t signed_gcd(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t rest = b == -1 ? 0 : a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The layout as the compiler sees it: dynamic extents are 1, dynamic strides 0.
constexpr Layout<> static_part(const Layout<>& flat) {
  Layout<> part = flat;
  for (int slot = 0; slot < flat.shape.slots; ++slot) {
    if (!flat.shape.at(slot).is_static) part.shape.set(slot, core::static_integer(1));
    if (!flat.stride.at(slot).is_static) part.stride.set(slot, core::static_integer(0));
  }
  return part;
}

constexpr Outcome<Integer> max_alignment(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(flat, cute_cpp::coalesce(layout));
  const Layout<> part = static_part(flat);
  TILEGLOT_TRY_VALUE(in_order, cute_cpp::right_inverse(part));
  TILEGLOT_TRY_VALUE(pieces, cute_cpp::logical_divide(part, in_order));
  TILEGLOT_TRY_VALUE(first, mode(pieces, 0));
  TILEGLOT_TRY_VALUE(others, mode(pieces, 1));
  TILEGLOT_TRY_VALUE(adjacent, size(first));
  std::int64_t alignment = adjacent.value;
  for (int slot = 0; slot < others.stride.slots; ++slot)
    alignment = signed_gcd(alignment, others.stride.values[slot]);
  return core::static_integer(alignment);
}

}  // namespace tileglot::notation::cute::cute_cpp
