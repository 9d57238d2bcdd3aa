// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/element_value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tileglot/core/element_type.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kNoNumber = 255;  ///< nan of f8e8m0fnu
constexpr int kPowerBias = 127;

double decode_power(std::uint64_t bits) {
  if (bits == kNoNumber) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(1.0, static_cast<int>(bits) - kPowerBias);
}

/// The nearest power of two; of two that are equally near the one with an even pattern.
std::uint64_t encode_power(double value) {
  if (std::isnan(value) || std::isinf(value) || std::signbit(value)) return kNoNumber;
  if (value == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  const int down = exponent - 1 + kPowerBias;
  const bool up = fraction > 0.75 || (fraction == 0.75 && down % 2 != 0);
  const int field = down + (up ? 1 : 0);
  if (field >= static_cast<int>(kNoNumber)) return kNoNumber;
  return static_cast<std::uint64_t>(std::max(field, 0));
}

PrimitiveType part_of(PrimitiveType type) {
  return type == PrimitiveType::kC64 ? PrimitiveType::kF32 : PrimitiveType::kF64;
}

}  // namespace

int value_bits(PrimitiveType type) {
  if (type == PrimitiveType::kPred) return 1;
  const auto element = notation::xla::element_type_of(type);
  return element ? static_cast<int>(core::bits(*element)) : 0;
}

std::size_t stored_bytes(PrimitiveType type) {
  return static_cast<std::size_t>((value_bits(type) + 7) / 8);
}

std::uint64_t load_bits(PrimitiveType type, const std::byte* element) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, element, std::min<std::size_t>(stored_bytes(type), sizeof bits));
  return bits;
}

void store_bits(PrimitiveType type, std::uint64_t bits, std::byte* element) {
  std::memcpy(element, &bits, std::min<std::size_t>(stored_bytes(type), sizeof bits));
}

std::int64_t load_integer(PrimitiveType type, const std::byte* element) {
  const int bits = value_bits(type);
  const std::uint64_t value = load_bits(type, element);
  if (bits == 64) return static_cast<std::int64_t>(value);
  const int unused = 64 - bits;
  if (is_unsigned(type)) return static_cast<std::int64_t>((value << unused) >> unused);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

void store_integer(PrimitiveType type, std::int64_t value, std::byte* element) {
  if (type == PrimitiveType::kPred) return store_bits(type, value == 0 ? 0 : 1, element);
  const int unused = 64 - value_bits(type);
  const auto bits = static_cast<std::uint64_t>(value) << unused;
  const std::uint64_t extended =
      is_unsigned(type) ? bits >> unused
                        : static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused);
  store_bits(type, extended, element);
}

double load_float(PrimitiveType type, const std::byte* element) {
  const std::uint64_t bits = load_bits(type, element);
  if (type == PrimitiveType::kF64) return std::bit_cast<double>(bits);
  if (type == PrimitiveType::kF32) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  const auto format = float_format(type);
  return format ? decode(*format, bits) : decode_power(bits);
}

void store_float(PrimitiveType type, double value, std::byte* element) {
  if (type == PrimitiveType::kF64)
    return store_bits(type, std::bit_cast<std::uint64_t>(value), element);
  const auto format = float_format(type);
  store_bits(type, format ? encode(*format, value) : encode_power(value), element);
}

std::complex<double> load_complex(PrimitiveType type, const std::byte* element) {
  const PrimitiveType part = part_of(type);
  return {load_float(part, element), load_float(part, element + stored_bytes(part))};
}

void store_complex(PrimitiveType type, std::complex<double> value, std::byte* element) {
  const PrimitiveType part = part_of(type);
  store_float(part, value.real(), element);
  store_float(part, value.imag(), element + stored_bytes(part));
}

bool is_complex(PrimitiveType type) {
  return type == PrimitiveType::kC64 || type == PrimitiveType::kC128;
}

bool is_unsigned(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kPred:
    case PrimitiveType::kU1:
    case PrimitiveType::kU2:
    case PrimitiveType::kU4:
    case PrimitiveType::kU8:
    case PrimitiveType::kU16:
    case PrimitiveType::kU32:
    case PrimitiveType::kU64: return true;
    default: return false;
  }
}

}  // namespace tileglot::hlo
