// SPDX-License-Identifier: Apache-2.0
// layout_writer.h: writes a layout from left to right, bracket by bracket.
//
// What     open and close stand for the brackets of a tuple, leaf for an extent and its stride, and
//          modes copies modes of another layout; finish says if all of it had room.
// Why      A composition or a divide is put together from parts of several layouts. Written once,
//          it costs one layout; appended mode by mode, one for each mode.
// Form     The brackets of the outermost tuple are not written: a layout is a tuple unless said.
// Example  open, leaf 2:1, leaf 3:4, close, leaf 5:2 is ((2,3),5):((1,4),2).
//          [tests: layout_writer_test.cc, "brackets and leaves make a layout"]
// Errors   kTooManyLeaves, kTooDeep, an overflow of the largest offset.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout.h"

namespace tileglot::notation::cute {

class LayoutWriter {
 public:
  explicit constexpr LayoutWriter(Layout<>& empty) : shape_(empty.shape), stride_(empty.stride) {}

  constexpr void open() {
    ++opened_;
    if (++level_ >= core::kMaxDepth) refuse({Reason::kTooDeep, level_ + 1, core::kMaxDepth});
  }
  constexpr void close() {
    --level_;
    if (opened_ == 0) {
      if (shape_.slots > 0) ++shape_.nesting[shape_.slots - 1];
      return;
    }
    --opened_;
    const int slot = take_slot();
    shape_.empty_mask |= std::uint64_t{1} << unsigned(slot);
  }
  constexpr void leaf(Integer extent, Integer stride) {
    const int slot = take_slot();
    const std::uint64_t bit = std::uint64_t{1} << unsigned(slot);
    shape_.values[slot] = extent.value;
    stride_.values[slot] = stride.value;
    // The room was zero, so that there is nothing to write for what is not marked.
    if (extent.is_static) shape_.static_mask |= bit;
    if (stride.is_static) stride_.static_mask |= bit;
    if (!stride.path.is_empty()) stride_.paths[slot] = stride.path.packed;
  }
  /// Slots [begin, end) of a layout, of which the first `consumed` opening brackets are not wanted.
  constexpr void modes(const Layout<>& from, int begin, int end, int consumed) {
    const int floor = level_;
    for (int slot = begin; slot < end; ++slot) {
      const int opens = from.shape.opens(slot) - (slot == begin ? consumed : 0);
      for (int i = 0; i < opens; ++i) open();
      if (from.shape.is_empty(slot)) {
        open();
        close();
      } else {
        leaf(from.shape.at(slot), from.stride.at(slot));
      }
      close_down_to(floor, from.shape.closes(slot));
    }
  }
  /// Closes `count` brackets, but none below `floor`, where what is written began.
  constexpr void close_down_to(int floor, int count) {
    for (int i = 0; i < count && level_ > floor; ++i) close();
  }
  constexpr int level() const { return level_; }

  /// Ends the layout.
  constexpr Refusal finish(bool is_scalar) {
    if (refused_ != Refusal{}) return refused_;
    for (int slot = 0; slot < shape_.slots; ++slot) stride_.nesting[slot] = shape_.nesting[slot];
    stride_.slots = shape_.slots;
    stride_.empty_mask = shape_.empty_mask;
    shape_.is_scalar = stride_.is_scalar = is_scalar;
    return {};
  }

 private:
  constexpr void refuse(const Refusal& refusal) {
    if (refused_ == Refusal{}) refused_ = refusal;
  }
  constexpr int take_slot() {
    if (shape_.slots == core::kMaxLeaves) {
      refuse({Reason::kTooManyLeaves, core::kMaxLeaves + 1, core::kMaxLeaves});
      --shape_.slots;
    }
    const int slot = shape_.slots++;
    if (opened_ == 0) return slot;
    shape_.nesting[slot] = static_cast<std::uint8_t>(opened_ > 15 ? 0 : opened_ << 4U);
    opened_ = 0;
    return slot;
  }

  IntTuple& shape_;
  IntTuple& stride_;
  Refusal refused_;
  int opened_ = 0;  ///< brackets since the last slot
  int level_ = 0;
};

}  // namespace tileglot::notation::cute
