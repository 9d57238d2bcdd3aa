// SPDX-License-Identifier: Apache-2.0
// offset_chain.h: the longest chain of a layout's leaves that counts 0, 1, 2, ...
//
// What     OffsetChain(L) picks leaves of L, and how much of each, so that the first has stride 1
//          and each begins where the previous one ends: their digits count the offsets 0, 1, 2, ...
//          without a gap, up to end().
// Why      The right inverse, the common layout of two and the alignment of one all need to know
//          how far a layout can be read in order.
// How      From the largest stride down: how far does a chain reach that begins at this leaf? It
//          takes the whole leaf, or stops where another begins that reaches further.
//
//              (2,4,4):(2,4,1)    4:4 reaches 16;  2:2 reaches 4, there 4:4: 16
//                                 4:1 reaches 4, there 4:4: 16; or 2 of it, then 2:2 and 4:4: 16
//
// Example  In (2,4,4):(2,4,1) the chain is 4:1 and 4:4; it ends at 16.
//          [tests: offset_chain_test.cc, "a chain takes parts of leaves"]
// Errors   None; without a leaf of stride 1 the chain is empty and ends at 1.
// Source   CuTe's right_inverse takes the first whole leaf that fits, after coalescing, which hides
//          where a leaf could be left early.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

class OffsetChain {
 public:
  /// Precondition: extent * stride of the positive strides fits int64, or the leaf is left out.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): what is not set is not read.
  explicit constexpr OffsetChain(const Layout<>& layout) : leaves_(layout) {
    for (int i = leaves_.count() - 1; i >= 0; --i) follow(i);
    for (int i = leaves_.count() - 1; i >= 0; --i) {
      const bool starts = leaves_.leaf(i).stride.value == 1 && reach_[i] >= end_;
      if (starts) first_ = i;
      if (starts) end_ = reach_[i];
    }
  }

  constexpr std::int64_t end() const { return end_; }
  constexpr const LeavesByStride& leaves() const { return leaves_; }

  /// Calls visit(slot, extent) for each link, fastest first: the chain takes this much of the leaf.
  template <class Visit>
  constexpr void for_each_link(const Visit& visit) const {
    // NOLINTNEXTLINE(bugprone-signed-char-misuse): -1 ends the chain.
    for (int i = first_; i >= 0; i = next_[i]) visit(leaves_.slot(i), taken(i));
  }

 private:
  /// Finds the chain from leaf i on that reaches farthest.
  constexpr void follow(int i) {
    const auto [extent, stride] = leaves_.leaf(i);
    next_[i] = -1;
    reach_[i] = core::checked_mul(extent.value, stride.value).value_or(0);
    if (stride.value < 1) return;
    for (int j = leaves_.count() - 1; j > i; --j) {
      const std::int64_t begin = leaves_.leaf(j).stride.value;
      const bool leads =
          begin > stride.value && begin % stride.value == 0 && begin / stride.value <= extent.value;
      if (!leads || reach_[j] < reach_[i] || (reach_[j] == reach_[i] && !replaces(i, j))) continue;
      next_[i] = std::int8_t(j);
      reach_[i] = reach_[j];
    }
  }

  /// Of two chains that reach equally far, the one that takes all of leaf i is better.
  constexpr bool replaces(int i, int j) const {
    return next_[i] >= 0 && !takes_whole(i, next_[i]) && takes_whole(i, j);
  }

  constexpr bool takes_whole(int i, int next) const {
    const auto [extent, stride] = leaves_.leaf(i);
    return leaves_.leaf(next).stride.value / stride.value == extent.value;
  }

  /// How much of leaf i the chain takes: all of it, or the part before the next link.
  constexpr Integer taken(int i) const {
    const auto [extent, stride] = leaves_.leaf(i);
    if (next_[i] < 0 || takes_whole(i, next_[i])) return extent;
    return *divide(leaves_.leaf(next_[i]).stride, stride);
  }

  LeavesByStride leaves_;
  std::int64_t reach_[core::kMaxLeaves];  // only those of the leaves are written and read
  std::int8_t next_[core::kMaxLeaves];
  int first_ = -1;
  std::int64_t end_ = 1;
};

}  // namespace tileglot::notation::cute
