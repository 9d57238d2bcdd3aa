// SPDX-License-Identifier: Apache-2.0
// value_type.h: the types of the values that instructions take, with their names.
//
// What     ValueType and a table with a row per type: its name here and in PTX ("f16"), its letters
//          in CuTe's names of instructions ("F16"), its C++ type ("half_t"), and its bits.
// Why      Instructions know types that no tensor has (tf32, one bit, a complex number as a Gauss
//          triple), so element types of tensors (core/element_type.h) do not suffice.
// Example  "BF16" begins the letters BF16BF16F32; the C++ type cutlass::half_t is f16.
//          [tests: value_type_test.cc, "a type is found by its letters and by its cpp name"]
// Errors   None; a lookup returns nothing for a name that no type has.
// Source   PTX ISA 8.7, 5.2.3 (alternate floating-point formats) and 9.7.14;
//          cutlass/numeric_types.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tileglot::notation::cute {

enum class ValueType : std::uint8_t {
  kF16,
  kBf16,
  kTf32,
  kF32,
  kF64,
  kS32,
  kS16,
  kS8,
  kU8,
  kS4,
  kU4,
  kB1,
  kE4m3,
  kE5m2,
  kE2m3,
  kE3m2,
  kE2m1,
  kUe8m0,
  kUe4m3,
  kComplexF16,
  kComplexTf32,
  kComplexF32,
  kComplexF64,
  kGaussF64,
  kU16,
  kU32,
  kS64,
  kU64,
  kU128,
  kU256,
};

struct ValueTypeRow {
  ValueType type;
  std::string_view name;
  std::string_view letters;  ///< empty if no name of an instruction has the type in letters
  std::string_view cpp;
  std::int64_t bits;
};

inline constexpr ValueTypeRow kValueTypes[] = {
    {ValueType::kF16, "f16", "F16", "half_t", 16},
    {ValueType::kBf16, "bf16", "BF16", "bfloat16_t", 16},
    {ValueType::kTf32, "tf32", "TF32", "tfloat32_t", 32},
    {ValueType::kF32, "f32", "F32", "float", 32},
    {ValueType::kF64, "f64", "F64", "double", 64},
    {ValueType::kS32, "s32", "S32", "int32_t", 32},
    {ValueType::kS16, "s16", "S16", "int16_t", 16},
    {ValueType::kS8, "s8", "S8", "int8_t", 8},
    {ValueType::kU8, "u8", "U8", "uint8_t", 8},
    {ValueType::kS4, "s4", "S4", "int4_t", 4},
    {ValueType::kU4, "u4", "U4", "uint4_t", 4},
    {ValueType::kB1, "b1", "U1", "uint1_t", 1},
    {ValueType::kE4m3, "e4m3", "E4M3", "float_e4m3_t", 8},
    {ValueType::kE5m2, "e5m2", "E5M2", "float_e5m2_t", 8},
    {ValueType::kE2m3, "e2m3", "E2M3", "float_e2m3_t", 6},
    {ValueType::kE3m2, "e3m2", "E3M2", "float_e3m2_t", 6},
    {ValueType::kE2m1, "e2m1", "E2M1", "float_e2m1_t", 4},
    {ValueType::kUe8m0, "ue8m0", "", "float_ue8m0_t", 8},
    {ValueType::kUe4m3, "ue4m3", "", "float_ue4m3_t", 8},
    {ValueType::kComplexF16, "complex<f16>", "", "complex<half_t>", 32},
    {ValueType::kComplexTf32, "complex<tf32>", "", "complex<tfloat32_t>", 64},
    {ValueType::kComplexF32, "complex<f32>", "C32", "complex<float>", 64},
    {ValueType::kComplexF64, "complex<f64>", "C64", "complex<double>", 128},
    {ValueType::kGaussF64, "gauss<f64>", "GC64", "gauss_complex<double>", 192},
    {ValueType::kU16, "u16", "", "uint16_t", 16},
    {ValueType::kU32, "u32", "", "uint32_t", 32},
    {ValueType::kS64, "s64", "", "int64_t", 64},
    {ValueType::kU64, "u64", "", "uint64_t", 64},
    {ValueType::kU128, "u128", "", "uint128_t", 128},
    {ValueType::kU256, "u256", "", "uint256_t", 256},
};

constexpr const ValueTypeRow& row_of(ValueType type) {
  return kValueTypes[static_cast<std::size_t>(type)];
}
constexpr std::int64_t bits_of(ValueType type) { return row_of(type).bits; }
constexpr std::string_view name_of(ValueType type) { return row_of(type).name; }

/// The type with the longest letters that the text begins with: BF16 in "BF16BF16F32".
constexpr std::optional<ValueType> type_by_letters(std::string_view text) {
  const ValueTypeRow* found = nullptr;
  for (const ValueTypeRow& row : kValueTypes) {
    if (row.letters.empty() || !text.starts_with(row.letters)) continue;
    if (found == nullptr || row.letters.size() > found->letters.size()) found = &row;
  }
  if (found == nullptr) return {};
  return found->type;
}

constexpr std::optional<ValueType> type_by_name(std::string_view name) {
  for (const ValueTypeRow& row : kValueTypes) {
    if (row.name == name) return row.type;
  }
  return {};
}

/// The name without what precedes the last `::` outside of < and >.
constexpr std::string_view unqualified(std::string_view name) {
  const std::size_t angle = name.find('<');
  const std::size_t colons = name.substr(0, angle).rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

/// By the C++ name, qualified or not: cutlass::half_t, complex<float>.
constexpr std::optional<ValueType> type_by_cpp(std::string_view name) {
  const std::string_view plain = unqualified(name);
  for (const ValueTypeRow& row : kValueTypes) {
    const std::size_t angle = row.cpp.find('<');
    if (angle == std::string_view::npos) {
      if (row.cpp == plain) return row.type;
      continue;
    }
    // complex<T>: the T of the name may be qualified too.
    if (!plain.starts_with(row.cpp.substr(0, angle + 1)) || !plain.ends_with('>')) continue;
    const std::string_view inner = plain.substr(angle + 1, plain.size() - angle - 2);
    if (unqualified(inner) == row.cpp.substr(angle + 1, row.cpp.size() - angle - 2)) {
      return row.type;
    }
  }
  return {};
}

}  // namespace tileglot::notation::cute
