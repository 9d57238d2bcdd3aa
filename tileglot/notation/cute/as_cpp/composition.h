// SPDX-License-Identifier: Apache-2.0
// as_cpp/composition.h: composition as C++ CuTe computes it, right or wrong.
//
// What     composition(A, B) divides every leaf of B separately through the modes of A. Whether
//          stride and extent divide one another is checked only if both are static, and a stride
//          below an extent always passes; so a leaf that crosses a mode unevenly, and leaves that
//          carry into one another, get a result that is not A(B(i)).
// Why      Users who must match C++ need its result even where it breaks its own law. The exact one
//          is composition.h.
// How      A leaf s:d has room for ceil(n / |d|) steps in a mode n:e of A; at most that many of its
//          s become a piece of stride d * e. Then s is divided by the steps taken, and d by n,
//          rounded up.
//
//              (4,6,8):(2,3,5) o 6:3     through 4:2: ceil(4/3) = 2 steps, 2:6;  3:1 is left
//                                        through 6:3: 6 steps, 3:3               (2,3):(6,3)
//                                        but A(B(2)) = A(6) = 7, not 3
//
// Example  Static, (4,6,8):(2,3,5) o 6:3 = (2,3):(6,3) and (4,2):(1,8) o (2,2):(3,1) = (2,2):(3,1).
//          [tests: as_cpp/composition_test.cc, "answers that break the law are given all the same"]
// Errors   kCppStride, kCppShape if C++ does not compile; kDivisionByZero if it crashes;
//          an overflow of 64 bits (C++ wraps at its own widths).
// Source   CUTLASS 7107b055, cute/layout.hpp, composition, as observed.
#pragma once

#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/leaf_pieces.h"
#include "tileglot/notation/cute/as_cpp/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"
#include "tileglot/notation/cute/layout/leaf_list.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::notation::cute::cute_cpp {

/// The smaller one; static if both are.
constexpr Integer smaller(Integer a, Integer b) {
  return Integer(a.value < b.value ? a.value : b.value, a.is_static && b.is_static);
}

/// C++ checks this at compile time, so only for static numbers.
constexpr Refusal check_stride(Integer stride, Integer extent) {
  if (!stride.is_static || !extent.is_static) return {};
  if (extent.value == 0) return {Reason::kDivisionByZero, stride.value, 0};
  const bool passes = stride.value < extent.value || stride.value % extent.value == 0;
  return passes ? Refusal{} : Refusal{Reason::kCppStride, stride.value, extent.value};
}

constexpr Refusal check_shape(Integer extent, Integer steps) {
  if (steps.value == 0) return {Reason::kDivisionByZero, extent.value, 0};
  if (!extent.is_static || !steps.is_static || extent.value % steps.value == 0) return {};
  return {Reason::kCppShape, extent.value, steps.value};
}

/// The rest of a leaf of B while it is divided through the modes of A.
struct Remainder {
  Integer extent;
  Integer stride;
};

/// Divides the rest through one mode of A that is not its last.
constexpr Refusal pass_mode(const Leaf& mode, Remainder& rest, Pieces& pieces) {
  if (const Refusal refused = check_stride(rest.stride, mode.extent); refused != Refusal{})
    return refused;
  TILEGLOT_TRY_VALUE(step, magnitude(rest.stride));
  TILEGLOT_TRY_VALUE(inside, ceil_div(mode.extent, step));
  TILEGLOT_TRY_VALUE(modes_passed, ceil_div(step, mode.extent));
  const Integer direction(rest.stride.value < 0 ? -1 : 1, rest.stride.is_static);
  TILEGLOT_TRY_VALUE(next, multiply(modes_passed, direction));
  if (!is_static_one(inside) && !is_static_one(rest.extent)) {
    const Integer steps = smaller(inside, rest.extent);
    if (const Refusal refused = check_shape(rest.extent, steps); refused != Refusal{})
      return refused;
    pieces.push(steps.value, steps.is_static, multiply(rest.stride, mode.stride));
    rest.extent = divide(rest.extent, steps).value;
  }
  rest.stride = next;
  return pieces.refused;
}

/// The pieces of one leaf of B.
constexpr Refusal divide_leaf(const Layout<>& a, const Leaf& leaf, Pieces& pieces) {
  const int before = pieces.count;
  if (core::is_static_zero(leaf.stride)) {
    pieces.push(leaf.extent.value, leaf.extent.is_static, leaf.stride);
    return pieces.refused;
  }
  Remainder rest{leaf.extent, Integer(leaf.stride.value, leaf.stride.is_static)};
  const int last = a.shape.slots - 1;
  for (int k = 0; k < last; ++k) {
    const Refusal refused = pass_mode({a.shape.at(k), a.stride.at(k)}, rest, pieces);
    if (refused != Refusal{}) return refused;
  }
  if (pieces.count == before || !is_static_one(rest.extent)) {
    pieces.push(rest.extent.value, rest.extent.is_static, multiply(rest.stride, a.stride.at(last)));
  }
  return pieces.refused;
}

/// The part of A that leaf i of B moves in.
constexpr Outcome<Layout<>> part_of(const Layout<>& a, const LeafList& b, int i) {
  if (!b.has_basis || core::is_static_zero(b.stride_at(i))) return a;
  const core::BasisPath path{b.path[i]};
  if (path.is_empty() || bases_clash(b, 0, b.count, i))
    return Refusal{Reason::kBasisArithmetic, i, 0};
  return part_along(a, path);
}

constexpr Refusal divide_leaves(const Layout<>& a, const LeafList& b, Pieces& pieces) {
  if (b.overflows) return {Reason::kTooManyLeaves, core::kMaxLeaves + 1, core::kMaxLeaves};
  for (int i = 0; i < b.count; ++i) {
    TILEGLOT_TRY_VALUE(part, part_of(a, b, i));
    TILEGLOT_TRY_VALUE(flat, endless(part));
    pieces.first[i] = pieces.count;
    const Refusal refused = divide_leaf(flat, {b.extent_at(i), b.stride_at(i)}, pieces);
    if (refused != Refusal{}) return refused;
    pieces.number[i] = pieces.count - pieces.first[i];
  }
  return {};
}

constexpr Outcome<Layout<>> composition(const Layout<>& a, const Layout<>& b) {
  Pieces pieces;
  LeafList leaves;
  leaves.push(b, 0, b.shape.slots);
  if (const Refusal refused = divide_leaves(a, leaves, pieces); refused != Refusal{})
    return refused;
  Layout<> r;
  LayoutWriter writer(r);
  write_composed(b.shape, 0, b.shape.slots, 0, 0, pieces, !b.shape.is_scalar, writer);
  const Refusal refused = writer.finish(b.shape.is_scalar && r.shape.slots == 1);
  if (refused != Refusal{}) return refused;
  return make_layout(r.shape, r.stride);
}

constexpr Outcome<Layout<>> with_shape(const Layout<>& a, const IntTuple& shape) {
  TILEGLOT_TRY_VALUE(column_major, make_layout(shape));
  return cute_cpp::composition(a, column_major);
}

/// Whether modes that a tiler does not reach are kept.
enum class Unreached : std::uint8_t { kDrop, kKeep };

/// verb(mode, its entry) for every mode under the guide; `_` keeps the mode.
template <class Verb>
constexpr Outcome<Layout<>> transform_modes(const Layout<>& a, const Tiler& tiler,
                                            const IntTuple& guide, Unreached unreached,
                                            const Verb& verb) {
  if (guide.is_scalar && guide.is_keep(0)) return a;
  if (guide.is_scalar) return verb(a, *mode(tiler.layouts, guide.values[0]));
  if (rank(guide) > rank(a)) return Refusal{Reason::kTilerRank, rank(guide), rank(a)};
  Outcome<Layout<>> result;
  for (int i = 0; i < rank(unreached == Unreached::kDrop ? guide : a.shape); ++i) {
    Outcome<Layout<>> part = mode(a, i);
    if (i < rank(guide)) part = transform_modes(*part, tiler, *mode(guide, i), unreached, verb);
    if (!part) return part.refusal;
    result = append(result.value, *part);
    if (!result) return result.refusal;
  }
  return make_layout(result->shape, result->stride);
}

constexpr Outcome<Layout<>> composition(const Layout<>& a, const Tiler& tiler) {
  return transform_modes(
      a, tiler, tiler.guide, Unreached::kDrop,
      [](const Layout<>& part, const Layout<>& b) { return cute_cpp::composition(part, b); });
}

}  // namespace tileglot::notation::cute::cute_cpp
