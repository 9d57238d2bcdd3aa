// SPDX-License-Identifier: Apache-2.0
// walsh.h: where a sum of floors and parities is first non-zero, by its form alone.
//
// What     first_by_form(d, dims): where floors and parities of d are linearly independent, the
//          first coordinate at which d differs from its value at 0; std::nullopt where they are
//          not.
// Why      Compares swizzles and linear layouts of any size without visiting points.
// How      Let all parity bits of dimension k be below m, 2^m divide the extent, and every divisor
//          be a power of two below 2^m or a multiple of 2^m. Then x_k = 2^m*q + u, and d is a sum
//          A(u) + B(q). B is floors: its first non-zero is at the smallest remaining divisor. A is
//          a sum of bits and of parities, which are Walsh functions: zero only if every weight is.
//          So its bits are fixed one by one, most significant first: 0 if any weight is left then,
//          else 1, which makes [b ^ rest] = 1 - [rest].
// Example  [x0_24 ^ x1_24] against x0_24 + x1_24 on 2^25 x 2^25: (2^24, 2^24).
//          [tests: walsh_test.cc, "an xor and a sum differ first where both bits are one"]
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// Precondition: d depends only on dims, which ascend, and is not empty; no term is on both sides.
std::optional<Coordinate> first_by_form(const SumDifference& d, std::span<const std::size_t> dims);

}  // namespace tileglot::map
