// SPDX-License-Identifier: Apache-2.0
// validate.h: whether a shape and its layout mean something.
//
// What     validate(shape) checks what XLA's verifier checks of a layout, and that the padded array
//          can be counted.
// Why      The parser reads more than makes sense; past this check evaluation cannot fail but for a
//          bad coordinate or `?`.
// Example  f32[3,5]{1,1}: minor_to_major must list every dimension once; 1 is listed twice and 0 is
//          missing.
//          [tests: validate_test.cc, "an order that is no permutation"]
// Errors   XLA's checks in its order: xla.rank, xla.order, xla.tail, xla.sparse (index type, pointer
//          type, physical shape), xla.tile (empty, zero, negative), xla.element_size (negative),
//          xla.split (no such dimension, a cut outside it). Then ours: xla.tile (a `*` with nothing
//          more minor), xla.element_size (more bits than the type has; of a type below 8 bits anything but
//          its bits and 8), xla.memory_space (below 0), xla.split (a dimension twice, cuts that do
//          not increase), xla.too_large.
//          validate_layout_in_shape also xla.layout_missing.
// Source   XLA, LayoutUtil::ValidateLayoutForShape; the released program checks splits in elements
//          of tuples.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/places.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Tuples and buffers: of every element. Shapes without a layout, tokens and opaque values pass.
core::Status validate(const Shape& shape, const ShapePlaces& places = {});

/// What XLA checks of the layout against the dimensions of an array, and nothing of ours.
core::Status validate_layout(const Layout& layout, const Shape& array,
                             const LayoutPlaces& places = {});

enum class MissingLayouts { kRefused, kAllowed };

/// XLA's ValidateLayoutInShape: the layout of every array in the shape; xla.layout_missing where an
/// array has none and that is refused. Nothing of ours.
core::Status validate_layout_in_shape(const Shape& shape,
                                      MissingLayouts missing = MissingLayouts::kRefused);

}  // namespace tileglot::notation::xla
