// SPDX-License-Identifier: Apache-2.0
// warp_mma_f8f6f4.h: mma.sync of sm_120 with types of 8, 6 and 4 bits.
//
// What     SM120_16x8x32_TN<A,B,C> multiplies any two of e4m3, e5m2, e2m3, e3m2 and e2m1, each in a
//          byte; _VS<A,B,C,SF,V> scales every V elements of K by a factor of type SF, and packs two
//          e2m1 in a byte where K is 64; SM120_SPARSE_.. stores two of four elements of A.
// Why      The fragments are those of eight or four bits; what is new are the metadata of sparse
//          operands and the factors.
// Units    Layouts of metadata and of factors lead to (row, k), as those of A and B: one entry
//          stands for several.
// Example  SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>: lanes 0 and 2 of
//          a quad hold the factors of rows 0 and 8.. of A.
//          [tests: mma_fragments_test.cc, "factors of a block are held by two lanes of a quad"]
// Errors   None; why_no_f8f6f4 names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.14.5 (kind::f8f6f4, kind::mxf8f6f4, kind::mxf4nvf4), 9.7.14.3 (block
//          scaling), 9.7.14.6 (sparsity metadata).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/warp_mma.h"

namespace tileglot::notation::cute {

constexpr bool is_f8f6f4(ValueType type) {
  return is_8_bit_float(type) || type == ValueType::kE2m3 || type == ValueType::kE3m2 ||
         type == ValueType::kE2m1;
}

/// Factors of 16 elements may be ue4m3 or ue8m0, those of 32 are ue8m0; a sparse A doubles both.
constexpr bool has_mxf4_factors(const MmaAtom& x) {
  const std::int64_t vector = x.scale_vector / (x.is_sparse ? 2 : 1);
  return (vector == 16 && x.scale == ValueType::kUe4m3) ||
         ((vector == 16 || vector == 32) && x.scale == ValueType::kUe8m0);
}

constexpr bool packs_two(const MmaAtom& x) { return stored_bits(x) == 64 * bits_of(x.b); }

constexpr std::string_view why_no_f8f6f4(const MmaAtom& x) {
  if (x.m != 16 || x.n != 8) return "M and N of a warp's MMA of sm_120 are 16 and 8";
  if (!is_f8f6f4(x.a) || !is_f8f6f4(x.b)) return "A and B are e4m3, e5m2, e2m3, e3m2 or e2m1";
  if (x.d != ValueType::kF32 && (x.d != ValueType::kF16 || x.scale)) {
    return x.scale ? "block-scaled products are added in f32" : "products are added in f32 or f16";
  }
  const std::int64_t k = x.k / (x.is_sparse ? 2 : 1);
  if (k == 64 && x.scale) {
    if (x.a != ValueType::kE2m1 || x.b != ValueType::kE2m1)
      return "this K needs e2m1 on both sides";
    return has_mxf4_factors(x)
               ? ""
               : "factors are ue4m3 of 16 elements, or ue8m0 of 16 or 32 (sparse: 32, 64)";
  }
  if (k != 32) {
    return x.is_sparse ? "K is 64, or 128 with block scales and e2m1"
                       : "K is 32, or 64 with block scales and e2m1";
  }
  if (!x.scale) return {};
  const std::int64_t vector = x.is_sparse ? 64 : 32;
  return x.scale == ValueType::kUe8m0 && x.scale_vector == vector
             ? ""
             : "a block has ue8m0 factors of 32 elements (sparse: 64)";
}

/// SM120_[SPARSE_]16x8xK_TN[_VS]<A,B,C[,SF,V]>.
constexpr std::optional<MmaAtom> read_f8f6f4(const NameParts& parts) {
  MmaAtom atom{.family = MmaFamily::kWarpF8f6f4, .arch = 120};
  NameReader name(parts.name);
  if (!name.accept("SM120_")) return {};
  atom.is_sparse = name.accept("SPARSE_");
  if (!name.shape(atom) || !name.accept("_TN")) return {};
  const bool has_blocks = name.accept("_VS");
  ArgumentReader arguments(parts);
  if (!name.at_end() || !arguments.type(atom.a) || !arguments.type(atom.b)) return {};
  if (!arguments.type(atom.d)) return {};
  atom.c = atom.d;
  if (has_blocks) {
    ValueType scale{};
    if (!arguments.type(scale) || !arguments.number(atom.scale_vector)) return {};
    atom.scale = scale;
  }
  if (!arguments.at_end()) return {};
  return atom;
}

/// Metadata of `rows` x k/2 of a warp, for values of 8 bits or fewer: the low bit of a lane chooses
/// between two rows, the next between halves of K.
constexpr Layout<> metadata_of_bytes(std::int64_t rows, std::int64_t k) {
  return fragment({{2, 8}, {2, rows * k / 2}, {8, 1}, {rows / 16, 16}}, {{k / 2, rows}});
}

/// Factors of A: the low bit of a lane chooses between two rows; of B: every lane of a quad.
constexpr Layout<> factors_of_a(std::int64_t k) {
  return fragment({{2, 8}, {2, 0}, {8, 1}}, {{k, 16}});
}
constexpr Layout<> factors_of_b(std::int64_t k) { return fragment({{4, 0}, {8, 1}}, {{k, 8}}); }

}  // namespace tileglot::notation::cute
