// SPDX-License-Identifier: Apache-2.0
// array_bounds.h: the array in a shape, and how large it is in each dimension.
//
// What     array_in(shape) is the array itself, or the one that a buffer holds; array_bounds(array)
//          its dimensions as numbers; element_count(bounds) their product.
// Why      Most operations need one array whose sizes are known, and all refuse others alike.
// Units    Elements. A dimension `<=n` counts as n.
// Example  f32[3,<=5] has the bounds 3 and 5 and 15 elements; f32[] has 1, f32[3,0,5] none.
//          [tests: array_bounds_test.cc, "elements are counted up to their bounds"]
// Errors   xla.not_array, xla.unbounded (a dimension ?), xla.dimension (a size below 0), xla.limit
//          (more than 64 dimensions), xla.too_large (a product beyond 64 bits),
//          xla.no_dimension (there is no such dimension).
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

/// Null for tuples, tokens and opaque values.
const Shape* array_in(const Shape& shape);

/// Whether it is an array; a buffer is none.
core::Status check_array(const Shape& shape);

/// Of an array; a buffer is none.
core::Result<std::vector<std::int64_t>> array_bounds(const Shape& array);

/// 0 where any bound is; nothing where the product does not fit. Precondition: no bound below 0.
core::Checked element_count(std::span<const std::int64_t> bounds);

/// Of an array or a buffer.
core::Result<std::int64_t> elements_in(const Shape& shape);

/// Whether an array has no element; false for all that is no array.
bool is_zero_element_array(const Shape& shape);

/// -1 is the last dimension, -2 the one before it.
core::Result<Dimension> dimension_at(const Shape& shape, std::int64_t number);

/// One rank and the same sizes; type, layout and flags do not count.
bool same_dimensions(const Shape& a, const Shape& b);

/// Whether the array has this dimension.
core::Status check_dimension_number(const Shape& array, std::int64_t number);

}  // namespace tileglot::notation::xla
