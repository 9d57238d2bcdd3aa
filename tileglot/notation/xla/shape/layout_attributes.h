// SPDX-License-Identifier: Apache-2.0
// layout_attributes.h: attributes of a shape's layout other than the order.
//
// What     memory_space(shape): where the array is, 0 without a layout.
//          has_custom_element_size_in_bits(shape): some layout in it has an E.
//          byte_strides_is_major_to_minor(strides, bounds, type): the strides are those of a
//          row-major array without gaps.
// Units    Strides are in bytes, one per dimension, in the order of the shape.
// Example  (3960,440,44,4) of f32[8,9,10,11] are major to minor, (1880,220,22,2) are not: an f32
//          has 4 bytes.
//          [tests: layout_attributes_test.cc, "byte strides of a row-major array"]
// Errors   xla.strides (the number of strides differs from the rank), xla.not_array (a type that no
//          array has).
// Source   XLA, LayoutUtil::MemorySpace, HasCustomElementSizeInBits, ByteStridesIsMajorToMinor.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

// Memory spaces that XLA has names for.
inline constexpr std::int8_t kDefaultMemorySpace = 0;
inline constexpr std::int8_t kGenericFastMemorySpace = 1;
inline constexpr std::int8_t kHostMemorySpace = 5;

std::int8_t memory_space(const Shape& shape);

/// True even where E equals the type's own size.
bool has_custom_element_size_in_bits(const Shape& shape);

core::Result<bool> byte_strides_is_major_to_minor(std::span<const std::int64_t> strides,
                                                  std::span<const std::int64_t> bounds,
                                                  PrimitiveType type);

}  // namespace tileglot::notation::xla
