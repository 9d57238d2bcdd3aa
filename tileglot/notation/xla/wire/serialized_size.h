// SPDX-License-Identifier: Apache-2.0
// serialized_size.h: the size of a value of a shape when XLA writes it to a file or a stream.
//
// What     8 bytes, the ShapeProto, and the data of every array in it: packed to bits for pred and
//          types below 8 bits, whole bytes for all others; plus 4 bytes per dimension where one is
//          dynamic.
// Units    Bytes.
// Example  f32[10,20] is 8 + 19 + 800 = 827; pred[10] has 2 bytes of data.
//          [tests: serialized_size_test.cc, "the shape comes before the data"]
// Errors   Those of byte_size.h; xla.not_array for tokens and opaque values.
// Source   XLA, ShapeUtil::SerializedSize.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<std::int64_t> serialized_size(const Shape& shape);

}  // namespace tileglot::notation::xla
