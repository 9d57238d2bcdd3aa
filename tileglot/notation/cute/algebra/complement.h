// SPDX-License-Identifier: Apache-2.0
// complement.h: the offsets that a layout leaves out, as a layout.
//
// What     complement(L, M) is the layout C with ascending offsets such that no offset L(i) + C(j)
//          is reached twice, within as many periods of L as cover M offsets. They reach every
//          offset if each stride is a multiple of where the mode before ends; where one is not,
//          holes stay. complement(L) is the same within one period.
// Why      If L is a tile, C gives the offsets where the other tiles begin: divides and products
//          need it.
// How      In ascending order of stride, each mode s:d must begin where the previous one ends or
//          beyond: the copies that fit between are a mode of C, and the rest of M is its last mode.
//
//              L = (2,2):(1,6), M = 24     2:1 ends at 2; 2:6 begins at 6   gap  3:2
//                                          2:6 ends at 12, the half of 24   rest 2:12
//
// Example  complement((2,2):(1,6), 24) = (3,2):(2,12); complement(4:2, 24) = (2,3):(1,8).
//          [tests: complement_test.cc, "the gaps and the rest of the target"]
//          complement((3,2):(1,4), 24) = 3:8: the tile 0 1 2 4 5 6 leaves 3 and 7 out, and so do
//          its copies. [tests: complement_test.cc, "holes stay where nothing fits"]
//          With Holes::kRefuse, for divides, which must not lose elements, that is refused. With
//          Holes::kLeaveUncounted, for copies of a padded tile, the target counts only what copies
//          reach: complement((8,8):(9,1), 256) = 4:72.
//          [tests: complement_test.cc, "holes are left where copies only must not meet"]
// Errors   Refused: two modes that share an offset, or of which one begins inside the other; holes
//          where static and dynamic strides mix or the target has several modes; a negative stride;
//          scaled bases; an extent or a target of 0; an offset beyond int64.
// Source   CuTe 02_layout_algebra.md, "Complement". Differs from CuTe: the target counts by its
//          size, not rounded up mode by mode, and strides may be dynamic.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// True if there is an offset i * a.stride = j * b.stride with 0 < i, j inside the extents: the
/// least common multiple of the strides. Precondition: both strides are positive.
constexpr bool share_an_offset(const Leaf& a, const Leaf& b) {
  std::int64_t common = a.stride.value;
  for (std::int64_t rest = b.stride.value; rest != 0;) {
    const std::int64_t next = common % rest;
    common = rest;
    rest = next;
  }
  return b.stride.value / common < a.extent.value && a.stride.value / common < b.extent.value;
}

/// Refuses a leaf without elements, with a negative stride or with a scaled basis as stride.
constexpr Refusal needs_positive(const Layout<>& layout, int slot) {
  const std::int64_t extent = layout.shape.values[slot];
  const std::int64_t stride = layout.stride.values[slot];
  if (extent == 1 || layout.shape.is_empty(slot)) return {};
  if (extent == 0) return {Reason::kNoElements, slot, 0};
  if (layout.stride.paths[slot] != 0) return {Reason::kBasisArithmetic, slot, 0};
  return stride < 0 ? Refusal{Reason::kNegativeStride, slot, stride} : Refusal{};
}

/// The same for all leaves in slots [begin, end).
constexpr Refusal needs_positive(const Layout<>& layout, int begin, int end) {
  for (int slot = begin; slot < end; ++slot) {
    if (is_plain(layout, slot)) continue;
    if (const Refusal refused = needs_positive(layout, slot); refused != Refusal{}) return refused;
  }
  return {};
}

constexpr Refusal needs_positive(const Layout<>& layout) {
  return needs_positive(layout, 0, layout.shape.slots);
}

/// The reason why leaf i, by stride, does not begin at a multiple of where leaf i - 1 ends.
constexpr Refusal not_nested(const LeavesByStride& leaves, int i) {
  const bool meet = share_an_offset(leaves.leaf(i - 1), leaves.leaf(i));
  return {meet ? Reason::kNotInjective : Reason::kNotNested, leaves.slot(i - 1), leaves.slot(i)};
}

/// The number of copies, of `reach` offsets each, that cover `target`.
constexpr Integer copies(Integer target, Integer reach) {
  return Integer(core::ceil_div(target.value, reach.value), target.is_static && reach.is_static);
}

/// Collects the modes of a complement in order, without those of extent 1. No two of them merge:
/// where one ends, a leaf of the layout begins, and the next begins where that leaf ends.
template <class Flat>
class Gaps {
 public:
  explicit constexpr Gaps(Flat& empty) : flat_(empty) {}

  constexpr void push(Integer extent, Integer stride) {
    all_static_ = all_static_ && extent.is_static;
    if (extent.value == 1) return;
    push_leaf(flat_, {extent, stride});
    is_empty_ = false;
  }
  /// Finishes the layout; without modes it is 1:0.
  constexpr void finish() {
    if (is_empty_) push_leaf(flat_, {Integer(1, all_static_), Integer(0, all_static_)});
    end_leaves(flat_);
  }

 private:
  Flat& flat_;
  bool is_empty_ = true;
  bool all_static_ = true;
};

/// What is done about offsets that neither the layout nor its copies reach, such as the padding
/// after the rows of a padded tile: they are refused, or left and counted as part of the target, or
/// left and not counted.
enum class Holes : std::uint8_t { kRefuse, kLeave, kLeaveUncounted };

/// True if the strides are all static or all dynamic.
constexpr bool have_one_mark(const LeavesByStride& leaves) {
  for (int i = 1; i < leaves.count(); ++i) {
    if (leaves.leaf(i).stride.is_static != leaves.leaf(0).stride.is_static) return false;
  }
  return true;
}

/// Where holes are left, the answer is CuTe's own: C++ has one for static strides, pycute for plain
/// integers, neither for a mix.
constexpr bool leaves_holes(Holes holes, const LeavesByStride& leaves) {
  if (holes == Holes::kLeave) return have_one_mark(leaves);
  return holes == Holes::kLeaveUncounted;
}

/// Pushes the complement of the leaves in slots [begin, end).
template <class Flat>
constexpr Refusal push_complement(const Layout<>& layout, int begin, int end, Integer target,
                                  Gaps<Flat>& gaps, Holes holes = Holes::kRefuse) {
  if (const Refusal refused = needs_positive(layout, begin, end); refused != Refusal{})
    return refused;
  if (target.value <= 0) return Refusal{Reason::kNoElements, 0, target.value};
  const LeavesByStride leaves(layout, begin, end);
  Integer reach = core::static_integer(1);
  Integer filled = reach;  // offsets below reach that are not holes
  for (int i = 0; i < leaves.count(); ++i) {
    const auto [extent, stride] = leaves.leaf(i);
    const bool is_whole = stride.value % reach.value == 0;
    const bool may_leave = stride.value > reach.value && leaves_holes(holes, leaves);
    if (!is_whole && !may_leave) return not_nested(leaves, i);
    const std::int64_t gap = stride.value / reach.value;
    gaps.push({gap, stride.is_static && reach.is_static}, reach);
    reach.is_static = extent.is_static && stride.is_static;
    if (!core::multiply_fits(extent.value, stride.value, reach.value)) {
      return {Reason::kProductTooLarge, extent.value, stride.value};
    }
    filled.value *= gap * extent.value;  // at most the new reach
  }
  filled.is_static = reach.is_static;
  gaps.push(copies(target, holes == Holes::kLeaveUncounted ? filled : reach), reach);
  gaps.finish();
  return {};
}

/// CuTe rounds a target of several modes up mode by mode. With holes the copies then need not cover
/// it, so holes are left only where the target is one number.
constexpr Holes holes_for(const IntTuple& target, Holes holes) {
  return holes == Holes::kLeave && core::leaf_count(target) > 1 ? Holes::kRefuse : holes;
}

constexpr Outcome<Layout<>> complement(const Layout<>& layout, const IntTuple& cotarget,
                                       Holes holes = Holes::kLeave) {
  TILEGLOT_TRY_VALUE(target, size(cotarget));
  holes = holes_for(cotarget, holes);
  Outcome<Layout<>> r;
  Gaps gaps(r.value);
  r.refusal = push_complement(layout, 0, layout.shape.slots, target, gaps, holes);
  // The target is rounded up to whole periods, so the last offset may be beyond it.
  if (r.ok()) r.refusal = cosize(r.value).refusal;
  if (!r.ok()) r.value = {};
  return r;
}

constexpr Outcome<Layout<>> complement(const Layout<>& layout) {
  return complement(layout, IntTuple(core::static_integer(1)));
}

}  // namespace tileglot::notation::cute
