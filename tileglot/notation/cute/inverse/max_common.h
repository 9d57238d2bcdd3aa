// SPDX-License-Identifier: Apache-2.0
// max_common.h: how many elements two layouts can read together in the order of offsets.
//
// What     max_common_layout(A, B) is a layout R with A(R(i)) = i = B(R(i)) below its size;
//          max_common_vector(A, B) is that size.
// Why      A copy from A to B can move this many elements at once: the width of its vectors.
// How      Both are cut at each other's modes; the leaves that then have equal strides in both form
//          one layout, and its chain of offsets (offset_chain.h) is the result.
//
//              A = (8,4):(1,8)      cut (2,4,4):(1,2,8)     equal strides   2:1
//              B = (2,4,4):(1,8,2)  cut (2,4,4):(1,8,2)     R = 2:1
//
// Example  max_common_layout((4,8):(8,1), (4,8):(8,1)) = (8,4):(4,1);
//          max_common_vector((8,4):(1,8), (2,4,4):(1,8,2)) = 2.
//          [tests: max_common_test.cc, "as far as both count together"]
// Errors   Refused: scaled bases, layouts without elements.
// Source   CuTe, cute/layout.hpp max_common_layout, by a composition with the right inverse.
//          Differs from CuTe: no step of it can fail; dynamic integers count by their values. As in
//          CuTe, A continues beyond its size along its last mode.
#pragma once

#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Takes the leaves of a layout in pieces from the front; then it continues as in a composition.
class LeafReader {
 public:
  explicit constexpr LeafReader(const Layout<>& layout) : flat_(coalesce(layout)) {
    int last = layout.shape.slots - 1;
    while (last >= 0 && layout.shape.is_empty(last)) --last;
    // A last mode of extent 1 gives the stride beyond the size; otherwise the last mode continues.
    if (last >= 0 && layout.shape.values[last] == 1) {
      push_leaf(flat_, {layout.shape.at(last), layout.stride.at(last)});
    }
    begin(0);
  }

  constexpr bool is_last() const { return slot_ + 1 == flat_.shape.slots; }
  constexpr bool is_read() const { return is_last() && rest_.extent.value == 1; }
  /// The rest of the current leaf.
  constexpr const Leaf& rest() const { return rest_; }
  /// Precondition: `extent` divides what is left, or this is the last leaf.
  constexpr Refusal take(Integer extent) {
    if (rest_.extent.value == extent.value && !is_last()) {
      begin(slot_ + 1);
      return {};
    }
    const auto stride = multiply(rest_.stride, extent);
    rest_ = {*divide(rest_.extent, extent), stride.value};
    return stride.refusal;
  }

 private:
  constexpr void begin(int slot) {
    slot_ = slot;
    rest_ = {flat_.shape.at(slot), flat_.stride.at(slot)};
  }

  Layout<> flat_;
  int slot_ = 0;
  Leaf rest_;
};

/// The extent that both take next: the smaller rest. A's last leaf has no end.
constexpr Integer common_extent(const LeafReader& a, const LeafReader& b) {
  const Integer m = a.rest().extent;
  const Integer n = b.rest().extent;
  return Integer(a.is_last() || n.value < m.value ? n.value : m.value, m.is_static && n.is_static);
}

/// True if both leaves end at a multiple of the extent, so that what follows stays aligned.
constexpr bool keep_step(const LeafReader& a, const LeafReader& b, Integer extent) {
  return b.rest().extent.value % extent.value == 0 &&
         (a.is_last() || a.rest().extent.value % extent.value == 0);
}

/// B's shape, cut at A's modes too, with the common strides, and 0 where the strides differ.
constexpr Outcome<Layout<>> common_leaves(const Layout<>& a, const Layout<>& b) {
  LeafReader left(a);
  LeafReader right(b);
  Outcome<Layout<>> common;
  while (!right.is_read() && common->shape.slots < core::kMaxLeaves) {
    const Integer extent = common_extent(left, right);
    const Integer stride = left.rest().stride;
    const Integer other = right.rest().stride;
    const bool equal = stride.value == other.value;
    push_leaf(common.value,
              {extent, Integer(equal ? stride.value : 0, stride.is_static && other.is_static)});
    if (!keep_step(left, right, extent)) break;
    if (const Refusal refused = left.take(extent); refused != Refusal{}) return refused;
    if (const Refusal refused = right.take(extent); refused != Refusal{}) return refused;
  }
  return common;
}

constexpr Outcome<Layout<>> max_common_layout(const Layout<>& a, const Layout<>& b) {
  if (const Refusal refused = needs_numbers(a); refused != Refusal{}) return refused;
  if (const Refusal refused = needs_numbers(b); refused != Refusal{}) return refused;
  TILEGLOT_TRY_VALUE(common, common_leaves(a, b));
  return right_inverse(common);
}

constexpr Outcome<Integer> max_common_vector(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(common, max_common_layout(a, b));
  return size(common);
}

}  // namespace tileglot::notation::cute
