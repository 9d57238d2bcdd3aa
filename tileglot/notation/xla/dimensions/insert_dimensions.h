// SPDX-License-Identifier: Apache-2.0
// insert_dimensions.h: adds dimensions to an array.
//
// What     append_major_dimension adds a last dimension that is the most major in memory,
//          prepend_major_dimension a first one that is; append_minor_dimension adds a last one that
//          is the most minor. insert_dimensions_at_index adds dimensions before dimension i, each
//          directly more major in memory than the dimension that follows it; at the end they are
//          the most minor, the last one most of all.
// Why      Batches, stacks of buffers and packed lanes add such dimensions.
// Units    Tiles, element sizes and similar attributes are kept; splits follow their dimensions.
// Example  [10,20,30]{0,2,1} with 40 prepended is [40,10,20,30]{1,3,2,0}; with 40,50 inserted at 1
//          it is [10,40,50,20,30]{0,4,3,2,1}.
//          [tests: insert_dimensions_test.cc, "dimensions come with a place in memory"]
// Errors   xla.dimension (a size below 0), xla.no_dimension (an index past the end), xla.limit;
//          those of validate/validate.h.
// Source   XLA, ShapeUtil::AppendMajorDimension, PrependMajorDimension, AppendMinorDimension and
//          InsertDimensionsAtIndex. Differs from XLA: prepending keeps all of the layout.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> append_major_dimension(std::int64_t bound, const Shape& array);
core::Result<Shape> prepend_major_dimension(std::int64_t bound, const Shape& array);
core::Result<Shape> append_minor_dimension(std::int64_t bound, const Shape& array);
core::Result<Shape> insert_dimensions_at_index(const Shape& array, std::int64_t index,
                                               std::span<const std::int64_t> bounds);

}  // namespace tileglot::notation::xla
