// SPDX-License-Identifier: Apache-2.0
// stepped_chain.h: a chain that counts 0, 1, 2, ... with every k-th step of leaves.
//
// What     SteppedChain(C) is longer than the chain C of a layout's leaves, or empty: it picks
//          leaves, each once, and steps along each by k of its strides, some number of times, so
//          that the first moves by 1 and each moves by as much as the previous ones count.
// Why      If leaves overlap, as a copy's modes may, the offset at which one ends can be a step of
//          another, though not its first.
// How      All sequences of leaves are tried, the longest part of a leaf first.
//
//              (3,4):(2,1)    3:2 has no 1; 4:1 counts 4, there every 2nd step of 3:2: 2 steps, 8
//
// Limits   2^10 tries; the longest chain found so far counts.
// Example  For (3,4):(2,1) the chain is 4:1 and every 2nd step of 3:2; it ends at 8.
//          [tests: stepped_chain_test.cc, "every second step of a leaf"]
// Errors   None; if leaves do not overlap, no such chain is longer, and none is searched for.
// Source   Not in CuTe, whose right_inverse takes whole leaves.
#pragma once

#include <cstdint>
#include <numeric>

#include "tileglot/notation/cute/inverse/offset_chain.h"
#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// One more than the largest offset of the leaves with positive strides, if it fits and one of them
/// begins within the reach of the smaller ones; otherwise 0.
constexpr std::int64_t end_of_overlapping(const LeavesByStride& leaves) {
  std::int64_t end = 1;
  bool overlap = false;
  for (int i = 0; i < leaves.count(); ++i) {
    const auto [extent, stride] = leaves.leaf(i);
    if (stride.value < 1) continue;
    overlap = overlap || stride.value < end;
    const auto last = core::checked_mul(extent.value - 1, stride.value);
    const auto sum = last ? core::checked_add(end, *last) : last;
    if (!sum) return 0;
    end = *sum;
  }
  return overlap ? end : 0;
}

class SteppedChain {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): what is not set is not read.
  explicit constexpr SteppedChain(const OffsetChain& chain)
      : leaves_(chain.leaves()), most_(end_of_overlapping(leaves_)), end_(chain.end()) {
    for (int i = 0; i < leaves_.count() && may_be_longer(); ++i) {
      if (leaves_.leaf(i).stride.value == 1) follow(i, 1);
    }
  }

  constexpr bool is_longer() const { return count_ > 0; }
  /// The end of the longer of the two chains.
  constexpr std::int64_t end() const { return end_; }

  /// Calls visit(slot, times, extent) for each link, fastest first: `extent` steps along the leaf
  /// at `slot`, each `times` its stride.
  template <class Visit>
  constexpr void for_each_link(const Visit& visit) const {
    const bool is_static = all_static();
    for (int k = 0; k < count_; ++k) {
      visit(leaves_.slot(links_[k].leaf), Integer(links_[k].times, is_static),
            Integer(links_[k].extent, is_static));
    }
  }

 private:
  static constexpr int kMostTries = 1 << 10;

  struct Link {
    int leaf;
    std::int64_t times;
    std::int64_t extent;
  };

  constexpr bool may_be_longer() const { return end_ < most_ && tries_ < kMostTries; }

  /// Adds leaf i to a chain that counts `begin`, a multiple of the leaf's stride that it reaches.
  constexpr void follow(int i, std::int64_t begin) {
    ++tries_;
    const auto [extent, stride] = leaves_.leaf(i);
    const std::int64_t times = begin / stride.value;
    const std::int64_t most = (extent.value - 1) / times + 1;
    Link& link = trail_[length_++];
    link = {i, times, most};
    used_ |= bit_of(i);
    keep_if_longer(begin, most);
    for (int j = 0; j < leaves_.count(); ++j) {
      if ((used_ & bit_of(j)) == 0) leave_for(j, begin, most, link.extent);
    }
    used_ &= ~bit_of(i);
    --length_;
  }

  /// Tries all extents of the last link after which leaf j can continue.
  constexpr void leave_for(int j, std::int64_t begin, std::int64_t most, std::int64_t& extent) {
    const Leaf leaf = leaves_.leaf(j);
    if (leaf.stride.value < 1) return;
    const std::int64_t unit = leaf.stride.value / std::gcd(leaf.stride.value, begin);
    const std::int64_t last = (leaf.extent.value - 1) * leaf.stride.value / begin;
    const std::int64_t largest = most < last ? most : last;
    for (extent = largest - largest % unit; extent > 1 && may_be_longer(); extent -= unit) {
      follow(j, begin * extent);
    }
  }

  constexpr void keep_if_longer(std::int64_t begin, std::int64_t extent) {
    const auto end = core::checked_mul(begin, extent);
    if (!end || *end <= end_) return;
    end_ = *end;
    count_ = length_;
    for (int k = 0; k < length_; ++k) links_[k] = trail_[k];
  }

  static constexpr std::uint64_t bit_of(int leaf) { return std::uint64_t{1} << unsigned(leaf); }

  constexpr bool all_static() const {
    for (int i = 0; i < leaves_.count(); ++i) {
      if (!leaves_.leaf(i).extent.is_static || !leaves_.leaf(i).stride.is_static) return false;
    }
    return true;
  }

  const LeavesByStride& leaves_;
  std::int64_t most_;
  std::int64_t end_;
  Link trail_[core::kMaxLeaves];
  Link links_[core::kMaxLeaves];
  std::uint64_t used_ = 0;
  int length_ = 0;
  int count_ = 0;
  int tries_ = 0;
};

}  // namespace tileglot::notation::cute
