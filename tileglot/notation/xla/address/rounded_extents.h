// SPDX-License-Identifier: Apache-2.0
// rounded_extents.h: the extents of a shape rounded up to its first tile.
//
// What     rounded_extents(shape) rounds each extent up to whole tiles. Dimensions that a `*`
//          combines are kept: none of them is rounded by itself.
// Why      It shows which dimension the padding comes from.
// Example  s32[8388608,8,4]{2,1,0:T(8,128)}: (8388608,8,128).
//          [tests: rounded_extents_test.cc, "the dimensions of a tile are rounded up"]
// Errors   Those of validate/validate.h; xla.unbounded for `?`.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::vector<std::int64_t>> rounded_extents(const Shape& array);

}  // namespace tileglot::notation::xla
