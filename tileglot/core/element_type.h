// SPDX-License-Identifier: Apache-2.0
// element_type.h: the element types of tensors, with their names in every notation.
//
// What     ElementType and one table with a row per type: our name (XLA's), its bits, and its names
//          in XLA, NumPy, .npy headers, safetensors and Triton's IR.
// Why      A tensor keeps its type on the way from a file to a layout and back, and a user may
//          write the name that their framework uses.
// Units    bits() is the size of one element in a packed array, and the size that layouts use: 1 to
//          128. pred is 8: XLA calls it a 1-bit type but stores one byte per element. npy_bits() is
//          the size of one element in a .npy file: NumPy gives every type whole bytes.
// Example  parse_element_type("bfloat16") = kBf16: name "bf16", bits 16, .npy "<V2", safetensors
//          "BF16".
//          [tests: element_type_test.cc, "a type is found by each of its names"]
// Errors   type.unknown (no notation has the name; the nearest name is suggested).
// Source   XLA's primitive types; numpy.save of NumPy 2.4.6 with ml_dtypes 0.6.0, run for every
//          row; the dtypes of safetensors' tensor.rs; MLIR's builtin types, which Triton uses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::core {

enum class ElementType : std::uint8_t {
  kPred,
  kS1,
  kS2,
  kS4,
  kS8,
  kS16,
  kS32,
  kS64,
  kU1,
  kU2,
  kU4,
  kU8,
  kU16,
  kU32,
  kU64,
  kF4e2m1fn,
  kF6e2m3fn,
  kF6e3m2fn,
  kF8e3m4,
  kF8e4m3,
  kF8e4m3fn,
  kF8e4m3fnuz,
  kF8e4m3b11fnuz,
  kF8e5m2,
  kF8e5m2fnuz,
  kF8e8m0fnu,
  kF16,
  kBf16,
  kF32,
  kF64,
  kC64,
  kC128,
};

enum class ElementKind : std::uint8_t { kBoolean, kSigned, kUnsigned, kFloat, kComplex };

/// The notation of a type's name. Triton's integers have no sign: s8 and u8 are both i8 there, and
/// i8 is read as s8; i1 is a boolean.
enum class TypeNotation : std::uint8_t { kTileglot, kXla, kNumpy, kSafetensors, kTriton };

/// One row of the table; a name is absent if the notation cannot express the type.
struct ElementTypeRow {
  ElementType type = ElementType::kPred;
  ElementKind kind = ElementKind::kBoolean;
  std::int64_t bits = 0;
  std::string_view name = {};
  std::optional<std::string_view> xla = {};
  std::string_view numpy = {};
  std::string_view npy_descr = {};  ///< as numpy.save writes it; sixteen types share "<V1"
  std::optional<std::string_view> safetensors = {};
  std::optional<std::string_view> triton = {};
};

/// All rows, in the order of the enumerators.
std::span<const ElementTypeRow> element_types();
const ElementTypeRow& row_of(ElementType type);

/// Our name of every type, for front ends that list or complete them.
std::vector<std::string> element_type_names();

std::string_view name(ElementType type);
std::int64_t bits(ElementType type);
std::int64_t npy_bits(ElementType type);
std::optional<std::string_view> name_in(TypeNotation notation, ElementType type);

/// The type that `text` names in one notation. Ours and XLA's are read in any case, as XLA's pages
/// print them in capitals; the others are case-sensitive.
std::optional<ElementType> find_element_type(TypeNotation notation, std::string_view text);

/// The types that numpy.save writes this way: one for "<f4", many for "<V1", none for big-endian or
/// unknown. The first character counts only if the byte order matters: "|V1" is "<V1".
std::vector<ElementType> element_types_stored_as(std::string_view npy_descr);

/// The type that `text` names in any notation, ours first.
Result<ElementType> parse_element_type(std::string_view text);

}  // namespace tileglot::core
