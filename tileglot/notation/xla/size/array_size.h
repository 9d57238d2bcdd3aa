// SPDX-License-Identifier: Apache-2.0
// array_size.h: how much memory an array takes, with all its padding.
//
// What     owned_elements(shape) is the physical size after every tile in turn, rounded up to the
//          tail padding; array_size(shape) is the same in bytes; array_data_size(shape) is the
//          bytes up to and including the last that holds an element. For a split array they
//          describe its largest part.
// Why      An allocation has to hold the padding; a transfer may leave out what follows the data.
// Units    Bytes, and elements for owned_elements. A dimension `<=n` counts as n.
// Example  f32[3,5]{1,0:T(2,2)} takes 96 bytes, and its data end at 84; f32[3,100]{1,0:L(128)}
//          takes 1536, and f32[64,96]{1,0:SC(1:40)} takes 14336, the 64 by 56 elements of the
//          larger part.
//          [tests: array_size_test.cc, "an allocation holds tiles, tail and the largest part"]
// Errors   Those of validate/validate.h and array_bounds.h; xla.too_large (also where tiles overlap and the
//          last place cannot be found by trying 4194304 elements).
// Source   XLA, ShapeUtil::ArraySize and ArrayDataSize, which use only one tile, and ignore tail
//          and splits where there is no tile: docs/reference/xla-differences.md.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::int64_t> owned_elements(const Shape& shape);
core::Result<std::int64_t> array_size(const Shape& shape);
core::Result<std::int64_t> array_data_size(const Shape& shape);

}  // namespace tileglot::notation::xla
