// SPDX-License-Identifier: Apache-2.0
// byte_strides.h: the step in bytes along each dimension of an array.
//
// What     byte_strides(array) uses the element size of E(n), and is nullopt where that is not a
//          whole number of bytes; unpacked_byte_strides(array) uses the type's own bytes. Both are
//          in the order of the shape and ignore tiles.
// Why      NumPy, DLPack and runtimes describe dense arrays this way.
// Units    Bytes.
// Example  f32[2,3,4]{0,2,1} has the strides 4, 32, 8; s4[2,4]{1,0:E(4)} has 4, 1 unpacked and none
//          packed.
//          [tests: byte_strides_test.cc, "strides follow the order of the layout"]
// Errors   Those of validate/validate.h and array_bounds.h; xla.too_large for a stride beyond 64 bits.
// Source   XLA, ShapeUtil::ByteStrides and UnpackedByteStrides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::optional<std::vector<std::int64_t>>> byte_strides(const Shape& array);
core::Result<std::vector<std::int64_t>> unpacked_byte_strides(const Shape& array);

}  // namespace tileglot::notation::xla
