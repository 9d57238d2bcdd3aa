// SPDX-License-Identifier: Apache-2.0
// coalesce.h: the same function of an index with the fewest modes.
//
// What     coalesce(L) is flat, drops modes of extent 1 and merges adjacent modes if extent *
//          stride of the first is the stride of the second.
// Why      Two layouts that are the same function of the index are easier to compare, print and run
//          when coalesced.
// Example  coalesce((2,(1,6)):(1,(6,2))) = 12:1; coalesce((2,4,6):(1,6,2)) keeps its three modes;
//          coalesce(1:1) = 1:0.
//          [tests: coalesce_test.cc, "coalescing keeps the function of the index"]
//          (8,(4,2)):(1@0,(8@0,1@1)) = (32,2):(1@0,1@1).
//          [tests: coalesce_test.cc, "scaled bases merge along one path"]
// Errors   None: if the product does not fit, the modes do not merge.
// Source   CuTe 02_layout_algebra.md, "Coalesce". Differs from CuTe: the values decide, so dynamic
//          modes merge too (as in pycute); a merged extent is static if both were, and the
//          stride keeps its mark.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// An extent and its stride: one leaf of a layout.
struct Leaf {
  Integer extent = core::static_integer(1);
  Integer stride = core::static_integer(0);
};

/// True if b begins where a ends; false if extent * stride does not fit.
constexpr bool continues(const Leaf& a, const Leaf& b) {
  const core::Checked end = core::checked_mul(a.extent.value, a.stride.value);
  return end && *end == b.stride.value && a.stride.path == b.stride.path &&
         core::checked_mul(a.extent.value, b.extent.value);
}

/// Appends a leaf to a flat layout.
constexpr void push_leaf(Layout<>& flat, const Leaf& leaf) {
  flat.shape.set(flat.shape.slots++, leaf.extent);
  flat.stride.set(flat.stride.slots++, leaf.stride);
}

/// Finishes a flat layout: a single leaf is not a tuple.
constexpr void end_leaves(Layout<>& flat) {
  flat.shape.is_scalar = flat.stride.is_scalar = flat.shape.slots == 1;
}

/// Appends leaves to an empty layout or to a list of leaves, merging each with the previous one if
/// it continues it. Precondition: no more than kMaxLeaves extents other than 1.
template <class Flat>
class Coalescer {
 public:
  explicit constexpr Coalescer(Flat& empty) : flat_(empty) {}

  constexpr void push(const Leaf& next) {
    all_static_ = all_static_ && next.extent.is_static;
    if (next.extent.value == 1) return;
    if (last_.extent.value == 1) {
      last_ = next;
    } else if (continues(last_, next)) {
      last_.extent.value *= next.extent.value;
      last_.extent.is_static = last_.extent.is_static && next.extent.is_static;
    } else {
      push_leaf(flat_, last_);
      last_ = next;
    }
  }

  /// Finishes the layout; without leaves it is 1:0.
  constexpr void finish() {
    if (last_.extent.value == 1) last_ = {Integer(1, all_static_), Integer(0, all_static_)};
    push_leaf(flat_, last_);
    end_leaves(flat_);
  }

 private:
  Flat& flat_;
  Leaf last_;
  bool all_static_ = true;
};

constexpr Layout<> coalesce(const Layout<>& layout) {
  Layout<> flat;
  Coalescer coalescer(flat);
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (!layout.shape.is_empty(slot)) {
      coalescer.push({layout.shape.at(slot), layout.stride.at(slot)});
    }
  }
  coalescer.finish();
  return flat;
}

}  // namespace tileglot::notation::cute
