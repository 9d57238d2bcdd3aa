// SPDX-License-Identifier: Apache-2.0
// array_bounds.h: the array in a shape, and its size in each dimension.
//
// What     array_in(shape) is the array itself, or the one that a buffer holds; array_bounds(array)
//          its dimensions as numbers; element_count(bounds) their product.
// Why      Most operations need one array of known sizes, and refuse others with the same errors.
// Units    Elements. A dimension `<=n` counts as n.
// Example  f32[3,<=5] has the bounds 3 and 5 and 15 elements; f32[] has 1, f32[3,0,5] has none.
//          [tests: array_bounds_test.cc, "elements are counted up to their bounds"]
// Errors   xla.not_array, xla.unbounded (a dimension ?), xla.dimension (a size below 0), xla.limit
//          (more than 64 dimensions), xla.too_large (a product beyond 64 bits),
//          xla.no_dimension (no such dimension).
// Source   XLA, ShapeUtil::ElementsIn and GetDimension.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// nullptr for tuples, tokens and opaque values.
const Shape* array_in(const Shape& shape);

/// Checks that the shape is an array; a buffer is not one.
core::Status check_array(const Shape& shape);

/// The bounds of an array; a buffer is not one.
core::Result<std::vector<std::int64_t>> array_bounds(const Shape& array);

/// 0 where any bound is 0; empty where the product does not fit. Precondition: no bound below 0.
core::Checked element_count(std::span<const std::int64_t> bounds);

/// The number of elements of an array or a buffer.
core::Result<std::int64_t> elements_in(const Shape& shape);

/// Whether the shape is an array without elements.
bool is_zero_element_array(const Shape& shape);

/// -1 is the last dimension, -2 the one before it.
core::Result<Dimension> dimension_at(const Shape& shape, std::int64_t number);

/// Whether rank and sizes are the same; type, layout and flags are ignored.
bool same_dimensions(const Shape& a, const Shape& b);

/// Checks that the array has this dimension.
core::Status check_dimension_number(const Shape& array, std::int64_t number);

}  // namespace tileglot::notation::xla
