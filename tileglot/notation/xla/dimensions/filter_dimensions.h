// SPDX-License-Identifier: Apache-2.0
// filter_dimensions.h: removes dimensions from an array.
//
// What     filter_dimensions(array, keep) has the dimensions for which keep returns true, in the
//          same memory order; delete_dimensions drops the listed ones, drop_degenerate_dimensions
//          all of size 1.
// Why      Slices, reductions and squeezes produce such arrays.
// Units    Tiles and similar attributes are kept, even if they now tile other dimensions; a split
//          stays with its dimension or is removed with it.
// Example  f32[5,3,2]{2,0,1} without dimension 1 is f32[5,2]{1,0}; f32[1,5,1]{2,0,1} without its
//          degenerate dimensions is f32[5]{0}.
//          [tests: filter_dimensions_test.cc, "the others close up"]
// Errors   xla.no_dimension; those of validate/validate.h.
// Source   XLA, ShapeUtil::FilterDimensions, DeleteDimensions, DropDegenerateDimensions and
//          HasDegenerateDimensions, Shape::TrueNumDimensions. A dimension of size 0 is not
//          degenerate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> filter_dimensions(const Shape& array,
                                      const std::function<bool(std::int64_t)>& keep);
/// `dimensions` may be in any order; one that is listed twice is deleted once.
core::Result<Shape> delete_dimensions(const Shape& array, std::span<const std::int64_t> dimensions);

bool has_degenerate_dimensions(const Shape& array);
core::Result<Shape> drop_degenerate_dimensions(const Shape& array);

/// The number of dimensions whose size is not 1.
std::size_t true_num_dimensions(const Shape& array);

}  // namespace tileglot::notation::xla
