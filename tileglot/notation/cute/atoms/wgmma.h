// SPDX-License-Identifier: Apache-2.0
// wgmma.h: wgmma.mma_async of sm_90, by the four warps of a warpgroup.
//
// What     64 rows of A times N columns of B, 8 to 256; a row holds 256 bits, so K is 16 for f16, 8
//          for tf32 and 32 for 8 bits, and twice that where A is sparse. B lies in shared memory; A
//          too (SS), or in registers (RS).
// Why      CuTe's list has a name for each N, pair of types and place of A; all follow from this.
// Example  SM90_64x128x16_F32F16F16_RS: warp w holds rows 16w to 16w+15 of A and of C, each like
//          one m16n8k16.
//          [tests: mma_fragments_test.cc, "a warp of a wgmma holds sixteen rows"]
// Errors   None; why_no_wgmma names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.15.5.1 (register fragments), 9.7.15.5.2 (wgmma.mma_async: shapes and
//          types), 9.7.15.6.1 (sparse).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/warp_mma.h"
#include "tileglot/notation/cute/atoms/warp_mma_f8f6f4.h"

namespace tileglot::notation::cute {

constexpr bool has_wgmma_types(const MmaAtom& x) {
  if (x.c != x.d) return false;
  if (is_byte_integer(x.a)) return is_byte_integer(x.b) && x.d == ValueType::kS32;
  if (is_8_bit_float(x.a)) {
    return is_8_bit_float(x.b) && (x.d == ValueType::kF32 || x.d == ValueType::kF16);
  }
  if (x.a != x.b) return false;
  return x.a == ValueType::kTf32 ? x.d == ValueType::kF32 : sums_halves(x.d, x.a);
}

constexpr std::string_view why_no_wgmma(const MmaAtom& x) {
  if (x.arch != 90) return "wgmma needs sm_90";
  if (!has_wgmma_types(x)) {
    return "wgmma has f16 by f16 into f16 or f32; bf16 by bf16 and tf32 by tf32 into f32; e4m3 or "
           "e5m2 by e4m3 or e5m2 into f16 or f32; s8 or u8 by s8 or u8 into s32";
  }
  if (x.m != 64) return "M of wgmma is 64";
  if (stored_bits(x) != 256) return "a row of B in one wgmma has 256 bits (A sparse: twice that)";
  if (x.n % 8 != 0 || x.n < 8 || x.n > 256) return "N of wgmma is a multiple of 8 from 8 to 256";
  if (is_byte_integer(x.a) && x.n > 32 && x.n % 16 != 0) {
    return "N of wgmma with integers is 8, 16, 24, 32 or a multiple of 16 up to 256";
  }
  const bool saturates = x.variant == Variant::kSaturate && is_byte_integer(x.a);
  if (x.variant != Variant::kPlain && !saturates) {
    return "SATURATE exists only for integers";
  }
  const bool may_transpose = bits_of(x.b) == 16;
  const bool a_is_mn = x.a_major == Major::kMn;
  if (!may_transpose && (a_is_mn || x.b_major == Major::kMn)) {
    return "only 16-bit operands of wgmma may be MN-major";
  }
  if (a_is_mn && x.a_from == Place::kRegisters) return "A in registers is K-major";
  return {};
}

/// [SM90_|MMA_|GMMA_]64xNxK_DAB_(SS|RS)[_TN][_SATURATE][<majors, signs>]
constexpr std::optional<MmaAtom> read_wgmma(const NameParts& parts) {
  MmaAtom atom{.family = MmaFamily::kWgmma, .arch = 90, .b_from = Place::kShared};
  NameReader name(parts.name);
  const bool in_gmma = parts.spaces.ends_with("GMMA::") || parts.spaces.ends_with("SPARSE::");
  atom.is_sparse = parts.spaces.ends_with("SPARSE::");
  if (!name.accept("SM90_") && !(in_gmma && (name.accept("GMMA_") || name.accept("MMA_")))) {
    return {};
  }
  if (!name.shape(atom) || !name.accept("_") || !name.type(atom.d)) return {};
  if (!name.type(atom.a) || !name.type(atom.b)) return {};
  atom.c = atom.d;
  if (!name.accept("_")) return {};
  const bool from_shared = name.accept("SS");
  if (!from_shared && !name.accept("RS")) return {};
  atom.a_from = from_shared ? Place::kShared : Place::kRegisters;
  // Types of 16 bits choose majors by arguments; the others are always TN.
  const bool has_majors = bits_of(atom.b) == 16;
  if (!has_majors && !name.accept("_TN")) return {};
  if (name.accept("_SATURATE")) atom.variant = Variant::kSaturate;
  ArgumentReader arguments(parts);
  if (has_majors && !arguments.at_end()) {
    if (!arguments.major(atom.a_major) || !arguments.major(atom.b_major)) return {};
  }
  if (!arguments.at_end() && !arguments.sign(atom.negates_a)) return {};
  if (!arguments.at_end() && !arguments.sign(atom.negates_b)) return {};
  // The metadata of a sparse A: which of two lanes has them.
  if (atom.is_sparse) arguments.word("Zero") || arguments.word("One");
  if (!name.at_end() || !arguments.at_end()) return {};
  return atom;
}

/// An operand that the instruction reads from memory: every thread of `threads` names all of it.
constexpr Layout<> whole_operand(std::int64_t threads, std::int64_t rows, std::int64_t k) {
  return fragment({{threads, 0}}, {{rows, 1}, {k, rows}});
}

/// A in registers: the warps have 16 rows each, and each is a warp's A (fragment.h).
constexpr Layout<> wgmma_rows(const MmaAtom& atom) {
  const std::int64_t packed = packed_in_register(bits_of(atom.b)) * (atom.is_sparse ? 2 : 1);
  return fragment({{4, packed * 64}, {8, 1}, {4, 16}},
                  {{packed, 64}, {2, 8}, {atom.k / (4 * packed), 4 * packed * 64}});
}

constexpr Layout<> wgmma_accumulators(std::int64_t n) {
  return fragment({{4, 128}, {8, 1}, {4, 16}}, {{2, 64}, {2, 8}, {n / 8, 512}});
}

/// Metadata of 16 bits and more: the low bit of a lane chooses between halves of K.
constexpr Layout<> wgmma_metadata(const MmaAtom& atom) {
  if (bits_of(atom.b) == 8) return metadata_of_bytes(64, atom.k);
  return fragment({{2, 32 * atom.k}, {2, 0}, {8, 1}, {4, 16}}, {{atom.k / 2, 64}, {2, 8}});
}

}  // namespace tileglot::notation::cute
