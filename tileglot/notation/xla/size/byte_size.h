// SPDX-License-Identifier: Apache-2.0
// byte_size.h: the size in bytes of the values of a shape, without padding.
//
// What     byte_size_of_elements(array) is elements times their size, rounded up to bytes where
//          E(n) packs them; byte_size_of(shape) also counts tuples, as tables of pointers.
// Why      The size of the data alone; array_size.h counts the padding too.
// Units    Bytes.
// Example  f32[10,20] is 800, s4[3,5]{1,0:E(4)} 8, a tuple of 3 with pointers of 8 bytes 24.
//          [tests: byte_size_test.cc, "elements are counted in bytes"]
// Errors   Those of validate/validate.h and array_bounds.h; xla.too_large; xla.pointer_size (an opaque value
//          or a tuple without a pointer size).
// Source   XLA, ShapeUtil::ByteSizeOf and ByteSizeOfElements.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// The bytes of `count` elements of the array. Precondition: as for element_size_bits; count >= 0.
core::Result<std::int64_t> bytes_of(std::int64_t count, const Shape& array);

/// For an array or a buffer; tiles, splits and tails are ignored.
core::Result<std::int64_t> byte_size_of_elements(const Shape& shape);

/// A token has 0 bytes; an opaque value is one pointer, a tuple one pointer per element. Both need
/// pointer_bytes > 0.
core::Result<std::int64_t> byte_size_of(const Shape& shape, std::int64_t pointer_bytes = -1);

}  // namespace tileglot::notation::xla
