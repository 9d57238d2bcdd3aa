// SPDX-License-Identifier: Apache-2.0
// flat_modes.h: the left operand of a composition, flat, with its last mode endless.
//
// What     FlatModes(A, begin, end) lists the leaves in these slots of A as extent and stride in
//          plain arrays: nested modes one by one, those of extent 1 dropped, adjacent modes merged
//          if the second continues the first. The last mode has no end: an index beyond the size
//          continues along it. for_each_digit splits an index over the modes; Gap tests whether a
//          sum of offsets is zero.
// Why      Composition reads A many times and at indices beyond its size. A trailing 1:0 caps the
//          mode before it, so coalesce, which drops it, is not the same.
// Units    Offsets are in elements; an index below 0 has the digits of its magnitude, negated.
// Example  (4,3,1):(3,1,0) keeps three modes; (2,(1,6)):(1,(6,2)) is the one mode 12:1.
//          [tests: flat_modes_test.cc, "the flat modes run on as the layout does"]
// Errors   None. Precondition of for_each_digit: no extent is 0.
// Source   CUTLASS, cute/layout.hpp, coalesce_x.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Extents, strides and their marks. Not copyable: entries beyond `count` are uninitialized.
struct FlatModes {
  std::int64_t extent[core::kMaxLeaves];
  std::int64_t stride[core::kMaxLeaves];
  std::uint32_t path[core::kMaxLeaves];
  bool extent_is_static[core::kMaxLeaves];
  bool stride_is_static[core::kMaxLeaves];
  int count = 0;

  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first `count` are ever read.
  constexpr FlatModes(const Layout<>& layout, int begin, int end) {
    while (end > begin && layout.shape.is_empty(end - 1)) --end;
    for (int slot = begin; slot < end; ++slot) {
      if (layout.shape.is_empty(slot)) continue;
      const Integer n = layout.shape.at(slot);
      const bool is_last = slot + 1 == end;
      const bool vanishes = n.value == 1 && !is_last;
      if (vanishes) continue;
      const Integer d = layout.stride.at(slot);
      if (count == 0 || !prolong(n, d)) push(n, d);
    }
    if (count == 0) push(core::static_integer(1), core::static_integer(0));
  }
  FlatModes(const FlatModes&) = delete;
  FlatModes& operator=(const FlatModes&) = delete;

  constexpr int last() const { return count - 1; }
  constexpr Integer stride_at(int k) const {
    return Integer(stride[k], stride_is_static[k], {path[k]});
  }

 private:
  constexpr void push(Integer n, Integer d) {
    extent[count] = n.value;
    stride[count] = d.value;
    path[count] = d.path.packed;
    extent_is_static[count] = n.is_static;
    stride_is_static[count] = d.is_static;
    ++count;
  }
  /// Extends the last mode if this one continues it.
  constexpr bool prolong(Integer n, Integer d) {
    const int k = last();
    std::int64_t next = 0;
    std::int64_t longer = 0;
    if (!core::multiply_fits(extent[k], stride[k], next) || next != d.value) return false;
    if (path[k] != d.path.packed && d.value != 0) return false;
    if (!core::multiply_fits(extent[k], n.value, longer)) return false;
    extent[k] = longer;
    extent_is_static[k] = extent_is_static[k] && n.is_static;
    return true;
  }
};

/// Calls visit(k, digit) for every mode; the last digit is the whole remainder.
template <class Visit>
constexpr void for_each_digit(const FlatModes& modes, std::int64_t index, const Visit& visit) {
  for (int k = 0; k < modes.last(); ++k) {
    visit(k, index % modes.extent[k]);
    index /= modes.extent[k];
  }
  visit(modes.last(), index);
}

/// Tests whether a sum of offsets of A with factors is zero; kept as digits so it cannot overflow.
class Gap {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only the first modes_.count are read.
  constexpr explicit Gap(const FlatModes& modes) : modes_(modes) {
    for (int k = 0; k < modes.count; ++k) digits_[k] = 0;
  }
  /// Adds factor * A(index).
  constexpr void add(std::int64_t factor, std::int64_t index) {
    for_each_digit(modes_, index, [&](int k, std::int64_t digit) { digits_[k] += factor * digit; });
  }
  constexpr bool is_zero() const {
    for (int k = 0; k < modes_.count; ++k) {
      if (sum_along(modes_.path[k]) != 0) return false;
    }
    return true;
  }

 private:
  // A digit times a stride. nvcc takes no other form.
  // NOLINTNEXTLINE(modernize-use-using)
  __extension__ typedef __int128 Wide;

  constexpr Wide sum_along(std::uint32_t path) const {
    Wide sum = 0;
    for (int k = 0; k < modes_.count; ++k) {
      if (modes_.path[k] == path) sum += Wide(digits_[k]) * modes_.stride[k];
    }
    return sum;
  }

  const FlatModes& modes_;
  std::int64_t digits_[core::kMaxLeaves];
};

/// A(index), a sum of products, checked for overflow.
constexpr Outcome<Integer> offset_at(const FlatModes& modes, std::int64_t index) {
  Integer sum = core::static_integer(0);
  Refusal refused;
  for_each_digit(modes, index, [&](int k, std::int64_t digit) {
    if (digit == 0 || modes.stride[k] == 0 || refused != Refusal{}) return;
    const auto product = multiply(core::static_integer(digit), modes.stride_at(k));
    const auto total = product ? add(sum, *product) : product;
    refused = total.refusal;
    sum = total.value;
  });
  if (refused != Refusal{}) return refused;
  return sum;
}

}  // namespace tileglot::notation::cute
