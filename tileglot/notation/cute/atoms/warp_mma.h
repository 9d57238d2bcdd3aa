// SPDX-License-Identifier: Apache-2.0
// warp_mma.h: mma.sync of a whole warp, sm_75 to sm_90.
//
// What     A is 8 or 16 rows, B is 8 columns, and a row holds 128 or 256 bits of K; so f16 has K =
//          8 or 16, s8 16 or 32, one bit 128 or 256. f64 has rows of its own. A is row-major and B
//          column-major. Integers of 8 and 4 bits may saturate; single bits are combined by AND or
//          XOR, and counted.
// Why      One rule for forty names: types decide how many elements a register of 32 bits packs,
//          and the fragments follow (fragment.h).
// Example  SM80_16x8x16_F32F16F16F32_TN: thread 5 holds in its values 0 and 1 the elements (1,2)
//          and (1,3) of A, indices 33 and 49.
//          [tests: mma_fragments_test.cc, "a thread of an m16n8k16 holds what the PTX ISA gives
//          it"]
// Errors   None; why_no_warp_mma names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.14.5.2 to 9.7.14.5.14 (fragments of .m8n8k4 with f64, .m8n8k16 to
//          .m16n8k256); which arch has which: 9.7.14.5.15, "Target ISA Notes".
#pragma once

#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"

namespace tileglot::notation::cute {

constexpr bool is_byte_integer(ValueType type) {
  return type == ValueType::kS8 || type == ValueType::kU8;
}
constexpr bool is_nibble_integer(ValueType type) {
  return type == ValueType::kS4 || type == ValueType::kU4;
}
constexpr bool is_8_bit_float(ValueType type) {
  return type == ValueType::kE4m3 || type == ValueType::kE5m2;
}
constexpr bool is_half(ValueType type) {
  return type == ValueType::kF16 || type == ValueType::kBf16;
}
constexpr bool is_double(ValueType type) {
  return type == ValueType::kF64 || type == ValueType::kComplexF64;
}
/// f16 sums f16 only; f32 sums every type of 16 bits.
constexpr bool sums_halves(ValueType d, ValueType a) {
  return a == ValueType::kF16 ? d == ValueType::kF16 || d == ValueType::kF32
                              : a == ValueType::kBf16 && d == ValueType::kF32;
}

/// True if sm_75, 80, 89 or 90 multiplies these types; C has the type of D.
constexpr bool has_warp_types(const MmaAtom& x) {
  const bool same = x.a == x.b && x.c == x.d;
  if (x.arch == 75) {
    return same && ((x.a == ValueType::kF16 && sums_halves(x.d, x.a)) ||
                    (x.a == ValueType::kS8 && x.d == ValueType::kS32));
  }
  if (x.arch == 89) {
    const bool sums = x.d == ValueType::kF32 || x.d == ValueType::kF16;
    return is_8_bit_float(x.a) && is_8_bit_float(x.b) && sums && x.c == x.d;
  }
  if (x.arch == 90) return same && is_double(x.a) && x.d == x.a;
  if (x.arch != 80 || x.c != x.d) return false;
  const bool sums_integers = x.d == ValueType::kS32;
  if (is_byte_integer(x.a)) return is_byte_integer(x.b) && sums_integers;
  if (is_nibble_integer(x.a)) return is_nibble_integer(x.b) && sums_integers;
  if (!same) return false;
  if (x.a == ValueType::kB1) return sums_integers;
  if (x.a == ValueType::kTf32) return x.d == ValueType::kF32;
  if (x.a == ValueType::kComplexF64 && x.d == ValueType::kGaussF64) return true;
  return is_double(x.a) ? x.d == x.a : sums_halves(x.d, x.a);
}

constexpr std::string_view why_no_warp_shape(const MmaAtom& x) {
  if (x.n != 8) return "N of a warp's MMA is 8";
  if (is_double(x.a) && x.arch == 80) {
    return x.m == 8 && x.k == 4 ? "" : "an MMA of f64 on sm_80 is 8x8x4";
  }
  if (x.m == 16 && is_double(x.a)) {
    return x.k == 4 || x.k == 8 || x.k == 16 ? "" : "K of an MMA of f64 on sm_90 is 4, 8 or 16";
  }
  const bool is_integer = is_byte_integer(x.a) || is_nibble_integer(x.a) || x.a == ValueType::kB1;
  const bool has_rows = x.m == 16 || (x.m == 8 && is_integer);
  if (!has_rows) {
    return is_integer ? "M is 8 or 16" : "M of a warp's MMA of these types is 16";
  }
  const std::int64_t bits = x.k * bits_of(x.a);
  if (x.m == 8) return bits == 128 ? "" : "with 8 rows, a row of A holds 128 bits";
  if (x.arch == 89) return bits == 256 ? "" : "K of an MMA of 8-bit floats is 32";
  if (x.arch == 75)
    return x.a == ValueType::kF16 && bits == 128 ? "" : "sm_75 has 16x8x8 of f16 and 8x8x16 of s8";
  return bits == 128 || bits == 256 ? "" : "a row of A holds 128 or 256 bits";
}

constexpr std::string_view why_no_warp_mma(const MmaAtom& x) {
  if (x.arch != 75 && x.arch != 80 && x.arch != 89 && x.arch != 90) {
    return "a warp's MMAs are named after sm_75, sm_80, sm_89, sm_90 or sm_120";
  }
  if (!has_warp_types(x)) return "these types do not go together under the name of this arch";
  if (const std::string_view why = why_no_warp_shape(x); !why.empty()) return why;
  const bool is_integer = is_byte_integer(x.a) || is_nibble_integer(x.a);
  const bool combines = x.variant == Variant::kAndPopc || x.variant == Variant::kXorPopc;
  if ((x.a == ValueType::kB1) != combines)
    return "ANDPOPC and XORPOPC exist only for one-bit types, which need one of them";
  if (x.variant == Variant::kSaturate && (!is_integer || x.arch != 80)) {
    return "SATURATE exists only for integers of 8 and 4 bits on sm_80";
  }
  return {};
}

/// Elements of a row that one register holds.
constexpr std::int64_t packed_in_register(std::int64_t bits) { return bits >= 32 ? 1 : 32 / bits; }

}  // namespace tileglot::notation::cute
