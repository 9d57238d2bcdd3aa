// SPDX-License-Identifier: Apache-2.0
// left_inverse.h: from an offset of a layout back to an element at that offset.
//
// What     left_inverse(L) is a layout R with L(R(L(i))) = L(i) for every i of L, where R(L(i)) is
//          an index of L; R(L(i)) = i if L reaches each offset once.
// How      In ascending order of stride, an offset is split where the strides begin: a step of
//          stride d is a step of the mode's index. If strides do not divide one another,
//          other places to split are tried (offset_digits.h).
//
//              L = (4,2):(1,16)    4:1 begins at 1, 2:16 at 16: 16 offsets to one step of 4,
//                                  so (16,2) : (1,4)
//
// Units    R's strides are indices of L, which flatten with the first mode fastest.
// Example  left_inverse((4,2):(1,16)) = (16,2):(1,4); left_inverse(4:2) = (2,4):(0,1).
//          [tests: left_inverse_test.cc, "from an offset back to its element"]
//          left_inverse((2,2):(2,5)) = (2,4):(0,1); left_inverse((2,2):(1,1)) = (2,2):(1,3).
//          [tests: left_inverse_test.cc, "strides need not divide one another"]
// Limits   Up to 64 elements, an inverse is found if one exists and 2^16 tries (2^10 in a constant
//          expression) suffice. Beyond that, if strides do not divide one another or modes overlap,
//          only splits over which no element carries are found and, for up to 64 elements not
//          counting modes of stride 0, an inverse that leaves the modes of stride 0 at 0.
// Errors   Refused: no layout maps the offsets back (cute.no_inverse); more than 64 elements, not
//          counting modes of stride 0, and two modes that share an offset (cute.not_injective);
//          none was found, but not all were tried (cute.too_large_to_decide); a negative stride;
//          scaled bases; a layout without elements; more offsets than int64 can count.
// Source   CuTe, cute/layout.hpp left_inverse. Differs from CuTe, which returns negative extents
//          for negative strides and wrong elements if offsets repeat, and requires that strides
//          divide one another; strides may be dynamic.
#pragma once

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/inverse/offset_digits.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// True if each stride divides the next, and each leaf steps over the previous one.
constexpr bool splits_at_strides(const LeavesByStride& leaves) {
  for (int i = 1; i < leaves.count(); ++i) {
    const auto [extent, stride] = leaves.leaf(i - 1);
    const std::int64_t next = leaves.leaf(i).stride.value;
    if (next % stride.value != 0 || next / stride.value < extent.value) return false;
  }
  return true;
}

constexpr Outcome<Layout<>> inverse_at_strides(const Layout<>& layout,
                                               const LeavesByStride& leaves) {
  Outcome<Layout<>> inverse;
  Coalescer coalescer(inverse.value);
  Leaf before{core::static_integer(1), core::static_integer(1)};
  Integer step = core::static_integer(0);
  for (int i = 0; i < leaves.count(); ++i) {
    const Leaf leaf = leaves.leaf(i);
    coalescer.push({*divide(leaf.stride, before.stride), step});
    before = leaf;
    step = index_step(layout.shape, leaves.slot(i));
  }
  // If no leaf moves, all elements have the same offset.
  coalescer.push({leaves.count() == 0 ? *size(layout) : before.extent, step});
  coalescer.finish();
  return inverse;
}

/// kNotInjective with the first two leaves, by stride, that share an offset.
constexpr Refusal leaves_meet(const LeavesByStride& leaves) {
  for (int j = 1; j < leaves.count(); ++j) {
    for (int i = 0; i < j; ++i) {
      if (share_an_offset(leaves.leaf(i), leaves.leaf(j)))
        return {Reason::kNotInjective, leaves.slot(i), leaves.slot(j)};
    }
  }
  return {};
}

/// How far element i of these leaves moves if leaf k moves by step(k); the first leaf is fastest.
template <class Step>
constexpr std::int64_t moved_by(const LeavesByStride& leaves, std::int64_t i, const Step& step) {
  std::int64_t sum = 0;
  for (int k = 0; k < leaves.count(); ++k) {
    const std::int64_t extent = leaves.leaf(k).extent.value;
    sum += i % extent * step(k);
    i /= extent;
  }
  return sum;
}

/// The number of elements of these leaves; it fits, since the layout's size does.
constexpr std::int64_t moving_elements(const LeavesByStride& leaves) {
  std::int64_t elements = 1;
  for (int k = 0; k < leaves.count(); ++k) elements *= leaves.leaf(k).extent.value;
  return elements;
}

/// The refusal of an undecided search: two modes that share an offset, if there are too many
/// elements to try; otherwise that not all splits were tried.
constexpr Refusal undecided(const LeavesByStride& leaves, std::int64_t elements) {
  const bool is_large = moving_elements(leaves) > OffsetDigits::kMostElements;
  const Refusal meeting = is_large ? leaves_meet(leaves) : Refusal{};
  if (meeting != Refusal{}) return meeting;
  return {Reason::kSplitsUndecided, elements, OffsetDigits::kMostElements};
}

/// Searches digits for all elements; if there are too many, for those with stride-0 modes at 0.
constexpr Outcome<Layout<>> inverse_by_element(const Layout<>& layout,
                                               const LeavesByStride& leaves) {
  TILEGLOT_TRY_VALUE(elements, size(layout));
  TILEGLOT_TRY_VALUE(end, cosize(layout));
  if (elements.value <= OffsetDigits::kMostElements) {
    const auto digits = OffsetDigits::by_element(
        elements.value, [&layout](std::int64_t i) { return crd2idx(Integer(i), layout)->value; });
    if (digits.found()) return digits.layout(end.value, is_static(leaves));
    if (digits.is_decided()) return Refusal{Reason::kNoWayBack, digits.obstacle(), 0};
  } else if (moving_elements(leaves) <= OffsetDigits::kMostElements) {
    const auto stride = [&](int k) { return leaves.leaf(k).stride.value; };
    const auto step = [&](int k) { return index_step(layout.shape, leaves.slot(k)).value; };
    const auto digits = OffsetDigits::by_element(
        moving_elements(leaves), [&](std::int64_t i) { return moved_by(leaves, i, stride); },
        [&](std::int64_t i) { return moved_by(leaves, i, step); });
    if (digits.found()) return digits.layout(end.value, is_static(leaves));
  }
  return undecided(leaves, elements.value);
}

/// The inverse if the strides do not determine how to split.
constexpr Outcome<Layout<>> searched_inverse(const Layout<>& layout, const LeavesByStride& leaves) {
  TILEGLOT_TRY_VALUE(end, cosize(layout));
  if (leaves_meet(leaves) == Refusal{}) {
    const auto digits = OffsetDigits::by_leaf(
        leaves, [&](int i) { return index_step(layout.shape, leaves.slot(i)).value; });
    if (digits.found()) return digits.layout(end.value, is_static(leaves));
  }
  return inverse_by_element(layout, leaves);
}

constexpr Outcome<Layout<>> left_inverse(const Layout<>& layout) {
  if (const Refusal refused = needs_positive(layout); refused != Refusal{}) return refused;
  const LeavesByStride leaves(layout);
  const auto inverse = splits_at_strides(leaves) ? inverse_at_strides(layout, leaves)
                                                 : searched_inverse(layout, leaves);
  if (!inverse) return inverse;
  // Between two distant offsets there may be more offsets than int64 can count.
  if (const auto offsets = size(*inverse); !offsets) return offsets.refusal;
  return inverse;
}

}  // namespace tileglot::notation::cute
