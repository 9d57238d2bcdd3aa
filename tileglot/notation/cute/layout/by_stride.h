// SPDX-License-Identifier: Apache-2.0
// by_stride.h: the leaves of a layout that change the offset, smallest stride first.
//
// What     LeavesByStride(layout) lists the slots of the leaves with an extent other than 1 and a
//          stride other than 0, sorted by stride; equal strides keep their order in the layout.
// Why      Complement and the inverses visit the offsets of a layout from 0 upwards.
// Example  (2,1,4,3):(1,7,0,2) gives slots 0 and 3.
//          [tests: by_stride_test.cc, "leaves that do not move are left out"]
// Errors   None.
// Source   CuTe sorts this way in complement, right_inverse and left_inverse (cute/layout.hpp).
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

class LeavesByStride {
 public:
  explicit constexpr LeavesByStride(const Layout<>& layout)
      : LeavesByStride(layout, 0, layout.shape.slots) {}
  /// The leaves in slots [begin, end) only.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first count() are ever read.
  constexpr LeavesByStride(const Layout<>& layout, int begin, int end) : layout_(layout) {
    for (int slot = begin; slot < end; ++slot) {
      if (layout.shape.values[slot] != 1 && layout.stride.values[slot] != 0) insert(slot);
    }
  }

  constexpr int count() const { return count_; }
  constexpr int slot(int i) const { return slots_[i]; }
  constexpr Leaf leaf(int i) const {
    return {layout_.shape.at(slots_[i]), layout_.stride.at(slots_[i])};
  }

 private:
  constexpr void insert(int slot) {
    const std::int64_t stride = layout_.stride.values[slot];
    int place = count_++;
    for (; place > 0 && layout_.stride.values[slots_[place - 1]] > stride; --place) {
      slots_[place] = slots_[place - 1];
    }
    slots_[place] = slot;
  }

  const Layout<>& layout_;
  int slots_[core::kMaxLeaves];
  int count_ = 0;
};

}  // namespace tileglot::notation::cute
