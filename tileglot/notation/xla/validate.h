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
// Errors   In the order of the checks: xla.rank, xla.order, xla.tail, xla.sparse (index type,
//          pointer type, physical shape), xla.tile (empty, zero, negative, a `*` with nothing more
//          minor), xla.element_size, xla.split; then xla.too_large.
// Source   XLA, LayoutUtil::ValidateLayoutForShape. The checks of a last `*`, of splits (which the
//          released program applies to elements of tuples) and of the padded size are ours.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/places.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::notation::xla {

/// Tuples and buffers: of every element. Shapes without a layout, tokens and opaque values pass.
core::Status validate(const Shape& shape, const ShapePlaces& places = {});

/// The layout alone against the dimensions of an array; without the size.
core::Status validate_layout(const Layout& layout, const Shape& array,
                             const LayoutPlaces& places = {});

}  // namespace tileglot::notation::xla
