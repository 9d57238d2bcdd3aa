// SPDX-License-Identifier: Apache-2.0
// element_size.h: the storage size of one element.
//
// What     element_size_bits(array) is n for a layout with E(n), or else the bits of
//          byte_width(type).
// Why      pred and types below 8 bits take a whole byte, unless the layout packs them by E.
// Example  s4[2] takes 8 bits per element, s4[2]{0:E(4)} takes 4.
//          [tests: element_size_test.cc, "only a layout packs elements"]
// Source   XLA, ShapeUtil::ElementSizeInBits, primitive_util.h (ByteWidth, IsSubByteNonPredType).
#pragma once

#include <cstdint>

#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// 1 for all types of at most 8 bits. Precondition: is_element_type(type).
std::int64_t byte_width(PrimitiveType type);

/// 1 for pred. Precondition: is_element_type(type).
std::int64_t bit_width(PrimitiveType type);

/// True for numbers of fewer than 8 bits; pred is not one.
bool is_sub_byte(PrimitiveType type);

/// Whether the layout sets an element size; E(0) does not.
bool has_element_size(const Shape& array);

/// Precondition: is_array(array), and validate(array) passes.
std::int64_t element_size_bits(const Shape& array);

}  // namespace tileglot::notation::xla
