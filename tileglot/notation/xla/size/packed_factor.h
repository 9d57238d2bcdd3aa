// SPDX-License-Identifier: Apache-2.0
// packed_factor.h: how many elements of a 1-D array share one lane.
//
// What     packed_factor_for_1d_interleaved_array(array) is the first size of the third of three
//          tiles; that tile must have two sizes.
// Example  bf16[1024]{0:T(1024)(128)(2,1)} interleaves 2.
//          [tests: packed_factor_test.cc, "the third tile packs"]
// Errors   xla.packed_factor for any other layout; those of validate/validate.h.
// Source   XLA, ShapeUtil::PackedFactorFor1DInterleavedArray.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::int64_t> packed_factor_for_1d_interleaved_array(const Shape& array);

}  // namespace tileglot::notation::xla
