// SPDX-License-Identifier: Apache-2.0
// subarray.h: a part of an array with steps, as a map.
//
// What     subarray(f, slices) is the map g with g(i) = f(begin + step * i), dimension by dimension,
//          for i below the extent of each slice. Its codomain is that of f.
// Why      A window of a tensor lies in the tensor's own memory, so it is one more layout: whatever
//          moves layouts moves windows.
// Units    Coordinates of f. A step may be negative, or 0, which repeats one place.
// Example  Every second row of a 4x3 row-major matrix, from its last backwards: slices {3, 2, -2} and
//          {0, 3, 1} are 9 + x1 - 6*x0.
//          [tests: subarray_test.cc, "every second row backwards"]
// Errors   map.slice where a slice leaves its dimension, with the index, where its extent is
//          negative, or where there is not one slice for each dimension; map.overflow where begin +
//          step * i leaves int64, or there are too many coordinates.
// Source   NumPy's basic indexing: x[3::-2, :].
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// The coordinates begin, begin + step, .., begin + (extent - 1) * step of one dimension.
struct Slice {
  std::int64_t begin = 0;
  std::int64_t extent = 0;
  std::int64_t step = 1;
  friend bool operator==(const Slice&, const Slice&) = default;
};

core::Result<IndexMap> subarray(const IndexMap& f, std::span<const Slice> slices);

}  // namespace tileglot::map
