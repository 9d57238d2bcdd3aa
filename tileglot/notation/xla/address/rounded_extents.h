// SPDX-License-Identifier: Apache-2.0
// rounded_extents.h: the extents of a shape rounded up to its first tile.
//
// What     rounded_extents(shape) has for each dimension the extent that its whole tiles have room
//          for. Dimensions that a `*` combines are left as they are: no one of them is rounded.
// Why      Which dimension does the padding come from?
// Example  s32[8388608,8,4]{2,1,0:T(8,128)}: (8388608,8,128).
//          [tests: rounded_extents_test.cc, "the dimensions of a tile are rounded up"]
// Errors   Those of validate.h; xla.unbounded for `?`.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::vector<std::int64_t>> rounded_extents(const Shape& array);

}  // namespace tileglot::notation::xla
