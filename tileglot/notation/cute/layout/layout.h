// SPDX-License-Identifier: Apache-2.0
// layout.h: the CuTe layout, a shape and a stride of the same structure, as a constexpr value.
//
// What     Layout is a function from coordinates to offsets: the inner product of the natural
//          coordinate and the stride. make_layout builds and checks one; rank, depth, size, cosize
//          and mode query it.
// Why      It is a structural value (two IntTuples, no heap), so `template <Layout L>` works and
//          one algebra serves static_assert, kernels and the command line.
// Units    Offsets are in elements. Indices flatten with the first mode fastest.
// Example  (4,6):(6,1) is a row-major 4x6 matrix: size 24, cosize 24. make_layout((_1,_6)) =
//          (_1,_6):(_0,_1).
//          [tests: layout_test.cc, "column-major strides, with CuTe's rule for static ones"]
// Errors   Refused as plain data: shape and stride not congruent, a negative extent, a size or a
//          largest offset beyond int64. So every coordinate inside a layout has an offset that
//          fits.
// Source   CuTe 01_layout.md; cute/stride.hpp (LayoutLeft, LayoutRight) and cute/layout.hpp.
//          Differs from CuTe: congruence and overflow are checked; cosize is 0 if the size is.
#pragma once

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/core/outcome.h"

namespace tileglot::notation::cute {

using core::Integer;
using core::IntTuple;
using core::Outcome;
using core::Reason;
using core::Refusal;

// The tuple operations, so that the same name works on a tuple and on a layout.
using core::append;
using core::congruent;
using core::depth;
using core::flatten;
using core::mode;
using core::rank;
using core::size;
using core::tuple_of;
using core::wrap;

/// A namespace without functions, so that argument-dependent lookup adds none: a call f(layout)
/// finds the caller's f. This keeps CuTe's C++ functions (cute/layout/layout.h), which return
/// values, apart from those below, which return outcomes.
namespace structural {

/// Layout<> is the value: a congruent shape and stride, as make_layout checks; the default is
/// ():(). Layout<Shape<_4,_2>, Stride<_2,_1>> names one as CuTe's C++ does (cute/layout/layout.h).
template <class Shape = void, class Stride = void>
struct Layout;

template <>
struct Layout<void, void> {
  IntTuple shape;
  IntTuple stride;

  /// CuTe's layout(c..): the offset at c, or the part that `_` keeps. Defined in layout_call.h.
  template <class... Coordinates>
  constexpr auto operator()(const Coordinates&... coordinates) const;

  /// Compares structure and numbers, as CuTe does; ignores marks (`identical` compares them).
  friend constexpr bool operator==(const Layout<>& a, const Layout<>& b) {
    return equal_values(a.shape, b.shape) && equal_values(a.stride, b.stride);
  }
};

Layout(IntTuple, IntTuple) -> Layout<>;

}  // namespace structural

using structural::Layout;

constexpr int rank(const Layout<>& layout) { return rank(layout.shape); }
constexpr int depth(const Layout<>& layout) { return depth(layout.shape); }
/// The number of elements of the domain.
constexpr Outcome<Integer> size(const Layout<>& layout) { return size(layout.shape); }

/// True if (extent - 1) * |stride| is static: both numbers are, or one of them that makes it zero
/// is.
constexpr bool has_static_reach(Integer extent, Integer stride) {
  if (extent.is_static && stride.is_static) return true;
  return (extent.is_static && extent.value == 1) || (stride.is_static && stride.value == 0);
}

/// One more than the sum of (extent - 1) * |stride| over the leaves whose stride has this path.
constexpr Outcome<Integer> extent_along(const Layout<>& layout, core::BasisPath path) {
  std::int64_t largest = 0;
  bool all_static = true;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.stride.paths[slot] != path.packed) continue;
    const std::int64_t steps = layout.shape.values[slot] - 1;
    const std::int64_t stride = layout.stride.values[slot];
    if (stride == core::kInt64Min) return Refusal{Reason::kProductTooLarge, stride, -1};
    const std::int64_t step = stride < 0 ? -stride : stride;
    std::int64_t reach = 0;
    if (!core::multiply_fits(steps, step, reach)) {
      return Refusal{Reason::kProductTooLarge, steps, step};
    }
    const std::int64_t before = largest;
    if (!core::add_fits(before, reach, largest))
      return Refusal{Reason::kSumTooLarge, before, reach};
    all_static = all_static && has_static_reach(layout.shape.at(slot), layout.stride.at(slot));
  }
  return add(Integer(largest, all_static), core::static_integer(1));
}

/// Refuses an extent of 0 in slots [begin, end).
constexpr Refusal has_elements(const IntTuple& shape, int begin, int end) {
  for (int slot = begin; slot < end; ++slot) {
    if (!shape.is_empty(slot) && shape.values[slot] == 0) return {Reason::kNoElements, slot, 0};
  }
  return {};
}

constexpr Refusal has_elements(const IntTuple& shape) {
  return has_elements(shape, 0, shape.slots);
}

constexpr bool is_first_of_its_path(const IntTuple& stride, int slot) {
  for (int before = 0; before < slot; ++before) {
    if (!stride.is_empty(before) && stride.paths[before] == stride.paths[slot]) return false;
  }
  return !stride.is_empty(slot);
}

/// One more than the largest distance from the first element: 1 + the sum of (extent - 1) *
/// |stride|; 0 if there is no element. With scaled bases, the number of coordinates of the box
/// reached.
constexpr Outcome<Integer> cosize(const Layout<>& layout) {
  if (has_zero(layout.shape)) return Integer(0, is_static(layout.shape));
  if (!has_basis(layout.stride)) return extent_along(layout, {});
  Integer box = core::static_integer(1);
  for (int slot = 0; slot < layout.stride.slots; ++slot) {
    if (!is_first_of_its_path(layout.stride, slot)) continue;
    TILEGLOT_TRY_VALUE(side, extent_along(layout, {layout.stride.paths[slot]}));
    TILEGLOT_TRY_VALUE(larger, multiply(box, side));
    box = larger;
  }
  return box;
}

/// True for the common kind of leaf: a positive extent, and a stride that is a plain number >= 0.
constexpr bool is_plain(const Layout<>& layout, int slot) {
  return layout.shape.values[slot] > 0 && layout.stride.values[slot] >= 0 &&
         layout.stride.paths[slot] == 0;
}

/// True if all leaves are plain and size and cosize fit, decided in one pass over the leaves.
constexpr bool plainly_fits(const Layout<>& layout) {
  std::int64_t elements = 1;
  std::int64_t places = 1;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t extent = layout.shape.values[slot];
    std::int64_t reach = 0;
    if (!is_plain(layout, slot) || !core::multiply_fits(elements, extent, elements)) return false;
    if (!core::multiply_fits(extent - 1, layout.stride.values[slot], reach)) return false;
    if (!core::add_fits(places, reach, places)) return false;
  }
  return true;
}

/// Refuses a layout whose size or cosize does not fit.
constexpr Refusal overflow(const Layout<>& layout) {
  if (plainly_fits(layout)) return {};
  const Refusal refused = size(layout).refusal;
  return refused != Refusal{} ? refused : cosize(layout).refusal;
}

/// The layout of a shape and a stride, checked; every make_layout ends here.
constexpr Outcome<Layout<>> make_layout(const IntTuple& shape, const IntTuple& stride) {
  if (const Refusal difference = core::first_difference(shape, stride); difference != Refusal{}) {
    return difference;
  }
  for (int slot = 0; slot < shape.slots; ++slot) {
    if (shape.values[slot] < 0) return Refusal{Reason::kNegativeExtent, slot, shape.values[slot]};
  }
  const Layout<> layout{shape, stride};
  if (const Refusal refused = overflow(layout); refused != Refusal{}) return refused;
  return layout;
}

/// Gives leaf `slot` its stride and advances `running` over it. A static extent of 1 gets _0 and
/// does not advance; a dynamic one is like any other, as in CuTe.
constexpr Refusal take_compact_stride(const IntTuple& shape, int slot, Integer& running,
                                      IntTuple& stride) {
  if (shape.is_empty(slot)) return {};
  const Integer extent = shape.at(slot);
  if (extent == core::static_integer(1)) {
    stride.set(slot, core::static_integer(0));
    return {};
  }
  stride.set(slot, running);
  const auto advanced = multiply(running, extent);
  running = advanced.value;
  return advanced.refusal;
}

/// Column-major: the first leaf fastest, regardless of nesting (CuTe's LayoutLeft).
constexpr Outcome<Layout<>> make_layout(const IntTuple& shape) {
  IntTuple stride = shape;
  Integer running = core::static_integer(1);
  for (int slot = 0; slot < shape.slots; ++slot) {
    const Refusal refused = take_compact_stride(shape, slot, running, stride);
    if (refused != Refusal{}) return refused;
  }
  return make_layout(shape, stride);
}

/// Row-major: the last leaf fastest, regardless of nesting (CuTe's LayoutRight).
constexpr Outcome<Layout<>> make_layout_right(const IntTuple& shape) {
  IntTuple stride = shape;
  Integer running = core::static_integer(1);
  for (int slot = shape.slots - 1; slot >= 0; --slot) {
    const Refusal refused = take_compact_stride(shape, slot, running, stride);
    if (refused != Refusal{}) return refused;
  }
  return make_layout(shape, stride);
}

/// Mode `index` of shape and stride.
constexpr Outcome<Layout<>> mode(const Layout<>& layout, std::int64_t index) {
  TILEGLOT_TRY_VALUE(shape, mode(layout.shape, index));
  TILEGLOT_TRY_VALUE(stride, mode(layout.stride, index));
  return Layout<>{shape, stride};
}

/// True if both are the same template argument: equal in structure, numbers and marks.
constexpr bool identical(const Layout<>& a, const Layout<>& b) {
  return a.shape == b.shape && a.stride == b.stride;
}

}  // namespace tileglot::notation::cute
