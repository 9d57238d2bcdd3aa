// SPDX-License-Identifier: Apache-2.0
// layout_writer.h: writes a layout from left to right, bracket by bracket.
//
// What     open and close write the brackets of a tuple, leaf writes an extent and its stride, and
//          modes copies modes of another layout; finish returns whether everything had room, and
//          whether the size and the largest offset fit.
// Why      A composition or a divide is assembled from parts of several layouts. Written in one
//          pass, it costs one layout; appended mode by mode, one for each mode.
// Form     The brackets of the outermost tuple are not written: a layout is a tuple unless finish
//          is told otherwise.
// Example  open, leaf 2:1, leaf 3:4, close, leaf 5:2 is ((2,3),5):((1,4),2).
//          [tests: layout_writer_test.cc, "brackets and leaves make a layout"]
// Errors   kTooManyLeaves, kTooDeep, an overflow of the size or of the largest offset.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

class LayoutWriter {
 public:
  explicit constexpr LayoutWriter(Layout<>& empty) : layout_(empty) {}

  constexpr void open() {
    ++opened_;
    if (++level_ >= core::kMaxDepth) refuse({Reason::kTooDeep, level_ + 1, core::kMaxDepth});
  }
  constexpr void close() {
    --level_;
    if (opened_ == 0) return end_at_last_slot();
    --opened_;
    Layout<>& to = layout_;
    to.shape.empty_mask |= std::uint64_t{1} << unsigned(take_slot(to));
  }
  constexpr void leaf(Integer extent, Integer stride) {
    Layout<>& to = layout_;
    const int slot = take_slot(to);
    const std::uint64_t bit = std::uint64_t{1} << unsigned(slot);
    to.shape.values[slot] = extent.value;
    to.stride.values[slot] = stride.value;
    // The slots are zero-initialized, so only set marks and paths need to be written.
    if (extent.is_static) to.shape.static_mask |= bit;
    if (stride.is_static) to.stride.static_mask |= bit;
    if (!extent.path.is_empty()) to.shape.paths[slot] = extent.path.packed;
    if (!stride.path.is_empty()) to.stride.paths[slot] = stride.path.packed;
  }
  /// Copies slots [begin, end) of a layout, without their first `consumed` opening brackets.
  constexpr void modes(const Layout<>& from, int begin, int end, int consumed) {
    const int floor = level_;
    const bool keeps = has_underscore(from.shape) || has_underscore(from.stride);
    for (int slot = begin; slot < end; ++slot) {
      const int opens = from.shape.opens(slot) - (slot == begin ? consumed : 0);
      for (int i = 0; i < opens; ++i) open();
      if (from.shape.is_empty(slot)) {
        open();
        close();
      } else {
        leaf(from.shape.at(slot), from.stride.at(slot));
        if (keeps) mark_keeps(from, slot);
      }
      close_down_to(floor, from.shape.closes(slot));
    }
  }
  /// Closes `count` brackets, but never below `floor`, the level where the copy began.
  constexpr void close_down_to(int floor, int count) {
    for (int i = 0; i < count && level_ > floor; ++i) close();
  }
  constexpr int level() const { return level_; }

  /// Finishes the layout.
  constexpr Refusal finish(bool is_scalar) {
    if (refused_ != Refusal{}) return refused_;
    layout_.stride.slots = layout_.shape.slots;
    layout_.stride.empty_mask = layout_.shape.empty_mask;
    layout_.shape.is_scalar = layout_.stride.is_scalar = is_scalar;
    return overflow(layout_);
  }

 private:
  constexpr void refuse(const Refusal& refusal) {
    if (refused_ == Refusal{}) refused_ = refusal;
  }
  constexpr void end_at_last_slot() const {
    Layout<>& to = layout_;
    if (to.shape.slots == 0) return;
    const int last = to.shape.slots - 1;
    to.stride.nesting[last] = ++to.shape.nesting[last];
  }
  /// Marks the last leaf as that of `from` is: an `_` is a leaf of value 0 otherwise.
  constexpr void mark_keeps(const Layout<>& from, int slot) {
    const unsigned last = unsigned(layout_.shape.slots) - 1;
    layout_.shape.keep_mask |= std::uint64_t{from.shape.is_keep(slot)} << last;
    layout_.stride.keep_mask |= std::uint64_t{from.stride.is_keep(slot)} << last;
  }
  // `to` is layout_: through a local reference it is not reloaded after every byte written.
  constexpr int take_slot(Layout<>& to) {
    if (to.shape.slots == core::kMaxLeaves) {
      refuse({Reason::kTooManyLeaves, core::kMaxLeaves + 1, core::kMaxLeaves});
      --to.shape.slots;
    }
    const int slot = to.shape.slots++;
    const auto opens = static_cast<std::uint8_t>(opened_ << 4U);
    opened_ = 0;
    to.shape.nesting[slot] = to.stride.nesting[slot] = opens;
    return slot;
  }

  Layout<>& layout_;
  Refusal refused_;
  int opened_ = 0;  ///< brackets since the last slot
  int level_ = 0;
};

}  // namespace tileglot::notation::cute
