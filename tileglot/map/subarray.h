// SPDX-License-Identifier: Apache-2.0
// subarray.h: a strided slice of an array, as a map.
//
// What     subarray(f, slices) is the map g with g(i) = f(begin + step * i), dimension by
//          dimension, for i below the extent of each slice. Its codomain is that of f.
// Why      A window of a tensor is in the tensor's own memory, so it is one more layout: anything
//          that moves layouts also moves windows.
// Units    Coordinates of f. A step may be negative, or 0, which repeats one position.
// Example  Every second row of a 4x3 row-major matrix, backwards from the last: slices {3, 2, -2}
//          and {0, 3, 1} are 9 + x1 - 6*x0.
//          [tests: subarray_test.cc, "every second row backwards"]
// Errors   map.slice where a slice leaves its dimension, with the index, where its extent is
//          negative, or where the number of slices is not the number of dimensions; map.overflow
//          where begin + step * i overflows int64, or there are too many coordinates.
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
