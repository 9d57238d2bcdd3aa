// SPDX-License-Identifier: Apache-2.0
// placed_digits.h: the digits of all dimensions of a plain map.
//
// What     placed_digits(f) lists every digit floor(x_k / div) mod radix with its stride; f is its
//          base plus the sum of stride * digit. Where a dimension is clipped its top digit has the
//          radix that it would have unclipped.
// Example  f32[3,5]{1,0:T(2,2)}: x0 has 2 (radix 2, stride 2) and 12 (radix 2), x1 has 1 (2) and 4
//          (3).
//          [tests: placed_digits_test.cc, "digits of a clipped tile"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct PlacedDigit {
  std::size_t dim = 0;
  std::int64_t div = 1;
  WeightedDigit weighted;  ///< here the stride may be 0
};

/// By dimension, then by divisor; none for a dimension of one coordinate. std::nullopt where f is
/// not plain, divisors do not nest or a stride overflows int64.
std::optional<std::vector<PlacedDigit>> placed_digits(const IndexMap& f);

/// Two coordinates that differ by `difference` in these digits: its positive and its negative part.
/// Any two with this difference are at least these, digit by digit; so std::nullopt means that the
/// domain has no such pair.
std::optional<std::pair<Coordinate, Coordinate>> parts_of_difference(
    const IndexMap& f, std::span<const PlacedDigit> digits,
    std::span<const std::int64_t> difference);

}  // namespace tileglot::map
