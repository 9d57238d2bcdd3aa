// SPDX-License-Identifier: Apache-2.0
// element_type.cc: the table of element types.
#include "tileglot/core/element_type.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"

namespace tileglot::core {
namespace {

using enum ElementType;
using enum ElementKind;

using Row = ElementTypeRow;
constexpr std::nullopt_t none = std::nullopt;

// XLA has no 6-bit types; NumPy's are those of ml_dtypes where NumPy itself has none.
constexpr std::array kRows = {
    // type, kind, bits, name, XLA, NumPy, .npy descr, safetensors, Triton
    Row{kPred, kBoolean, 8, "pred", "pred", "bool", "|b1", "BOOL", "i1"},
    Row{kS1, kSigned, 1, "s1", "s1", "int1", "<V1", none, none},
    Row{kS2, kSigned, 2, "s2", "s2", "int2", "<V1", none, "i2"},
    Row{kS4, kSigned, 4, "s4", "s4", "int4", "<V1", none, "i4"},
    Row{kS8, kSigned, 8, "s8", "s8", "int8", "|i1", "I8", "i8"},
    Row{kS16, kSigned, 16, "s16", "s16", "int16", "<i2", "I16", "i16"},
    Row{kS32, kSigned, 32, "s32", "s32", "int32", "<i4", "I32", "i32"},
    Row{kS64, kSigned, 64, "s64", "s64", "int64", "<i8", "I64", "i64"},
    Row{kU1, kUnsigned, 1, "u1", "u1", "uint1", "<V1", none, none},
    Row{kU2, kUnsigned, 2, "u2", "u2", "uint2", "<V1", none, "i2"},
    Row{kU4, kUnsigned, 4, "u4", "u4", "uint4", "<V1", none, "i4"},
    Row{kU8, kUnsigned, 8, "u8", "u8", "uint8", "|u1", "U8", "i8"},
    Row{kU16, kUnsigned, 16, "u16", "u16", "uint16", "<u2", "U16", "i16"},
    Row{kU32, kUnsigned, 32, "u32", "u32", "uint32", "<u4", "U32", "i32"},
    Row{kU64, kUnsigned, 64, "u64", "u64", "uint64", "<u8", "U64", "i64"},
    Row{kF4e2m1fn, kFloat, 4, "f4e2m1fn", "f4e2m1fn", "float4_e2m1fn", "<V1", "F4", "f4E2M1FN"},
    Row{kF6e2m3fn, kFloat, 6, "f6e2m3fn", none, "float6_e2m3fn", "<V1", "F6_E2M3", "f6E2M3FN"},
    Row{kF6e3m2fn, kFloat, 6, "f6e3m2fn", none, "float6_e3m2fn", "<V1", "F6_E3M2", "f6E3M2FN"},
    Row{kF8e3m4, kFloat, 8, "f8e3m4", "f8e3m4", "float8_e3m4", "<V1", none, "f8E3M4"},
    Row{kF8e4m3, kFloat, 8, "f8e4m3", "f8e4m3", "float8_e4m3", "<V1", none, "f8E4M3"},
    Row{kF8e4m3fn, kFloat, 8, "f8e4m3fn", "f8e4m3fn", "float8_e4m3fn", "<V1", "F8_E4M3",
        "f8E4M3FN"},
    Row{kF8e4m3fnuz, kFloat, 8, "f8e4m3fnuz", "f8e4m3fnuz", "float8_e4m3fnuz", "<V1", "F8_E4M3FNUZ",
        "f8E4M3FNUZ"},
    Row{kF8e4m3b11fnuz, kFloat, 8, "f8e4m3b11fnuz", "f8e4m3b11fnuz", "float8_e4m3b11fnuz", "<V1",
        none, "f8E4M3B11FNUZ"},
    Row{kF8e5m2, kFloat, 8, "f8e5m2", "f8e5m2", "float8_e5m2", "<f1", "F8_E5M2", "f8E5M2"},
    Row{kF8e5m2fnuz, kFloat, 8, "f8e5m2fnuz", "f8e5m2fnuz", "float8_e5m2fnuz", "<V1", "F8_E5M2FNUZ",
        "f8E5M2FNUZ"},
    Row{kF8e8m0fnu, kFloat, 8, "f8e8m0fnu", "f8e8m0fnu", "float8_e8m0fnu", "<V1", "F8_E8M0",
        "f8E8M0FNU"},
    Row{kF16, kFloat, 16, "f16", "f16", "float16", "<f2", "F16", "f16"},
    Row{kBf16, kFloat, 16, "bf16", "bf16", "bfloat16", "<V2", "BF16", "bf16"},
    Row{kF32, kFloat, 32, "f32", "f32", "float32", "<f4", "F32", "f32"},
    Row{kF64, kFloat, 64, "f64", "f64", "float64", "<f8", "F64", "f64"},
    Row{kC64, kComplex, 64, "c64", "c64", "complex64", "<c8", "C64", none},
    Row{kC128, kComplex, 128, "c128", "c128", "complex128", "<c16", none, none},
};

constexpr bool is_in_enumerator_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].type) != i) return false;
  }
  return kRows.size() == static_cast<std::size_t>(kC128) + 1;
}
static_assert(is_in_enumerator_order(), "row_of looks a row up by the number of its type");

constexpr std::array kNotations = {TypeNotation::kTileglot, TypeNotation::kXla,
                                   TypeNotation::kNumpy, TypeNotation::kSafetensors,
                                   TypeNotation::kTriton};

std::optional<std::string_view> name_of(TypeNotation notation, const ElementTypeRow& row) {
  switch (notation) {
    case TypeNotation::kTileglot: return row.name;
    case TypeNotation::kXla: return row.xla;
    case TypeNotation::kNumpy: return row.numpy;
    case TypeNotation::kSafetensors: return row.safetensors;
    case TypeNotation::kTriton: return row.triton;
  }
  return std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool is_any_case(TypeNotation notation) {
  return notation == TypeNotation::kTileglot || notation == TypeNotation::kXla;
}

/// Single bytes and raw bytes have no order; everything else is little-endian or in native order,
/// which is the same on all our targets.
bool is_order_accepted(char order, const ElementTypeRow& row) {
  if (order == '<' || order == '=') return true;
  const bool has_no_order = row.npy_descr[1] == 'V' || npy_bits(row.type) == 8;
  return has_no_order && (order == '|' || order == '>');
}

struct CName {
  std::string_view name;
  std::string_view type;
};
constexpr auto kCNames = std::to_array<CName>(
    {{"half", "f16"}, {"float", "f32"}, {"double", "f64"}, {"int", "s32"}, {"long", "s64"}});

std::string guess_type(std::string_view text, std::span<const std::string_view> names) {
  for (const CName& c : kCNames) {
    if (text == c.name) return fmt::format("did you mean '{}'?", c.type);
  }
  return did_you_mean(text, names);
}

Error unknown_type(std::string_view text) {
  std::vector<std::string_view> names;
  names.reserve(kRows.size());
  for (const ElementTypeRow& row : kRows) names.push_back(row.name);
  const std::string guess = guess_type(text, names);
  return {{.code = "type.unknown",
           .message = fmt::format("'{}' is not an element type", printable(text)),
           .help = guess.empty() ? fmt::format("write one of {}", fmt::join(names, ", ")) : guess}};
}

}  // namespace

std::span<const ElementTypeRow> element_types() { return kRows; }

const ElementTypeRow& row_of(ElementType type) { return kRows[static_cast<std::size_t>(type)]; }

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  names.reserve(kRows.size());
  for (const ElementTypeRow& row : kRows) names.emplace_back(row.name);
  return names;
}

std::string_view name(ElementType type) { return row_of(type).name; }

std::int64_t bits(ElementType type) { return row_of(type).bits; }

std::int64_t npy_bits(ElementType type) { return 8 * ceil_div(bits(type), 8); }

std::optional<std::string_view> name_in(TypeNotation notation, ElementType type) {
  return name_of(notation, row_of(type));
}

std::optional<ElementType> find_element_type(TypeNotation notation, std::string_view text) {
  const std::string wanted = is_any_case(notation) ? lower_case(text) : std::string(text);
  for (const ElementTypeRow& row : kRows) {
    if (name_of(notation, row) == wanted) return row.type;
  }
  return std::nullopt;
}

std::vector<ElementType> element_types_stored_as(std::string_view npy_descr) {
  std::vector<ElementType> result;
  if (npy_descr.size() < 2) return result;
  for (const ElementTypeRow& row : kRows) {
    const bool is_same = row.npy_descr.substr(1) == npy_descr.substr(1);
    if (is_same && is_order_accepted(npy_descr[0], row)) result.push_back(row.type);
  }
  return result;
}

Result<ElementType> parse_element_type(std::string_view text) {
  for (const TypeNotation notation : kNotations) {
    if (const auto type = find_element_type(notation, text)) return *type;
  }
  return fail(unknown_type(text));
}

}  // namespace tileglot::core
