// SPDX-License-Identifier: Apache-2.0
// for_each_index.h: every index of an array, in row-major order.
//
// What     for_each_index(bounds, visit) calls visit(index) with the last dimension fastest.
// Why      Definitions over "every element" become one line.
// Example  Bounds {4, 16} are visited 64 times, {3, 0} never, and {} once.
//          [tests: for_each_index_test.cc, "every index is visited once"]
// Source   XLA, ShapeUtil::ForEachIndex. The visitor ends the walk by returning false.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tileglot::notation::xla {

/// Returns false if a visit did. Precondition: no bound below 0.
template <class Visit>
bool for_each_index(std::span<const std::int64_t> bounds, const Visit& visit) {
  if (std::find(bounds.begin(), bounds.end(), 0) != bounds.end()) return true;
  std::vector<std::int64_t> index(bounds.size(), 0);
  while (visit(std::span<const std::int64_t>(index))) {
    std::size_t k = bounds.size();
    while (k > 0 && ++index[k - 1] == bounds[k - 1]) index[--k] = 0;
    if (k == 0) return true;
  }
  return false;
}

}  // namespace tileglot::notation::xla
