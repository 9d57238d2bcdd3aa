// SPDX-License-Identifier: Apache-2.0
// digit_sum.h: when a sum of weighted digits determines its digits.
//
// What     Digits with strides add up to a number. dominant_count returns how many of them can be
//          read off the number from the largest stride down; vanishing_difference looks for two
//          choices of digits with the same sum.
// Why      Injectivity, inverse and image size of a map are this one question about its digits.
// Example  Strides 24, 6, 3, 1 with radices 18, 4, 2, 3: each exceeds what the smaller reach (23,
//          5, 2, 0). Strides 3, 2 with radices 2, 3 do not dominate, yet no difference vanishes: 0
//          2 4 3 5 7.
//          [tests: digit_sum_test.cc, "strides need not dominate to be told apart"]
// How      Two choices differ by d with |d_j| < radix_j and sum of stride_j * d_j = 0. Digit by
//          digit, largest stride first; the rest must stay within reach and divisible by the gcd of
//          the smaller strides; rests that cannot be completed are remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tileglot::map {

/// A digit takes the values 0 .. radix - 1, each step worth `stride`, which is not 0.
struct WeightedDigit {
  std::int64_t stride = 1;
  std::int64_t radix = 1;
};

/// Indices of the digits, largest |stride| first.
std::vector<std::size_t> by_stride(std::span<const WeightedDigit> digits);

/// How many digits, in the order of by_stride, have a stride that exceeds the total reach of all
/// later ones.
std::size_t dominant_count(std::span<const WeightedDigit> digits,
                           std::span<const std::size_t> order);

inline bool dominates(std::span<const WeightedDigit> digits) {
  return dominant_count(digits, by_stride(digits)) == digits.size();
}

struct VanishingDifference {
  enum class Answer { kNone, kFound, kUnknown };
  Answer answer = Answer::kUnknown;
  std::vector<std::int64_t> difference = {};  ///< one number for each digit, if found
};

inline constexpr std::int64_t kDifferenceSteps = std::int64_t{1} << 20;

/// The first vanishing difference that `accept` accepts; kUnknown after that many steps.
VanishingDifference vanishing_difference(
    std::span<const WeightedDigit> digits,
    const std::function<bool(std::span<const std::int64_t>)>& accept,
    std::int64_t steps = kDifferenceSteps);

}  // namespace tileglot::map
