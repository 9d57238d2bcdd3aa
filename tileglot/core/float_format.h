// SPDX-License-Identifier: Apache-2.0
// float_format.h: the narrow floating point formats, read and written bit by bit.
//
// What     A FloatFormat says how many bits the exponent and the fraction have and what the extreme
//          patterns mean; decode(format, bits) is the number, encode(format, number) the nearest
//          pattern, ties to the even one. widened(i) is an integer as a double that rounds on to
//          any narrow format as the integer itself would.
// Why      f4 to f16 and bf16 have no type in C++. Every number of theirs is a double, so one
//          rounding from a double is the right one.
// How      Between two powers of two the numbers are n * quantum, and the pattern counts them: it
//          is (exponent << fraction_bits) + n, subnormal or not, and a carry of n into the
//          exponent is the next power of two.
// Example  bf16 has 8 exponent bits, 7 of fraction: encode(1.0) = 0x3f80, and 1 + 2^-8, halfway to
//          0x3f81, is 0x3f80 again. f8e4m3fn: encode(448) = 0x7e, the largest; 1000 is NaN, 0x7f.
//          [tests: float_format_test.cc, "halves go to even", "each format has its largest"]
// Source   IEEE 754; OCP 8-bit floating point and microscaling formats; ml_dtypes for what happens
//          beyond the largest number.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "tileglot/core/element_type.h"

namespace tileglot::core {

/// What the largest exponent, or the pattern of -0, is used for.
enum class FloatExtremes : std::uint8_t {
  kIeee,       ///< the largest exponent is infinity and NaN
  kOneNan,     ///< all ones is NaN; no infinity; beyond the largest is NaN
  kNanIsZero,  ///< the pattern of -0 is NaN; no infinity, no -0; beyond the largest is NaN
  kNone,       ///< neither: beyond the largest is the largest
  kPowers,     ///< e8m0: 2^(pattern - bias), no sign, no zero; all ones is NaN
};

struct FloatFormat {
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
  FloatExtremes extremes = FloatExtremes::kIeee;

  constexpr std::uint32_t sign_bit() const { return 1U << (exponent_bits + fraction_bits); }
  /// Patterns of finite magnitudes are 0 to this.
  constexpr std::uint32_t largest() const {
    switch (extremes) {
      case FloatExtremes::kIeee: return infinity() - 1;
      case FloatExtremes::kOneNan:
      case FloatExtremes::kPowers: return sign_bit() - 2;
      case FloatExtremes::kNanIsZero:
      case FloatExtremes::kNone: break;
    }
    return sign_bit() - 1;
  }
  /// Of kIeee.
  constexpr std::uint32_t infinity() const { return sign_bit() - (1U << fraction_bits); }
  /// A pattern that is not a number; zero where there is none.
  constexpr std::uint32_t nan() const {
    switch (extremes) {
      case FloatExtremes::kIeee: return infinity() | (1U << (fraction_bits - 1));
      case FloatExtremes::kOneNan:
      case FloatExtremes::kPowers: return sign_bit() - 1;
      case FloatExtremes::kNanIsZero: return sign_bit();
      case FloatExtremes::kNone: break;
    }
    return 0;
  }
  /// What the smallest normal number's exponent is.
  constexpr int smallest_exponent() const {
    return extremes == FloatExtremes::kPowers ? -bias : 1 - bias;
  }
};

/// Of the real floating point types of 16 bits and below; nothing for all others.
constexpr std::optional<FloatFormat> float_format(ElementType type) {
  switch (type) {
    case ElementType::kF4e2m1fn: return FloatFormat{2, 1, 1, FloatExtremes::kNone};
    case ElementType::kF6e2m3fn: return FloatFormat{2, 3, 1, FloatExtremes::kNone};
    case ElementType::kF6e3m2fn: return FloatFormat{3, 2, 3, FloatExtremes::kNone};
    case ElementType::kF8e3m4: return FloatFormat{3, 4, 3, FloatExtremes::kIeee};
    case ElementType::kF8e4m3: return FloatFormat{4, 3, 7, FloatExtremes::kIeee};
    case ElementType::kF8e4m3fn: return FloatFormat{4, 3, 7, FloatExtremes::kOneNan};
    case ElementType::kF8e4m3fnuz: return FloatFormat{4, 3, 8, FloatExtremes::kNanIsZero};
    case ElementType::kF8e4m3b11fnuz: return FloatFormat{4, 3, 11, FloatExtremes::kNanIsZero};
    case ElementType::kF8e5m2: return FloatFormat{5, 2, 15, FloatExtremes::kIeee};
    case ElementType::kF8e5m2fnuz: return FloatFormat{5, 2, 16, FloatExtremes::kNanIsZero};
    case ElementType::kF8e8m0fnu: return FloatFormat{8, 0, 127, FloatExtremes::kPowers};
    case ElementType::kF16: return FloatFormat{5, 10, 15, FloatExtremes::kIeee};
    case ElementType::kBf16: return FloatFormat{8, 7, 127, FloatExtremes::kIeee};
    default: return std::nullopt;
  }
}

/// Precondition: bits has no more bits than the format.
double decode(FloatFormat format, std::uint32_t bits);
std::uint32_t encode(FloatFormat format, double number);

/// An integer beyond 2^53 keeps its leading bits, and its last says that there were more: rounding
/// that again to 24 bits or fewer is rounding the integer once.
double widened(std::int64_t integer);
double widened(std::uint64_t integer);

}  // namespace tileglot::core
