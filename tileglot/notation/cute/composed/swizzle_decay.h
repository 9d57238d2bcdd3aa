// SPDX-License-Identifier: Apache-2.0
// swizzle_decay.h: the plain layout to which a swizzle around a layout reduces.
//
// What     decay({s, fixed}, L) is the layout P with s(fixed xor L(c)) = s(fixed) + P(c), if no two
//          bits that L sets are xored into one another: each bit is then a separate step, up if it
//          is 0 in s(fixed) and down if it is 1.
// Why      A thread's part of a swizzled tile is often of this kind, and a plain layout is cheaper.
// Example  s = Sw<3,0,3>, fixed = 8, L = 8:1: the steps 1, 2, 4 are -1, 2, 4, so P = (2,4):(-1,2).
//          [tests: swizzle_decay_test.cc, "known bits make steps up and down"]
// Errors   None: the result reports whether it is plain.
// Source   cute/swizzle_layout.hpp, slice_and_offset. Static steps that continue one another merge.
#pragma once

#include <bit>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {

/// The bits that a leaf can set; -1, all bits, if it may set any.
constexpr std::int64_t bits_of(const Leaf& leaf) {
  if (leaf.extent.value <= 1 || leaf.stride.value == 0) return 0;
  if (leaf.extent.value == 2 && leaf.stride.value > 0) return leaf.stride.value;
  if (!core::is_power_of_two(leaf.stride.value)) return -1;
  const auto values = std::bit_ceil(static_cast<std::uint64_t>(leaf.extent.value));
  const core::Checked reach =
      core::checked_mul(static_cast<std::int64_t>(values - 1), leaf.stride.value);
  return reach ? *reach : -1;
}

/// The bits that a layout can set, if its leaves set separate bits and none of `taken`; otherwise
/// -1.
constexpr std::int64_t free_bits(const Layout<>& layout, std::int64_t taken) {
  std::int64_t all = 0;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    const std::int64_t own = bits_of({layout.shape.at(slot), layout.stride.at(slot)});
    if (own < 0 || (own & (all | taken)) != 0) return -1;
    all |= own;
  }
  return all;
}

/// Writes the shape and stride of a layout with its leaves broken into tuples.
class BrokenLayout {
 public:
  explicit constexpr BrokenLayout(const Layout<>& whole) : whole_(whole) {
    parts_.shape.is_scalar = parts_.stride.is_scalar = whole.shape.is_scalar;
  }

  /// Begins the leaf of this slot: the leaves pushed until close(), as a tuple if there are
  /// several.
  constexpr void open(int slot) {
    slot_ = slot;
    first_ = parts_.shape.slots;
  }

  /// False if there is no room.
  constexpr bool push(const Leaf& leaf) {
    if (merges(leaf)) return true;
    if (parts_.shape.slots == core::kMaxLeaves) return false;
    parts_.shape.set(parts_.shape.slots++, leaf.extent);
    parts_.stride.set(parts_.stride.slots++, leaf.stride);
    return true;
  }

  constexpr bool keep_empty() {
    if (parts_.shape.slots == core::kMaxLeaves) return false;
    copy_slot(whole_.shape, slot_, parts_.shape);
    copy_slot(whole_.stride, slot_, parts_.stride);
    return true;
  }

  constexpr void close() {
    const int last = parts_.shape.slots - 1;
    const bool is_root = whole_.shape.is_scalar;
    const int more = last > first_ && !is_root ? 1 : 0;
    if (last > first_) parts_.shape.is_scalar = parts_.stride.is_scalar = false;
    for (IntTuple* tuple : {&parts_.shape, &parts_.stride}) {
      add_nesting(*tuple, first_, 16 * (whole_.shape.opens(slot_) + more));
      add_nesting(*tuple, last, whole_.shape.closes(slot_) + more);
    }
  }

  constexpr const Layout<>& parts() const { return parts_; }

 private:
  static constexpr void add_nesting(IntTuple& tuple, int slot, int more) {
    tuple.nesting[slot] = static_cast<std::uint8_t>(tuple.nesting[slot] + more);
  }

  /// Merges a static step with a static one that it continues; leaves dynamic ones, as in CuTe.
  constexpr bool merges(const Leaf& leaf) {
    const int last = parts_.shape.slots - 1;
    if (last < first_) return false;
    const Leaf before{parts_.shape.at(last), parts_.stride.at(last)};
    const bool is_known = before.extent.is_static && before.stride.is_static &&
                          leaf.extent.is_static && leaf.stride.is_static;
    if (!is_known || before.extent.value * before.stride.value != leaf.stride.value) return false;
    parts_.shape.set(last, core::static_integer(before.extent.value * leaf.extent.value));
    return true;
  }

  Layout<> whole_;
  Layout<> parts_;
  int slot_ = 0;
  int first_ = 0;
};

/// A swizzle around a fixed offset, and the step that a free bit adds there.
struct FixedSwizzle {
  Swizzle swizzle;
  Integer fixed;  ///< the free bits are 0 in it

  constexpr Integer step(std::int64_t bits, bool is_static) const {
    const std::int64_t changed = apply(swizzle, fixed.value ^ bits) - apply(swizzle, fixed.value);
    const bool is_felt = (bits & (source_mask(swizzle) | target_mask(swizzle))) != 0;
    return Integer(changed, is_static && (fixed.is_static || !is_felt));
  }

  /// How many bits from this one on behave alike: those outside both windows, or this one alone.
  constexpr int alike_from(int bit) const {
    const int distance = swizzle.shift < 0 ? -swizzle.shift : swizzle.shift;
    if (bit < swizzle.base) return swizzle.base - bit;
    if (bit < swizzle.base + swizzle.bits) return 1;
    if (bit < swizzle.base + distance) return swizzle.base + distance - bit;
    return bit < swizzle.base + distance + swizzle.bits ? 1 : 63 - bit;
  }
};

/// Breaks one leaf into steps over bits that behave alike; false if an extent does not divide.
constexpr bool break_leaf(const FixedSwizzle& around, const Leaf& leaf, BrokenLayout& parts) {
  if (leaf.extent.value <= 1 || leaf.stride.value == 0) return parts.push(leaf);
  std::int64_t rest = leaf.extent.value;
  std::int64_t stride = leaf.stride.value;
  while (rest > 1) {
    const int width = rest == 2 ? 1 : around.alike_from(core::log2_floor(stride));
    const std::int64_t run = std::int64_t{1} << unsigned(width);
    const std::int64_t extent = rest < run ? rest : run;
    const Leaf part{Integer(extent, leaf.extent.is_static),
                    around.step(stride, leaf.stride.is_static)};
    if (rest % extent != 0 || !parts.push(part)) return false;
    rest /= extent;
    stride *= rest > 1 ? extent : 1;
  }
  return true;
}

/// The layout that the swizzle reduces to, if it is plain and there is room for its leaves.
struct Decayed {
  bool is_plain = false;
  Layout<> layout;
};

/// Precondition: no two bits of `free` are xored, and its leaves set separate bits.
constexpr Decayed decay(const FixedSwizzle& around, const Layout<>& free) {
  BrokenLayout parts(free);
  bool is_plain = depth(free.shape) < core::kMaxDepth;
  for (int slot = 0; is_plain && slot < free.shape.slots; ++slot) {
    const Leaf leaf{free.shape.at(slot), free.stride.at(slot)};
    parts.open(slot);
    is_plain = free.shape.is_empty(slot) ? parts.keep_empty() : break_leaf(around, leaf, parts);
    if (is_plain) parts.close();
  }
  return is_plain ? Decayed{true, parts.parts()} : Decayed{};
}

/// True if the swizzle xors one of these bits into another of them.
constexpr bool meets_itself(Swizzle s, std::int64_t bits) {
  const std::int64_t changed = apply(s, bits & source_mask(s)) & target_mask(s);
  return (changed & bits) != 0;
}

}  // namespace tileglot::notation::cute
