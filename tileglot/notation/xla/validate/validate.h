// SPDX-License-Identifier: Apache-2.0
// validate.h: checks that a shape and its layout are meaningful.
//
// What     validate(shape) performs the layout checks of XLA's verifier, and checks that the size
//          of the padded array fits 64 bits.
// Why      The parser accepts meaningless values; after this check evaluation fails only for a bad
//          coordinate or `?`.
// Example  f32[3,5]{1,1}: minor_to_major must list every dimension once; 1 is listed twice and 0 is
//          missing.
//          [tests: validate_test.cc, "an order that is not a permutation"]
// Errors   XLA's checks in its order: xla.rank, xla.order, xla.tail, xla.sparse (index type,
//          pointer type, physical shape), xla.tile (empty, zero, negative), xla.element_size
//          (negative), xla.split (no such dimension, a cut outside it). Then ours: xla.tile (a `*`
//          with nothing more minor), xla.element_size (neither packed nor whole bytes that hold an
//          element, at most 128 bits), xla.memory_space (below 0), xla.split (a
//          dimension listed twice, cuts that do not increase), xla.too_large.
//          validate_layout_in_shape also reports xla.layout_missing.
// Source   XLA, LayoutUtil::ValidateLayoutForShape; the released version checks splits in elements
//          of tuples.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/spans.h"

namespace tileglot::notation::xla {

/// Checks every element of tuples and buffers. Shapes without a layout, tokens and opaque values
/// pass.
core::Status validate(const Shape& shape, const ShapeSpans& spans = {});

/// XLA's checks of the layout against the dimensions of an array, without our own checks.
core::Status validate_layout(const Layout& layout, const Shape& array,
                             const LayoutSpans& spans = {});

enum class MissingLayouts { kRefused, kAllowed };

/// XLA's ValidateLayoutInShape: checks the layout of every array in the shape; xla.layout_missing
/// where an array has none and that is refused. Without our own checks.
core::Status validate_layout_in_shape(const Shape& shape,
                                      MissingLayouts missing = MissingLayouts::kRefused);

}  // namespace tileglot::notation::xla
