// SPDX-License-Identifier: Apache-2.0
// element_value.h: elements of arrays as bytes.
//
// What     Every element type has a number of bytes in which one element is stored by itself; load
//          and store functions turn them into numbers and back.
// Why      Literals and the evaluator hold bytes of any type and compute with C++ numbers.
// Units    One element starts at the pointer, little-endian. pred and integers and floats of less
//          than 8 bits take one byte, integers sign- or zero-extended.
// Example  stored_bytes(s4) = 1; store_integer(s4, -3) writes 0xfd.
//          [tests: hlo/ir/element_value_test.cc, "what is stored is loaded"]
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

/// 0 for types that are not element types.
std::size_t stored_bytes(notation::xla::PrimitiveType type);

/// Precondition: an integral type or pred. Bits beyond 64-bit signed numbers are those of u64.
std::int64_t load_integer(notation::xla::PrimitiveType type, const std::byte* element);
/// The low bits are kept, as C++ converts integers; pred is 0 or 1.
void store_integer(notation::xla::PrimitiveType type, std::int64_t value, std::byte* element);

/// Precondition: a floating point type.
double load_float(notation::xla::PrimitiveType type, const std::byte* element);
/// The nearest number, ties to even.
void store_float(notation::xla::PrimitiveType type, double value, std::byte* element);

/// Precondition: c64 or c128.
std::complex<double> load_complex(notation::xla::PrimitiveType type, const std::byte* element);
void store_complex(notation::xla::PrimitiveType type, std::complex<double> value,
                   std::byte* element);

/// The element's bytes as an unsigned number. Precondition: not more than 8 bytes.
std::uint64_t load_bits(notation::xla::PrimitiveType type, const std::byte* element);
void store_bits(notation::xla::PrimitiveType type, std::uint64_t bits, std::byte* element);

bool is_complex(notation::xla::PrimitiveType type);
bool is_unsigned(notation::xla::PrimitiveType type);
/// The significant bits: 4 for s4, 1 for pred, 64 for c64. 0 for types that are not element types.
int value_bits(notation::xla::PrimitiveType type);

}  // namespace tileglot::hlo
