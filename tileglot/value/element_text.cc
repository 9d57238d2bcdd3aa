// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/element_text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>

#include "tileglot/core/element_type.h"

namespace tileglot::value {
namespace {

using core::ElementType;

template <class Number>
std::string number_text(std::span<const std::byte> element) {
  Number number{};
  if (element.size() != sizeof number) return "";
  std::memcpy(&number, element.data(), sizeof number);
  return fmt::format("{}", number);
}

std::uint16_t bits16(std::span<const std::byte> element) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, element.data(), sizeof bits);
  return bits;
}

/// bf16 is the upper half of an f32.
float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Sign, 5 bits of exponent with bias 15, 10 bits of fraction.
float from_f16(std::uint16_t bits) {
  constexpr int kFractionBits = 10;
  constexpr int kInfinite = 31;
  const int exponent = bits >> kFractionBits & kInfinite;
  const int fraction = bits & ((1 << kFractionBits) - 1);
  float magnitude = 0;
  if (exponent == kInfinite) {
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                              : std::numeric_limits<float>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction + (1 << kFractionBits)), exponent - 25);
  }
  return std::copysign(magnitude, bits >> 15 != 0 ? -1.0F : 1.0F);
}

std::string number_text(std::span<const std::byte> element, ElementType type) {
  switch (type) {
    case ElementType::kS8: return number_text<std::int8_t>(element);
    case ElementType::kS16: return number_text<std::int16_t>(element);
    case ElementType::kS32: return number_text<std::int32_t>(element);
    case ElementType::kS64: return number_text<std::int64_t>(element);
    case ElementType::kU8: return number_text<std::uint8_t>(element);
    case ElementType::kU16: return number_text<std::uint16_t>(element);
    case ElementType::kU32: return number_text<std::uint32_t>(element);
    case ElementType::kU64: return number_text<std::uint64_t>(element);
    case ElementType::kF32: return number_text<float>(element);
    case ElementType::kF64: return number_text<double>(element);
    case ElementType::kBf16: return fmt::format("{}", from_bf16(bits16(element)));
    case ElementType::kF16: return fmt::format("{}", from_f16(bits16(element)));
    default: return "";
  }
}

}  // namespace

std::string hex_text(std::span<const std::byte> element) {
  std::string text = "0x";
  for (const std::byte byte : std::views::reverse(element)) {
    text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

std::string element_text(std::span<const std::byte> element, std::optional<ElementType> type) {
  const bool has_size =
      type && static_cast<std::int64_t>(element.size()) * 8 == core::npy_bits(*type);
  const std::string number = has_size ? number_text(element, *type) : "";
  return number.empty() ? hex_text(element) : fmt::format("{} ({})", hex_text(element), number);
}

}  // namespace tileglot::value
