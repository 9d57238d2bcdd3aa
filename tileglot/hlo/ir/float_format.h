// SPDX-License-Identifier: Apache-2.0
// float_format.h: the bits of floating point numbers of every width that XLA has.
//
// What     A FloatFormat is the number of exponent and mantissa bits, the bias, and the meaning of
//          its largest patterns; decode gives the number of a bit pattern, encode the bits of the
//          nearest number, ties to even.
// Why      Constants are written and evaluated in types that C++ does not have.
// Example  In f8e4m3fn 0.3 is 0x2a, which is 0.3125; 449 to 464 is 448, its largest, and 465 is
//          nan.
//          [tests: hlo/ir/float_format_test.cc, "small numbers by hand"]
// Source   IEEE 754; OCP 8-bit floating point and MX formats; ml_dtypes for values out of range:
//          infinity if the type has it, otherwise nan, and in f4e2m1fn the largest number.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

enum class NanPattern : std::uint8_t {
  kLargestExponent,  ///< IEEE: exponent all ones; infinity where the mantissa is 0
  kAllOnes,          ///< "fn": exponent and mantissa all ones, no infinity
  kNegativeZero,     ///< "fnuz": the pattern of -0, no infinity
  kNone,             ///< f4e2m1fn
};

struct FloatFormat {
  int exponent_bits = 0;
  int mantissa_bits = 0;  ///< without the leading one
  int bias = 0;
  NanPattern nan = NanPattern::kLargestExponent;
};

/// Nothing for f8e8m0fnu, which has powers of two only, and for types that are not floats.
std::optional<FloatFormat> float_format(notation::xla::PrimitiveType type);

double decode(const FloatFormat& format, std::uint64_t bits);
std::uint64_t encode(const FloatFormat& format, double value);

/// The largest finite number.
double largest_number(const FloatFormat& format);

/// How many decimal digits distinguish all numbers of the type: 9 for f32.
int decimal_digits(notation::xla::PrimitiveType type);

}  // namespace tileglot::hlo
