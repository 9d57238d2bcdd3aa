// SPDX-License-Identifier: Apache-2.0
// iota_digits.h: an order of 0..n-1 as the digits of its numbers.
//
// What     A tile's number, written in mixed radix with the extents of the digits, the most
//          significant first, maps to the device sum(digit * weight). Each weight is the product of
//          the extents of all digits of smaller weight, so that every number 0..n-1 appears once.
// Why      A transpose reorders digits, a merge joins neighbours, and the text's two lists are the
//          digits sorted by weight and the position of each.
// Example  <=[2,3,4]T(2,0,1) has the digits (extent 4, weight 1), (2, 12), (3, 4); the last two are
//          neighbours with 12 = 3*4, so they are one digit (6, 4).
//          [tests: tile_assignment_test.cc, "an iota has one form"]
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::notation::xla {

struct IotaDigit {
  std::int64_t extent = 1;
  std::int64_t weight = 1;
  friend bool operator==(const IotaDigit&, const IotaDigit&) = default;
};

using IotaDigits = std::vector<IotaDigit>;

/// Precondition: a permutation of extents whose product fits.
IotaDigits digits_of(const IotaOrder& order);

/// Removes extents of 1 and merges neighbours.
IotaDigits canonical(const IotaDigits& digits);

/// The order of the canonical form; an order of one number is [1]T(0).
IotaOrder order_of(const IotaDigits& digits);

/// Cuts the digits where the extents of `dims` end: one group for each. nullopt where a dimension
/// ends inside a digit that its size does not divide, or where XLA finds no cut: XLA cuts a digit
/// that spans several dimensions into primes, the smallest first.
std::optional<std::vector<IotaDigits>> cut_at(IotaDigits digits,
                                              std::span<const std::int64_t> dims);

/// Sorts each run of `group` consecutive tiles by device; nullopt where a run ends inside a digit
/// that it does not divide.
std::optional<IotaDigits> with_sorted_groups(IotaDigits digits, std::int64_t group);

}  // namespace tileglot::notation::xla
