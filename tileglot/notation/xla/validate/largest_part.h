// SPDX-License-Identifier: Apache-2.0
// largest_part.h: the largest part that the splits of a layout make.
//
// What     largest_part(shape) is the array with the largest piece along every dimension, without
//          splits; an array without splits is its own part.
// Why      Every part gets memory of the same size, that of the largest.
// Example  f32[64,96]{1,0:SC(1:40)} is cut into 40 and 56 columns; the largest part is
//          f32[64,56]{1,0}.
//          [tests: largest_part_test.cc, "the largest piece of each dimension counts"]
// Errors   Those of validate.h and array_bounds.h.
// Source   XLA, LayoutUtil::MaxSplitSize.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// The largest part of an array or a buffer.
core::Result<Shape> largest_part(const Shape& shape);

}  // namespace tileglot::notation::xla
