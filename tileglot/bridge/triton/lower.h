// SPDX-License-Identifier: Apache-2.0
// lower.h: lowers an encoding and a shape to a linear layout.
//
// What     lower(e, shape) is Triton's toLinearLayout: for a distributed encoding a layout of
//          register, lane, warp and block; for shared memory of offset and block (and partition);
//          for tensor memory of row, col and block. The outputs are dim0, dim1, ..
// Why      Every query on a layout (which thread has this element, does this load vectorise, what
//          moves in a conversion) uses the linear layout, whatever the encoding was.
// Units    Sizes are powers of two. An element may be in several places; where the shape is larger
//          than the encoding's tile, more registers (or offsets) are added, in an order specific to
//          the family.
// Example  #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2],
//          order = [1, 0]}> of 32x64: registers (0,1), (0,2), (0,32), (16,0).
//          [tests: lower_test.cc, "blocked encodings of the specification"]
// Errors   triton.shape (wrong rank, not a power of two, smaller than the encoding allows),
//          triton.too_large.
// Source   Triton 3.9.0, LinearLayoutConversions.cpp.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::bridge {

/// Precondition: the encoding is valid by itself. For a padded memory only the linear part is
/// returned.
core::Result<notation::linear::Layout> lower(const notation::triton::Encoding& encoding,
                                             const notation::triton::Numbers& shape);

/// Lowers for the type's buffer_shape. Precondition: validate(encoding, type) accepts the type.
core::Result<notation::linear::Layout> lower(const notation::triton::Encoding& encoding,
                                             const notation::triton::TensorType& type);

}  // namespace tileglot::bridge
