// SPDX-License-Identifier: Apache-2.0
// multidimensional_index.h: coordinates and linear indices in an array without tiles.
//
// What     multidimensional_index_to_linear_index follows the order of the layout and ignores its
//          tiles; linear_index_to_multidimensional_index is its inverse. dimension_stride is the
//          stride of one dimension. bump_indices steps to the next coordinate in row-major order,
//          whatever the layout. index_in_bounds and compare_indices check and compare coordinates.
// Why      XLA walks arrays with these; tiles exist only where a device stores the array.
// Units    Elements.
// Example  f32[10,20,30]{1,2,0} at (3,5,7) is 1945.
//          [tests: multidimensional_index_test.cc, "orders by hand"]
// Errors   Those of validate/evaluate.h; xla.offset (a number outside the array), xla.no_dimension,
//          xla.coordinate (two coordinates of different lengths).
// Source   XLA, IndexUtil. Unlike in XLA, a negative index is out of bounds, and a linear index
//          past the end is refused, not wrapped.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::int64_t> multidimensional_index_to_linear_index(
    const Shape& shape, std::span<const std::int64_t> coordinate);

core::Result<std::vector<std::int64_t>> linear_index_to_multidimensional_index(const Shape& shape,
                                                                               std::int64_t linear);

core::Result<std::int64_t> dimension_stride(const Shape& shape, std::int64_t dimension);

/// Steps to the next coordinate, the last dimension fastest; after the last, returns false and sets
/// all entries to 0. Precondition: index_in_bounds(shape, coordinate).
bool bump_indices(const Shape& shape, std::span<std::int64_t> coordinate);

/// A dimension `?` has no upper bound.
bool index_in_bounds(const Shape& shape, std::span<const std::int64_t> coordinate);

/// Lexicographic order, the first dimension first.
core::Result<std::strong_ordering> compare_indices(std::span<const std::int64_t> a,
                                                   std::span<const std::int64_t> b);

}  // namespace tileglot::notation::xla
