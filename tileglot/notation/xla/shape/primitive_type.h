// SPDX-License-Identifier: Apache-2.0
// primitive_type.h: the type names of XLA's text, with the numbers its wire format gives them.
//
// What     PrimitiveType names every word that may appear before `[`, and tuple and buffer, which
//          are written with brackets.
// Why      XLA counts tuple, token and opaque among its types, so a shape's type is more than an
//          element type.
// Example  primitive_type_named("bf16") = kBf16; name_of(kBf16) = "bf16"; element_type_of(kBf16) is
//          core's kBf16, and element_type_of(kToken) is nullopt.
//          [tests: primitive_type_test.cc, "every name reads back as its type"]
// Source   XLA, xla_data.proto (PrimitiveType): the values of the enumerators are its numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/element_type.h"

namespace tileglot::notation::xla {

enum class PrimitiveType : std::uint8_t {
  kInvalid = 0,
  kPred = 1,
  kS8 = 2,
  kS16 = 3,
  kS32 = 4,
  kS64 = 5,
  kU8 = 6,
  kU16 = 7,
  kU32 = 8,
  kU64 = 9,
  kF16 = 10,
  kF32 = 11,
  kF64 = 12,
  kTuple = 13,
  kOpaque = 14,
  kC64 = 15,
  kBf16 = 16,
  kToken = 17,
  kC128 = 18,
  kF8e5m2 = 19,
  kF8e4m3fn = 20,
  kS4 = 21,
  kU4 = 22,
  kF8e4m3b11fnuz = 23,
  kF8e5m2fnuz = 24,
  kF8e4m3fnuz = 25,
  kS2 = 26,
  kU2 = 27,
  kF8e4m3 = 28,
  kF8e3m4 = 29,
  kS1 = 30,
  kU1 = 31,
  kF4e2m1fn = 32,
  kF8e8m0fnu = 33,
  kBuffer = 34,
};

/// One more than the largest number of an enumerator.
inline constexpr int kPrimitiveTypeCount = 35;

/// "bf16"; "tuple" and "buffer", although they never appear before `[`; "primitive_type_invalid".
std::string_view name_of(PrimitiveType type);

/// The type with this lower-case name in a text; nullopt for other words, tuple and buffer.
std::optional<PrimitiveType> primitive_type_named(std::string_view name);

/// nullopt for tuple, token, opaque and buffer.
std::optional<core::ElementType> element_type_of(PrimitiveType type);

/// nullopt for element types that XLA does not have.
std::optional<PrimitiveType> primitive_type_of(core::ElementType type);

/// True for types an array can have: numbers and pred.
bool is_element_type(PrimitiveType type);

/// True for signed and unsigned integers, but not for pred.
bool is_integral(PrimitiveType type);

/// True for real floating point types.
bool is_floating_point(PrimitiveType type);

}  // namespace tileglot::notation::xla
