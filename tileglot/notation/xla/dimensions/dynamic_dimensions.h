// SPDX-License-Identifier: Apache-2.0
// dynamic_dimensions.h: which dimensions of a shape are known only at run time.
//
// What     is_static(shape): no array in it has a dynamic dimension. clear_dynamic_dimensions
//          clears every flag, set_dynamic_dimension changes one. Sizes are kept; a layout's prefix
//          M(n), which stores the sizes at run time, is removed with the last flag.
// Example  f32[<=23,44,<=55] without the flag of dimension 2 is f32[<=23,44,55].
//          [tests: dynamic_dimensions_test.cc, "flags are taken away one by one or all"]
// Errors   xla.unbounded (a `?` has no size to keep), xla.no_dimension, xla.not_array.
// Source   XLA, Shape::is_static and clear_dynamic_dimensions. Differs from XLA: no layout is
//          created where there was none.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

bool is_static(const Shape& shape);
/// Whether an array in the shape has a dimension `?`.
bool is_unbounded_dynamic(const Shape& shape);

core::Result<Shape> clear_dynamic_dimensions(Shape shape);
/// Sets the flag of one dimension of an array.
core::Result<Shape> set_dynamic_dimension(Shape array, std::int64_t number, bool dynamic);

}  // namespace tileglot::notation::xla
