// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/primitive_type.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "tileglot/core/element_type.h"

namespace tileglot::notation::xla {
namespace {

struct Row {
  std::string_view name;
  std::optional<core::ElementType> element_type = {};
};

// In the order of the enumerators.
constexpr std::array<Row, kPrimitiveTypeCount> kRows = {{
    {"primitive_type_invalid"},
    {"pred", core::ElementType::kPred},
    {"s8", core::ElementType::kS8},
    {"s16", core::ElementType::kS16},
    {"s32", core::ElementType::kS32},
    {"s64", core::ElementType::kS64},
    {"u8", core::ElementType::kU8},
    {"u16", core::ElementType::kU16},
    {"u32", core::ElementType::kU32},
    {"u64", core::ElementType::kU64},
    {"f16", core::ElementType::kF16},
    {"f32", core::ElementType::kF32},
    {"f64", core::ElementType::kF64},
    {"tuple"},
    {"opaque"},
    {"c64", core::ElementType::kC64},
    {"bf16", core::ElementType::kBf16},
    {"token"},
    {"c128", core::ElementType::kC128},
    {"f8e5m2", core::ElementType::kF8e5m2},
    {"f8e4m3fn", core::ElementType::kF8e4m3fn},
    {"s4", core::ElementType::kS4},
    {"u4", core::ElementType::kU4},
    {"f8e4m3b11fnuz", core::ElementType::kF8e4m3b11fnuz},
    {"f8e5m2fnuz", core::ElementType::kF8e5m2fnuz},
    {"f8e4m3fnuz", core::ElementType::kF8e4m3fnuz},
    {"s2", core::ElementType::kS2},
    {"u2", core::ElementType::kU2},
    {"f8e4m3", core::ElementType::kF8e4m3},
    {"f8e3m4", core::ElementType::kF8e3m4},
    {"s1", core::ElementType::kS1},
    {"u1", core::ElementType::kU1},
    {"f4e2m1fn", core::ElementType::kF4e2m1fn},
    {"f8e8m0fnu", core::ElementType::kF8e8m0fnu},
    {"buffer"},
}};

const Row& row_of(PrimitiveType type) { return kRows[static_cast<std::size_t>(type)]; }

bool is_word(PrimitiveType type) {
  return is_element_type(type) || type == PrimitiveType::kToken || type == PrimitiveType::kOpaque;
}

std::optional<core::ElementKind> kind_of(PrimitiveType type) {
  const auto element_type = row_of(type).element_type;
  return element_type ? std::optional(core::row_of(*element_type).kind) : std::nullopt;
}

}  // namespace

std::string_view name_of(PrimitiveType type) { return row_of(type).name; }

std::optional<PrimitiveType> primitive_type_named(std::string_view name) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (kRows[i].name == name && is_word(type)) return type;
  }
  return std::nullopt;
}

std::optional<core::ElementType> element_type_of(PrimitiveType type) {
  return row_of(type).element_type;
}

std::optional<PrimitiveType> primitive_type_of(core::ElementType type) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].element_type == type) return static_cast<PrimitiveType>(i);
  }
  return std::nullopt;
}

bool is_element_type(PrimitiveType type) { return row_of(type).element_type.has_value(); }

bool is_integral(PrimitiveType type) {
  const auto kind = kind_of(type);
  return kind == core::ElementKind::kSigned || kind == core::ElementKind::kUnsigned;
}

bool is_floating_point(PrimitiveType type) { return kind_of(type) == core::ElementKind::kFloat; }

}  // namespace tileglot::notation::xla
