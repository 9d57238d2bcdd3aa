// SPDX-License-Identifier: Apache-2.0
// shape_operations.h: operations that move elements and compute nothing.
//
// What     broadcast, transposed, sliced, reversed, padded, concatenated, the slices whose start is
//          known at run time, and iota.
// Units    Elements are in row-major order of their extents.
// Example  padded([1 2 3], low 1, high -1, interior 1, fill 9) is 9 1 9 2 9: the padded row 9 1 9 2
//          9 3 without its last element.
//          [tests: hlo/run/operation/shape_operations_test.cc, "padding before, after, between, and
//          negative"]
// Errors   None: the verifier of hlo/ir and the interpreter's own checks ensure that attributes fit
//          the extents, as the preconditions state.
// Source   XLA, operation semantics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// Dimension k of x is dimension dimensions[k] of the result.
Elements broadcast(const Elements& x, const Extents& extents, const Extents& dimensions,
                   const Extents& result);

/// Dimension k of the result is dimension permutation[k] of x.
Elements transposed(const Elements& x, const Extents& extents, const Extents& permutation);

Elements sliced(const Elements& x, const Extents& extents, const SliceRanges& ranges);
Elements reversed(const Elements& x, const Extents& extents, const Extents& dimensions);

/// `fill` has one element.
Elements padded(const Elements& x, const Extents& extents, const Padding& padding,
                const Elements& fill, const Extents& result);

struct Part {
  const Elements* elements = nullptr;
  Extents extents = {};
};
Elements concatenated(std::span<const Part> parts, std::size_t dimension, const Extents& result);

/// Starts that are too large or negative are moved so that the slice is in bounds.
Extents clamped_starts(const Extents& starts, const Extents& sizes, const Extents& extents);
/// Precondition: starts are clamped.
Elements slice_at(const Elements& x, const Extents& extents, const Extents& starts,
                  const Extents& sizes);
Elements updated_at(const Elements& x, const Extents& extents, const Extents& starts,
                    const Elements& update, const Extents& sizes);

/// 0, 1, .. along a dimension.
Elements iota(PrimitiveType type, const Extents& extents, std::size_t dimension);

}  // namespace tileglot::hlo::run
