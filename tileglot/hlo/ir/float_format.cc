// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/float_format.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

std::uint64_t ones(int bits) { return (std::uint64_t{1} << bits) - 1; }

std::uint64_t sign_bit(const FloatFormat& format) {
  return std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
}

/// The largest pattern, without the sign, that is a number.
std::uint64_t largest_finite(const FloatFormat& format) {
  const std::uint64_t all = ones(format.exponent_bits + format.mantissa_bits);
  switch (format.nan) {
    case NanPattern::kLargestExponent: return all - ones(format.mantissa_bits) - 1;
    case NanPattern::kAllOnes: return all - 1;
    case NanPattern::kNegativeZero:
    case NanPattern::kNone: return all;
  }
  return all;
}

std::uint64_t nan_bits(const FloatFormat& format) {
  const std::uint64_t all = ones(format.exponent_bits + format.mantissa_bits);
  switch (format.nan) {
    case NanPattern::kLargestExponent: return all - ones(format.mantissa_bits - 1);
    case NanPattern::kAllOnes: return all;
    case NanPattern::kNegativeZero:
    case NanPattern::kNone: return sign_bit(format);
  }
  return all;
}

std::uint64_t overflow_bits(const FloatFormat& format) {
  switch (format.nan) {
    case NanPattern::kLargestExponent: return largest_finite(format) + 1;
    case NanPattern::kNone: return largest_finite(format);
    case NanPattern::kAllOnes:
    case NanPattern::kNegativeZero: return nan_bits(format);
  }
  return 0;
}

/// The pattern of the number nearest to `value` > 0, as if exponents were unbounded. A mantissa
/// that is rounded up to the next power of two carries into the exponent by the sum.
std::uint64_t nearest_bits(const FloatFormat& format, double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int lowest = 1 - format.bias;
  const bool normal = exponent - 1 >= lowest;
  const int unit = (normal ? exponent - 1 : lowest) - format.mantissa_bits;
  const auto steps = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(value, -unit)));
  if (!normal) return steps;
  const auto field = static_cast<std::uint64_t>(std::int64_t{exponent} - 1 + format.bias);
  return ((field - 1) << format.mantissa_bits) + steps;
}

}  // namespace

std::optional<FloatFormat> float_format(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kF4e2m1fn: return FloatFormat{2, 1, 1, NanPattern::kNone};
    case PrimitiveType::kF8e3m4: return FloatFormat{3, 4, 3, NanPattern::kLargestExponent};
    case PrimitiveType::kF8e4m3: return FloatFormat{4, 3, 7, NanPattern::kLargestExponent};
    case PrimitiveType::kF8e4m3fn: return FloatFormat{4, 3, 7, NanPattern::kAllOnes};
    case PrimitiveType::kF8e4m3fnuz: return FloatFormat{4, 3, 8, NanPattern::kNegativeZero};
    case PrimitiveType::kF8e4m3b11fnuz: return FloatFormat{4, 3, 11, NanPattern::kNegativeZero};
    case PrimitiveType::kF8e5m2: return FloatFormat{5, 2, 15, NanPattern::kLargestExponent};
    case PrimitiveType::kF8e5m2fnuz: return FloatFormat{5, 2, 16, NanPattern::kNegativeZero};
    case PrimitiveType::kF16: return FloatFormat{5, 10, 15, NanPattern::kLargestExponent};
    case PrimitiveType::kBf16: return FloatFormat{8, 7, 127, NanPattern::kLargestExponent};
    case PrimitiveType::kF32: return FloatFormat{8, 23, 127, NanPattern::kLargestExponent};
    case PrimitiveType::kF64: return FloatFormat{11, 52, 1023, NanPattern::kLargestExponent};
    default: return std::nullopt;
  }
}

double decode(const FloatFormat& format, std::uint64_t bits) {
  const bool negative = (bits & sign_bit(format)) != 0;
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  const double sign = negative ? -1.0 : 1.0;
  if (format.nan == NanPattern::kNegativeZero && negative && magnitude == 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (magnitude > largest_finite(format)) {
    const bool infinite =
        format.nan == NanPattern::kLargestExponent && magnitude == largest_finite(format) + 1;
    return std::copysign(infinite ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN(),
                         sign);
  }
  const auto mantissa = static_cast<double>(magnitude & ones(format.mantissa_bits));
  const auto field = static_cast<int>(magnitude >> format.mantissa_bits);
  if (field == 0) return sign * std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits);
  const double leading = std::ldexp(1.0, format.mantissa_bits);
  return sign * std::ldexp(leading + mantissa, field - format.bias - format.mantissa_bits);
}

std::uint64_t encode(const FloatFormat& format, double value) {
  const std::uint64_t sign = std::signbit(value) ? sign_bit(format) : 0;
  if (std::isnan(value)) return nan_bits(format) | sign;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return format.nan == NanPattern::kNegativeZero ? 0 : sign;
  std::uint64_t bits =
      std::isinf(magnitude) ? largest_finite(format) + 1 : nearest_bits(format, magnitude);
  if (bits > largest_finite(format)) bits = overflow_bits(format);
  if (bits == 0 && format.nan == NanPattern::kNegativeZero) return 0;
  return bits | sign;
}

double largest_number(const FloatFormat& format) { return decode(format, largest_finite(format)); }

int decimal_digits(PrimitiveType type) {
  if (type == PrimitiveType::kF64 || type == PrimitiveType::kC128) return 17;
  if (type == PrimitiveType::kC64) return 9;
  const auto format = float_format(type);
  const int mantissa = format ? format->mantissa_bits + 1 : 1;
  return static_cast<int>(std::ceil(1 + mantissa * std::log10(2.0)));
}

}  // namespace tileglot::hlo
