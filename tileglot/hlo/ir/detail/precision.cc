// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/detail/precision.h"

#include <cmath>
#include <tuple>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

PrimitiveType part_of(PrimitiveType type) {
  if (type == PrimitiveType::kC64) return PrimitiveType::kF32;
  return type == PrimitiveType::kC128 ? PrimitiveType::kF64 : type;
}

/// The exponent of the largest number; f8e8m0fnu ends at 2^127.
int largest_exponent(PrimitiveType type) {
  const auto format = float_format(type);
  return format ? std::ilogb(largest_number(*format)) : 127;
}

int mantissa_bits(PrimitiveType type) {
  const auto format = float_format(type);
  return format ? format->mantissa_bits : 0;
}

auto rank_of(PrimitiveType type) {
  const PrimitiveType part = part_of(type);
  const bool is_float = notation::xla::is_floating_point(part);
  return std::make_tuple(is_complex(type), is_float ? largest_exponent(part) : -1,
                         is_float ? mantissa_bits(part) : -1, value_bits(part), !is_unsigned(part));
}

}  // namespace

bool same_but_for_precision(PrimitiveType a, PrimitiveType b) {
  return a == b || (notation::xla::is_floating_point(a) && notation::xla::is_floating_point(b));
}

PrimitiveType higher_precision(PrimitiveType a, PrimitiveType b) {
  return rank_of(b) > rank_of(a) ? b : a;
}

}  // namespace tileglot::hlo
