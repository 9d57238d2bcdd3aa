// SPDX-License-Identifier: Apache-2.0
// permute_dimensions.h: reorders the dimensions of an array.
//
// What     permute_dimensions(p, array): dimension i of the result is dimension p[i] of the array,
//          and the layout is renumbered, so no element moves: the transpose is a bitcast.
//          permute_dimensions_ignoring_layout keeps minor_to_major, so the elements move.
//          make_shape_with_descending_layout_and_same_physical_layout(array) permutes by the layout
//          itself: the same memory as a row-major array.
// Why      The order in memory is fixed; dimension numbers are only names.
// Units    p as in core/permutation.h: permute(x, p)[i] = x[p[i]].
// Example  [2,3,5]{2,1,0} by (1,2,0) is [3,5,2]{1,0,2}. [2,3,4]{0,2,1} with a descending layout is
//          [3,4,2]{2,1,0}.
//          [tests: permute_dimensions_test.cc, "no element moves"]
// Errors   xla.permutation (p is not a permutation of the dimensions), xla.not_array; those of
//          validate/validate.h.
// Source   XLA, ShapeUtil::PermuteDimensions, PermuteDimensionsIgnoringLayout,
//          ReorderLogicalDimensions and MakeShapeWithDescendingLayoutAndSamePhysicalLayout. Differs
//          from XLA: reordering is correct for cycles of three and more; splits are kept; a missing
//          layout counts as row-major where one is needed.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> permute_dimensions(std::span<const std::int64_t> p, const Shape& array);

core::Result<Shape> permute_dimensions_ignoring_layout(std::span<const std::int64_t> p,
                                                       const Shape& array);

/// XLA's other name for permute_dimensions.
inline core::Result<Shape> reorder_logical_dimensions(const Shape& array,
                                                      std::span<const std::int64_t> p) {
  return permute_dimensions(p, array);
}

core::Result<Shape> make_shape_with_descending_layout_and_same_physical_layout(const Shape& array);

}  // namespace tileglot::notation::xla
