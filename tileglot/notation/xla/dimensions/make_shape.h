// SPDX-License-Identifier: Apache-2.0
// make_shape.h: array shapes from numbers.
//
// What     make_array_shape(type, bounds) is row-major and static unless minor_to_major or dynamic
//          is given.
// Why      Programs have numbers, not texts; the resulting shape is valid or refused.
// Units    Bounds are in elements; -2^63 is a dynamic dimension without a bound, as in XLA.
//          make_shape_with_dense_layout(type, bounds, layout) takes a whole layout; an element size
//          equal to the type's own is dropped.
// Example  make_array_shape(f32, {2,3}, {0,1}) is f32[2,3]{0,1}.
//          [tests: make_shape_test.cc, "numbers make a shape"]
//          f32 {2,3} with {0,1:T(2,2)E(32)} is f32[2,3]{0,1:T(2,2)}.
//          [tests: make_shape_test.cc, "a layout makes a shape"]
// Errors   xla.not_array (tuples, tokens, opaque values), xla.dimension (a bound below 0),
//          xla.dynamic (the number of flags differs from the rank), xla.too_large (the byte size
//          does not fit 64 bits); those of validate/validate.h.
// Source   XLA, ShapeUtil::MakeValidatedShape and MakeShapeWithDenseLayout.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Without minor_to_major the shape is row-major; without dynamic, no bounded dimension is dynamic.
core::Result<Shape> make_array_shape(
    PrimitiveType type, std::span<const std::int64_t> bounds,
    const std::optional<std::vector<std::int64_t>>& minor_to_major = {},
    const std::optional<std::vector<bool>>& dynamic = {});

core::Result<Shape> make_shape_with_dense_layout(PrimitiveType type,
                                                 std::span<const std::int64_t> bounds,
                                                 const Layout& layout);

}  // namespace tileglot::notation::xla
