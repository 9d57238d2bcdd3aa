// SPDX-License-Identifier: Apache-2.0
// major_dimension.h: the most major and most minor dimension in memory.
//
// What     is_effectively_most_major_dimension(array, d): every dimension more major than d has
//          size 1. last_dim_is_minor_most(array): the last dimension is the fastest.
//          move_dim_to_major(shape, d) makes d the slowest of every array in the shape.
// Why      What varies slowest can be cut into contiguous pieces, for devices or threads.
// Units    Tiles and similar attributes are kept; splits follow their dimensions.
// Example  Dimension 2 of [1,1,16,1,279] is effectively the most major in {4,1,2,3,0}, but not in
//          {0,1,2,3,4}. f32[10,10,10]{2,1,0} with dimension 1 moved is {2,0,1}.
//          [tests: major_dimension_test.cc, "dimensions of size 1 do not count"]
// Errors   xla.no_dimension, xla.not_array (a token or opaque value), xla.layout_missing; those of
//          validate/validate.h.
// Source   XLA, ShapeUtil::IsEffectivelyMostMajorDimension and MoveDimToMajor,
//          LastDimIsMinorMost. Differs from XLA: moving keeps all of the layout.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<bool> is_effectively_most_major_dimension(const Shape& array, std::int64_t number);

/// True without a layout, and for a scalar.
bool last_dim_is_minor_most(const Shape& array);

/// Also handles tuples, element by element.
core::Result<Shape> move_dim_to_major(const Shape& shape, std::int64_t number);

}  // namespace tileglot::notation::xla
