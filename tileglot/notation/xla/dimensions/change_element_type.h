// SPDX-License-Identifier: Apache-2.0
// change_element_type.h: the same shape with elements of another type or size.
//
// What     change_element_type(shape, type) replaces the type of every array; update_element_size(
//          shape, packing) writes E(n) into every layout of numbers below 8 bits, or takes it out
//          of all.
// Why      Packing is a property of the layout, so a new type has to take its packing along.
// Example  s4[3]{0:E(4)} in u8 is u8[3]{0}, in u4 u4[3]{0:E(4)}.
//          [tests: change_element_type_test.cc, "packing goes with the type"]
// Errors   xla.not_array where the new type is none of elements.
// Source   XLA, ShapeUtil::ChangeElementType and UpdateElementSizeInBits. Differs from XLA: a packed
//          array stays packed, with the size of its new type.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Also in tuples and buffers; tokens and opaque values stay.
core::Result<Shape> change_element_type(Shape shape, PrimitiveType type);

enum class Packing : std::uint8_t { kBytes, kBits };

/// kBits: numbers below 8 bits get their E; kBytes, and all other types: no E. Arrays without a
/// layout stay.
Shape update_element_size(Shape shape, Packing packing);

}  // namespace tileglot::notation::xla
