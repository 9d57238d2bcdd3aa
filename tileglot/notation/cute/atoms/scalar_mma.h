// SPDX-License-Identifier: Apache-2.0
// scalar_mma.h: multiply-adds of a single thread.
//
// What     UniversalFMA<D,A,B,C> is one multiply-add, on every GPU; SM61_DP4A and SM61_DP2A add the
//          products of four s8 or two s16; SM100_2x1x1_F32F32F32F32 and SM100_1x2x1_.. are two
//          multiply-adds of f32 in one instruction.
// Why      A tiled MMA also describes kernels without matrix instructions.
// Example  SM61_DP4A is 1x1x4; its thread holds four values of A, at k = 0, 1, 2, 3.
//          [tests: mma_fragments_test.cc, "dp4a takes four bytes of a thread"]
// Errors   None: a name that is not one of them is not read.
// Source   PTX ISA 8.7, 9.7.1.23 (dp4a), 9.7.1.24 (dp2a), 9.7.3 (fma, f32x2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {

constexpr std::optional<MmaAtom> read_universal_fma(const NameParts& parts) {
  MmaAtom atom{.family = MmaFamily::kUniversalFma};
  ArgumentReader arguments(parts);
  if (parts.name != "UniversalFMA" || !arguments.type(atom.d)) return {};
  // As C++ has it: A is D, B is A and C is D unless given.
  atom.a = atom.c = atom.d;
  if (!arguments.at_end() && !arguments.type(atom.a)) return {};
  atom.b = atom.a;
  if (!arguments.at_end() && !arguments.type(atom.b)) return {};
  if (!arguments.at_end() && !arguments.type(atom.c)) return {};
  if (!arguments.at_end()) return {};
  return atom;
}

constexpr std::optional<MmaAtom> read_dot_product(const NameParts& parts) {
  const bool has_bytes = parts.name == "SM61_DP4A";
  if ((!has_bytes && parts.name != "SM61_DP2A") || parts.argument_count != 0) return {};
  const ValueType type = has_bytes ? ValueType::kS8 : ValueType::kS16;
  return MmaAtom{.family = MmaFamily::kDotProduct,
                 .arch = 61,
                 .k = 32 / bits_of(type),
                 .d = ValueType::kS32,
                 .a = type,
                 .b = type,
                 .c = ValueType::kS32};
}

constexpr std::string_view why_no_dot_product(const MmaAtom& x) {
  const bool is_bytes = x.a == ValueType::kS8 && x.k == 4;
  const bool is_halves = x.a == ValueType::kS16 && x.k == 2;
  const bool sums = x.d == ValueType::kS32 && x.c == x.d && x.b == x.a && x.m == 1 && x.n == 1;
  return sums && (is_bytes || is_halves) ? ""
                                         : "dp4a adds products of four s8, dp2a of two s16, to s32";
}

constexpr std::string_view why_no_fma2(const MmaAtom& atom) {
  if (atom.arch != 100) return "f32x2 needs sm_100";
  if (atom.m * atom.n != 2 || atom.k != 1) return "a pair of multiply-adds is 2x1x1 or 1x2x1";
  for (const ValueType type : {atom.d, atom.a, atom.b, atom.c}) {
    if (type != ValueType::kF32) return "a pair of multiply-adds takes f32";
  }
  return {};
}

constexpr Layout<> scalar_layout(std::int64_t values) { return fragment({}, {{values, 1}}); }

}  // namespace tileglot::notation::cute
