// SPDX-License-Identifier: Apache-2.0
// convert.h: converts elements to another type.
//
// What     converted(x, type) keeps the numbers as far as the type has them; bitcast_converted(x,
//          type) keeps the bits. from_literal and to_literal are the bytes of constants.
// Units    bitcast_converted packs the elements one after another, each by its type's bits, the
//          first in the low ones, and splits the row again: one f32 is four u8 or eight u4.
// Rounding Ties go to even; floats become integers by truncation, a number out of range becomes the
//          nearest end, NaN 0. Integers wrap. Every number but 0 becomes true.
// Example  f32 -3.9 is s8 -3; 1e9 is s8 127; s32 300 is u8 44; the f32 1 is the u8 0, 0, 128, 63.
//          [tests: hlo/run/element/convert_test.cc, "floats are cut off and kept within the type",
//          "bits are cut anew"]
// Source   XLA, ConvertElementType and BitcastConvertType.
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

Elements converted(const Elements& x, PrimitiveType type);
/// Precondition: the bits of all elements are a multiple of the new type's.
Elements bitcast_converted(const Elements& x, PrimitiveType type);

/// Each element as hlo/ir/element_value.h stores it.
std::vector<std::byte> stored(const Elements& x);
/// Precondition: as many bytes as n elements take.
Elements loaded(PrimitiveType type, std::size_t n, const std::byte* bytes);

/// The elements of an array literal.
Elements from_literal(const Literal& literal);

}  // namespace tileglot::hlo::run
