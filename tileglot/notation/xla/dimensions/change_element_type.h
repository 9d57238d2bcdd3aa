// SPDX-License-Identifier: Apache-2.0
// change_element_type.h: the same shape with elements of another type or size.
//
// What     change_element_type(shape, type) replaces the type of every array; update_element_size(
//          shape, packing) writes E(n) into every layout of numbers below 8 bits, or removes it
//          from all layouts.
// Why      Packing is a property of the layout, so it must be updated with the type.
// Example  s4[3]{0:E(4)} with type u8 is u8[3]{0}; with u4 it is u4[3]{0:E(4)}.
//          [tests: change_element_type_test.cc, "packing goes with the type"]
// Errors   xla.not_array where the new type is not an element type.
// Source   XLA, ShapeUtil::ChangeElementType and UpdateElementSizeInBits. Differs from XLA: a
//          packed array stays packed, with the size of its new type.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Also changes arrays in tuples and buffers; tokens and opaque values are kept.
core::Result<Shape> change_element_type(Shape shape, PrimitiveType type);

enum class Packing : std::uint8_t { kBytes, kBits };

/// kBits: numbers below 8 bits get their E; all other types, and all types with kBytes, get no E.
/// Arrays without a layout are kept.
Shape update_element_size(Shape shape, Packing packing);

}  // namespace tileglot::notation::xla
