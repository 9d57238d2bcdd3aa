// SPDX-License-Identifier: Apache-2.0
// linear_index.h: XLA's LinearIndex, which uses only the first tile.
//
// What     linear_index(shape, x) is the offset of element x if only the first tile counts, or no
//          tile at all for an array of rank 1.
// Why      XLA's passes compare layouts by it, and code that follows them needs the same number.
//          The true offset of an element is offset_of (validate/evaluate.h): the two are equal for one tile
//          without `*`, unless the rank is 1 and the tile has more than one entry.
// Units    Elements. Sub-tiles, tail padding and splits are ignored.
// Example  bf16[9,200]{1,0:T(8,128)(2,1)} at (3,130): 1410, while the element is at 1285.
//          [tests: linear_index_test.cc, "the first tile and all tiles"]
// Errors   Those of offset_of; xla.combined for a `*` in the first tile, for which XLA's result is
//          meaningless.
// Source   XLA, LayoutUtil::LinearIndex.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {

/// Prepared for many elements: its offset is the linear index.
core::Result<Evaluator> linear_evaluator(const Shape& shape);

core::Result<std::int64_t> linear_index(const Shape& shape,
                                        std::span<const std::int64_t> coordinate);

}  // namespace tileglot::notation::xla
