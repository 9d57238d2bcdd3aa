// SPDX-License-Identifier: Apache-2.0
// physical_shape.h: the plain row-major array that stores a tiled array.
//
// What     physical_shape(shape) has the extents after the last tile, major to minor, and the
//          descending layout; element size, tail padding, memory space and prefix are kept.
// Why      Programs that do not know tiles read buffers; this is the shape they need.
// Units    Elements; the product of the dimensions is the number of positions that the tiles own.
// Example  bf16[9,200]{1,0:T(8,128)(2,1)} is stored as bf16[2,2,4,128,2,1].
//          [tests: physical_shape_test.cc, "tiles become dimensions"]
// Errors   Those of validate/evaluate.h; xla.split (parts are in separate memories, so no single array holds
//          them); xla.limit.
// Source   XLA, "Tiled layout" (docs/tiled_layout.md); XLA has no function for it.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> physical_shape(const Shape& shape);

}  // namespace tileglot::notation::xla
