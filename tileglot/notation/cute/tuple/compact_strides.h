// SPDX-License-Identifier: Apache-2.0
// compact_strides.h: strides made for a shape.
//
// What     compact_col_major and compact_row_major give every leaf the product of the leaves that
//          run faster, times a start; compact_order takes numbers that rank the modes by speed;
//          make_basis_like gives every leaf the scaled basis of its own path.
// Why      Most layouts are made from a shape and an order.
// Example  compact_row_major((3,(4,5))) = (20,(5,_1)); compact_order((2,3,4), (2,0,1)) = (12,_1,3).
//          [tests: compact_strides_test.cc, "strides in the order of rows, columns and numbers"]
// Errors   Refused: overflow; a start or an order whose structure is neither the shape's nor
//          coarser; modes nested too deep for a basis.
// Source   cute/stride.hpp. A static extent of 1 gets _0, a dynamic one an ordinary stride, as in
//          CuTe; prefix_product is pycute's and treats both alike.
#pragma once

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/transform.h"

namespace tileglot::notation::cute {

constexpr Outcome<IntTuple> compact_from(const IntTuple& shape, Integer start, bool last_first) {
  IntTuple stride = shape;
  for (int i = 0; i < shape.slots; ++i) {
    const int slot = last_first ? shape.slots - 1 - i : i;
    const Refusal refused = take_compact_stride(shape, slot, start, stride);
    if (refused != Refusal{}) return refused;
  }
  return stride;
}

/// The first leaf fastest. A tuple as start gives each mode its own start.
constexpr Outcome<IntTuple> compact_col_major(const IntTuple& shape,
                                              const IntTuple& start = core::static_integer(1)) {
  if (start.is_scalar) return compact_from(shape, start.at(0), false);
  return transform([](const IntTuple& s, const IntTuple& d) { return compact_col_major(s, d); },
                   shape, start);
}

/// The last leaf fastest. A tuple as start gives each mode its own start.
constexpr Outcome<IntTuple> compact_row_major(const IntTuple& shape,
                                              const IntTuple& start = core::static_integer(1)) {
  if (start.is_scalar) return compact_from(shape, start.at(0), true);
  return transform([](const IntTuple& s, const IntTuple& d) { return compact_row_major(s, d); },
                   shape, start);
}

/// pycute's column-major strides: every extent counts, even a static 1.
constexpr Outcome<IntTuple> prefix_product(const IntTuple& shape,
                                           const IntTuple& start = core::static_integer(1)) {
  if (!start.is_scalar) {
    return transform([](const IntTuple& s, const IntTuple& d) { return prefix_product(s, d); },
                     shape, start);
  }
  IntTuple stride = shape;
  Integer running = start.at(0);
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (shape.is_empty(slot)) continue;
    stride.set(slot, running);
    TILEGLOT_TRY_VALUE(advanced, multiply(running, shape.at(slot)));
    running = advanced;
  }
  return stride;
}

/// True if the mode under slot `slot` of `order` runs faster than the one under slot `other`.
/// Dynamic numbers come after all static ones, in the order in which they appear.
constexpr bool runs_before(const IntTuple& order, int slot, int other) {
  const Integer a = order.at(slot);
  const Integer b = order.at(other);
  // Tested in this order because g++ 12.2 -O1 miscompiles the shorter a.is_static ? .. : .. here.
  if (a.is_static && b.is_static) return a.value < b.value;
  if (a.is_static != b.is_static) return a.is_static;
  return slot < other;
}

/// The product of the extents of all modes that run faster than the one under `slot` of `order`.
constexpr Outcome<Integer> faster_extents(const IntTuple& shape, const IntTuple& order, int slot) {
  Integer product = core::static_integer(1);
  const Refusal refused = for_each_covered(order, shape, [&](int other, int begin, int end) {
    // NOLINTNEXTLINE(readability-suspicious-call-argument): the other one, before `slot`.
    for (int leaf = begin; leaf < end && runs_before(order, other, slot); ++leaf) {
      if (shape.is_empty(leaf)) continue;
      const auto larger = multiply(product, shape.at(leaf));
      if (!larger) return larger.refusal;
      product = *larger;
    }
    return Refusal{};
  });
  if (refused != Refusal{}) return refused;
  return product;
}

/// Modes run in the order of the numbers over them, the smallest fastest; modes of equal numbers
/// begin at the same stride. Inside a mode the first leaf is fastest.
constexpr Outcome<IntTuple> compact_order(const IntTuple& shape, const IntTuple& order) {
  IntTuple stride = shape;
  const Refusal refused = for_each_covered(order, shape, [&](int slot, int begin, int end) {
    const auto start = faster_extents(shape, order, slot);
    if (!start) return start.refusal;
    Integer running = *start;
    for (int leaf = begin; leaf < end; ++leaf) {
      const Refusal over = take_compact_stride(shape, leaf, running, stride);
      if (over != Refusal{}) return over;
    }
    return Refusal{};
  });
  if (refused != Refusal{}) return refused;
  return stride;
}

constexpr Outcome<IntTuple> basis_like(const IntTuple& shape, core::BasisPath path) {
  if (shape.is_scalar) return IntTuple(Integer(1, true, path));
  const int level = path.levels();
  const int modes = rank(shape);
  if (modes > 0 &&
      (level == core::BasisPath::kMaxLevels || modes > core::BasisPath::kMaxMode + 1)) {
    return Refusal{Reason::kBasisPath, level, modes - 1};
  }
  IntTuple bases;
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(inner, basis_like(*mode(shape, i), path.inside(i)));
    TILEGLOT_TRY_VALUE(longer, append(bases, inner));
    bases = longer;
  }
  return bases;
}

/// The unit basis of every leaf: (4,(2,3)) gives (_1@0,(_1@0@1,_1@1@1)).
constexpr Outcome<IntTuple> make_basis_like(const IntTuple& shape) { return basis_like(shape, {}); }

}  // namespace tileglot::notation::cute
