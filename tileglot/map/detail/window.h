// SPDX-License-Identifier: Apache-2.0
// window.h: the finitely many points that decide whether a difference of sums is zero.
//
// What     scan_window(d, dims) looks for the first coordinate in row-major order where d, which
//          depends only on dims, differs from its value at 0. Other coordinates stay 0.
// Why      Where terms are not independent (parities on clipped extents, inner values) the form
//          alone does not decide.
// How      Along k each term repeats with a period P up to a step, so d obeys a linear recurrence
//          of order min(lcm + 1, 2 + sum of (P - 1)): after that many consecutive zeros all further
//          values are zero. Hence the first non-zero is in a box that does not grow with the
//          extents. Between multiples of the divisors in use nothing changes, so only these are
//          visited.
// Example  f32[100000,7,100000] with T(*,14,128) against none on x0, x1: 63 points.
//          [tests: window_test.cc, "the window does not grow with the extents"]
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct WindowScan {
  /// The first difference, or where the scan had to stop; empty if there is none.
  std::optional<Coordinate> at;
  bool complete = true;              ///< false: stopped; coordinates from `at` on are not decided
  std::vector<std::int64_t> window;  ///< points along each of dims
  std::int64_t visited = 0;
};

/// Window along dimension k: the first that many values of x_k decide.
std::int64_t window_along(const SumDifference& d, std::size_t k);

WindowScan scan_window(const SumDifference& d, std::span<const std::size_t> dims,
                       std::int64_t limit);

}  // namespace tileglot::map
