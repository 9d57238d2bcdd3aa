// SPDX-License-Identifier: Apache-2.0
// filter_dimensions.h: arrays with fewer dimensions than before.
//
// What     filter_dimensions(array, keep) has those for which keep says true, in memory in the same
//          order; delete_dimensions leaves some out, drop_degenerate_dimensions all of size 1.
// Why      Slices, reductions and squeezes leave such arrays behind.
// Units    Tiles and the like stay, even if they now tile other dimensions; splits go with their
//          dimensions.
// Example  f32[5,3,2]{2,0,1} without dimension 1 is f32[5,2]{1,0}; f32[1,5,1]{2,0,1} without its
//          degenerate dimensions is f32[5]{0}.
//          [tests: filter_dimensions_test.cc, "the others close up"]
// Errors   xla.no_dimension; those of validate.h.
// Source   XLA, ShapeUtil::FilterDimensions, DeleteDimensions, DropDegenerateDimensions and
//          HasDegenerateDimensions, Shape::TrueNumDimensions. A dimension of size 0 is none of size 1.
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
/// In any order; one that is listed twice is deleted once.
core::Result<Shape> delete_dimensions(const Shape& array, std::span<const std::int64_t> dimensions);

bool has_degenerate_dimensions(const Shape& array);
core::Result<Shape> drop_degenerate_dimensions(const Shape& array);

/// How many dimensions have another size than 1.
std::size_t true_num_dimensions(const Shape& array);

}  // namespace tileglot::notation::xla
