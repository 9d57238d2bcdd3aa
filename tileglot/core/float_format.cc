// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/float_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tileglot::core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_nan(FloatFormat format, std::uint32_t bits, std::uint32_t magnitude) {
  switch (format.extremes) {
    case FloatExtremes::kIeee: return magnitude > format.infinity();
    case FloatExtremes::kOneNan:
    case FloatExtremes::kPowers: return magnitude == format.nan();
    case FloatExtremes::kNanIsZero: return bits == format.nan();
    case FloatExtremes::kNone: break;
  }
  return false;
}

double decode_magnitude(FloatFormat format, std::uint32_t magnitude) {
  if (format.extremes == FloatExtremes::kIeee && magnitude == format.infinity()) {
    return std::numeric_limits<double>::infinity();
  }
  const auto exponent = static_cast<int>(magnitude >> format.fraction_bits);
  const bool has_one = exponent > 0 || format.extremes == FloatExtremes::kPowers;
  const std::uint32_t fraction =
      magnitude - (static_cast<std::uint32_t>(exponent) << format.fraction_bits);
  const std::uint32_t units = fraction + (has_one ? 1U << format.fraction_bits : 0U);
  const int power = (has_one ? exponent - format.bias : 1 - format.bias) - format.fraction_bits;
  return std::ldexp(static_cast<double>(units), power);
}

std::uint32_t beyond_largest(FloatFormat format) {
  switch (format.extremes) {
    case FloatExtremes::kIeee: return format.infinity();
    case FloatExtremes::kNone: return format.largest();
    default: return format.nan();
  }
}

/// The pattern nearest to a positive finite number; it may be beyond the largest.
std::uint64_t nearest(FloatFormat format, double magnitude) {
  const int lowest = format.smallest_exponent();
  const int exponent = std::clamp(std::ilogb(magnitude), lowest, 1023);
  const double units = std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));
  return (static_cast<std::uint64_t>(exponent - lowest) << format.fraction_bits) +
         static_cast<std::uint64_t>(units);
}

/// e8m0 has no zero and no subnormal numbers: its patterns begin at the smallest power.
std::uint32_t encode_power(FloatFormat format, double number) {
  if (std::isinf(number) || number < 0) return format.nan();
  const std::uint64_t bits = number == 0 ? 1 : std::max<std::uint64_t>(nearest(format, number), 1);
  return bits - 1 > format.largest() ? format.nan() : static_cast<std::uint32_t>(bits - 1);
}

double with_sticky_bit(std::uint64_t magnitude) {
  constexpr int kDropped = 11;
  if (magnitude >> 53 == 0) return static_cast<double>(magnitude);
  const std::uint64_t rest = magnitude & ((1U << kDropped) - 1);
  return std::ldexp(static_cast<double>(magnitude >> kDropped | (rest != 0 ? 1U : 0U)), kDropped);
}

}  // namespace

double decode(FloatFormat format, std::uint32_t bits) {
  const bool has_sign = format.extremes != FloatExtremes::kPowers;
  const std::uint32_t magnitude = has_sign ? bits & (format.sign_bit() - 1) : bits;
  if (is_nan(format, bits, magnitude)) return kNan;
  const double number = decode_magnitude(format, magnitude);
  return magnitude != bits ? -number : number;
}

std::uint32_t encode(FloatFormat format, double number) {
  if (std::isnan(number)) return format.nan();
  if (format.extremes == FloatExtremes::kPowers) return encode_power(format, number);
  const double magnitude = std::fabs(number);
  std::uint32_t bits = beyond_largest(format);
  if (std::isfinite(magnitude)) {
    const std::uint64_t pattern = magnitude == 0 ? 0 : nearest(format, magnitude);
    if (pattern <= format.largest()) bits = static_cast<std::uint32_t>(pattern);
  }
  const bool loses_sign =
      format.extremes == FloatExtremes::kNanIsZero && (bits == 0 || bits == format.nan());
  return std::signbit(number) && !loses_sign ? bits | format.sign_bit() : bits;
}

double widened(std::uint64_t integer) { return with_sticky_bit(integer); }

double widened(std::int64_t integer) {
  const auto bits = static_cast<std::uint64_t>(integer);
  return integer < 0 ? -with_sticky_bit(0 - bits) : with_sticky_bit(bits);
}

}  // namespace tileglot::core
