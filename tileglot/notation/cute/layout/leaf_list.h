// SPDX-License-Identifier: Apache-2.0
// leaf_list.h: a flat list of extents and strides, without structure.
//
// What     A LeafList has the leaves of one or several layouts, one after another, in plain
//          arrays; push_leaf and end_leaves let a Coalescer write into it.
// Why      Composition and division look at leaves one by one. A list of three costs only three
//          leaves, not the clearing of space for 64.
// Example  leaves of (4,(),(2,3)):(1,(),(8,4)) are 4:1, 2:8, 3:4.
//          [tests: leaf_list_test.cc, "a list has the leaves in order, of several layouts"]
// Errors   More than 64 leaves: noted in `overflows`.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Not copyable: entries beyond `count` are uninitialized.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first `count` are ever read.
struct LeafList {
  std::int64_t extent[core::kMaxLeaves];
  std::int64_t stride[core::kMaxLeaves];
  std::uint32_t path[core::kMaxLeaves];
  bool extent_is_static[core::kMaxLeaves];
  bool stride_is_static[core::kMaxLeaves];
  int count = 0;
  bool overflows = false;
  bool has_basis = false;

  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first `count` are ever read.
  constexpr LeafList() = default;
  LeafList(const LeafList&) = delete;
  LeafList& operator=(const LeafList&) = delete;

  constexpr Integer extent_at(int i) const { return Integer(extent[i], extent_is_static[i]); }
  constexpr Integer stride_at(int i) const {
    return Integer(stride[i], stride_is_static[i], {path[i]});
  }
  constexpr void push(Integer n, Integer d) {
    overflows = overflows || count == core::kMaxLeaves;
    if (overflows) return;
    extent[count] = n.value;
    stride[count] = d.value;
    path[count] = d.path.packed;
    extent_is_static[count] = n.is_static;
    stride_is_static[count] = d.is_static;
    has_basis = has_basis || d.path.packed != 0;
    ++count;
  }
  /// Appends the leaves in slots [begin, end).
  constexpr void push(const Layout<>& layout, int begin, int end) {
    for (int slot = begin; slot < end; ++slot) {
      if (!layout.shape.is_empty(slot)) push(layout.shape.at(slot), layout.stride.at(slot));
    }
  }
  /// The product of the extents from leaf `from` on. If it fits, so does every index of a tile
  /// together with its complement.
  constexpr Outcome<Integer> size_from(int from) const {
    std::int64_t product = 1;
    Refusal refused;
    for (int i = from; i < count; ++i) {
      if (extent[i] == 0) return Integer(0);
      const std::int64_t before = product;
      if (!core::multiply_fits(before, extent[i], product) && refused == Refusal{})
        refused = {Reason::kProductTooLarge, before, extent[i]};
    }
    if (refused != Refusal{}) return refused;
    return Integer(product);
  }
};

constexpr void push_leaf(LeafList& list, const Leaf& leaf) { list.push(leaf.extent, leaf.stride); }
constexpr void end_leaves(LeafList& /*list*/) {}

}  // namespace tileglot::notation::cute
