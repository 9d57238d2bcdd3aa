// SPDX-License-Identifier: Apache-2.0
// as_cpp/coalesce.h: the simplifications of CuTe's C++, where static marks decide.
//
// What     coalesce, filter, filter_zeros and nullspace as C++ CuTe computes them: a mode is
//          merged, dropped or treated as a repetition only if that is known at compile time. merged
//          is what its composition reads: a last mode of 1 stays, since it determines how the
//          layout continues.
// Why      `--semantics cute-cpp` is for users who must match C++ character for character. Every
//          file in as_cpp/ belongs to it; nothing in the exact algebra uses them.
// Example  coalesce((_4,_2):(_1,4)) stays, and coalesce((_4,_2):(_1,_4)) = _8:_1.
//          [tests: as_cpp/coalesce_test.cc, "only what is known when compiling is merged"]
// Errors   Refused: a layout without modes; an overflow.
// Source   CUTLASS 7107b055, cute/layout.hpp, coalesce, as observed.
#pragma once

#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/leaf_list.h"

namespace tileglot::notation::cute::cute_cpp {

constexpr bool is_static_one(Integer n) { return n.is_static && n.value == 1; }

/// True if it is known at compile time that b begins where a ends, and how long b is.
constexpr bool surely_continues(const Leaf& a, const Leaf& b) {
  const auto end = multiply(a.extent, a.stride);
  return b.extent.is_static && b.stride.is_static && end.ok() && end->is_static &&
         end->value == b.stride.value && end->path == b.stride.path;
}

/// Takes leaves from the last to the first and merges each with the one after it.
class Merger {
 public:
  explicit constexpr Merger(const Leaf& last) : front_(last) {}

  constexpr Refusal push_front(const Leaf& leaf) {
    if (is_static_one(leaf.extent)) return {};
    if (is_static_one(front_.extent)) {
      front_ = leaf;
    } else if (surely_continues(leaf, front_)) {
      const auto longer = multiply(leaf.extent, front_.extent);
      if (!longer) return longer.refusal;
      front_ = {*longer, leaf.stride};
    } else {
      behind_.push(front_.extent, front_.stride);
      front_ = leaf;
    }
    return {};
  }

  /// The merged leaves, first to last.
  constexpr Layout<> flat() const {
    Layout<> layout;
    push_leaf(layout, is_static_one(front_.extent) ? Leaf{} : front_);
    for (int i = behind_.count - 1; i >= 0; --i)
      push_leaf(layout, {behind_.extent_at(i), behind_.stride_at(i)});
    end_leaves(layout);
    return layout;
  }

 private:
  LeafList behind_;  // the leaves after front_, last to first
  Leaf front_;
};

/// The leaves merged; if the last one has extent _1, it counts as `last_one`.
constexpr Outcome<Layout<>> merged(const Layout<>& layout, Integer last_one) {
  int last = layout.shape.slots - 1;
  while (last >= 0 && layout.shape.is_empty(last)) --last;
  if (last < 0) return Refusal{Reason::kNoSuchMode, 0, 0};
  const Integer extent = layout.shape.at(last);
  Merger merger({is_static_one(extent) ? last_one : extent, layout.stride.at(last)});
  for (int slot = last - 1; slot >= 0; --slot) {
    if (layout.shape.is_empty(slot)) continue;
    const Refusal refused = merger.push_front({layout.shape.at(slot), layout.stride.at(slot)});
    if (refused != Refusal{}) return refused;
  }
  return merger.flat();
}

constexpr Outcome<Layout<>> coalesce(const Layout<>& layout) {
  return merged(layout, core::static_integer(1));
}

/// The left operand of a composition: an index beyond the end continues along the last mode.
constexpr Outcome<Layout<>> endless(const Layout<>& layout) {
  return merged(layout, core::static_integer(2));
}

constexpr Outcome<Layout<>> coalesce(const Layout<>& layout, const IntTuple& profile) {
  return by_mode(layout, profile, [](const Layout<>& part) { return cute_cpp::coalesce(part); });
}

constexpr bool is_zero_stride(const Layout<>& layout, int slot) {
  return !layout.shape.is_empty(slot) && core::is_static_zero(layout.stride.at(slot));
}

constexpr Layout<> filter_zeros(const Layout<>& layout) {
  Layout<> filtered = layout;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (is_zero_stride(layout, slot)) filtered.shape.set(slot, core::static_integer(1));
  }
  return filtered;
}

constexpr Outcome<Layout<>> filter(const Layout<>& layout) {
  return cute_cpp::coalesce(cute_cpp::filter_zeros(layout));
}

constexpr Outcome<Layout<>> filter(const Layout<>& layout, const IntTuple& profile) {
  return by_mode(layout, profile, [](const Layout<>& part) { return cute_cpp::filter(part); });
}

constexpr Outcome<Layout<>> nullspace(const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(steps, make_layout(layout.shape));
  Layout<> kernel;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (is_zero_stride(layout, slot))
      push_leaf(kernel, {layout.shape.at(slot), steps.stride.at(slot)});
  }
  if (kernel.shape.slots == 0) push_leaf(kernel, Leaf{});
  end_leaves(kernel);
  return kernel;
}

}  // namespace tileglot::notation::cute::cute_cpp
