// SPDX-License-Identifier: Apache-2.0
// tcgen05_mma.h: tcgen05.mma of sm_100 and sm_103, by one or two SMs.
//
// What     A kind (f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, and mxf4 with K = 96) fixes the types and
//          K; M is 64 or 128 for one SM, 128 or 256 for two; N goes up to 256 in steps that depend
//          on both. B lies in shared memory, A there (SS) or in tensor memory (TS), accumulators in
//          tensor memory.
// Why      The name of such an instruction is a template: the rules are what its arguments may be.
// Units    Threads of the layouts are SMs: one thread of an SM issues the instruction for it.
// Example  SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,128,K,K>: SM 1 has rows 128 to 255 of
//          A and of C, and columns 64 to 127 of B.
//          [tests: mma_fragments_test.cc, "the second SM has the second half of the rows"]
// Errors   None; why_no_tcgen05 names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.16.2.1 (shapes), 9.7.16.2.2 (types), 9.7.16.10 (tcgen05.mma). Steps of
//          N as CuTe 4.7 asserts them (cute/arch/mma_sm100_umma.hpp); the PTX ISA has all of these
//          N, and for M = 128 or two SMs some between them.
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

constexpr bool is_block_scaled(MmaKind kind) {
  return kind == MmaKind::kMxf8f6f4 || kind == MmaKind::kMxf4 || kind == MmaKind::kUltra;
}

/// K of a dense instruction.
constexpr std::int64_t k_of_kind(const MmaAtom& x) {
  switch (x.kind) {
    case MmaKind::kF16: return x.a == ValueType::kComplexF16 ? 8 : 16;
    case MmaKind::kTf32: return x.is_interleaved ? 4 : 8;
    case MmaKind::kMxf4: return 64;
    case MmaKind::kUltra: return 96;
    default: return 32;
  }
}

constexpr std::string_view why_no_f16_types(const MmaAtom& x) {
  if (x.a == ValueType::kComplexF16 && x.b == x.a && x.d == ValueType::kF32) {
    return x.is_scaled ? "" : "complex<f16> needs the SCALED form";
  }
  const bool has_types = x.a == x.b && sums_halves(x.d, x.a);
  return has_types ? ""
                   : "A and B of kind f16 have one type, f16 or bf16; D is f32, or f16 if they are "
                     "f16";
}

constexpr std::string_view why_no_f8f6f4_types(const MmaAtom& x) {
  if (!is_f8f6f4(x.a) || !is_f8f6f4(x.b)) return "A and B are e4m3, e5m2, e2m3, e3m2 or e2m1";
  if (x.d == ValueType::kF32) return {};
  if (x.kind == MmaKind::kMxf8f6f4) return "D of kind mxf8f6f4 is f32";
  return x.d == ValueType::kF16 ? "" : "D of kind f8f6f4 is f32 or f16";
}

/// A and B have this type, and D that one.
constexpr bool has_types(const MmaAtom& x, ValueType factor, ValueType sum) {
  return x.a == factor && x.b == factor && x.d == sum;
}

constexpr std::string_view why_no_tcgen05_types(const MmaAtom& x) {
  switch (x.kind) {
    case MmaKind::kF16: return why_no_f16_types(x);
    case MmaKind::kF8f6f4:
    case MmaKind::kMxf8f6f4: return why_no_f8f6f4_types(x);
    case MmaKind::kTf32: {
      const ValueType type = x.is_interleaved ? ValueType::kComplexTf32 : ValueType::kTf32;
      return has_types(x, type, ValueType::kF32) ? "" : "kind tf32 multiplies tf32 and adds f32";
    }
    case MmaKind::kI8: {
      const bool is_known = has_types(x, ValueType::kS8, ValueType::kS32) ||
                            has_types(x, ValueType::kU8, ValueType::kS32);
      return is_known ? "" : "kind i8 multiplies s8 by s8 or u8 by u8, and adds s32";
    }
    default:
      return has_types(x, ValueType::kE2m1, ValueType::kF32)
                 ? ""
                 : "kind mxf4 multiplies e2m1 and adds f32";
  }
}

constexpr std::string_view why_no_tcgen05_m(const MmaAtom& x) {
  if (x.kind == MmaKind::kMxf8f6f4 && x.sms == 2) {
    return x.m == 256 ? "" : "M of kind mxf8f6f4 by two SMs is 256";
  }
  if (x.sms == 2) return x.m == 128 || x.m == 256 ? "" : "M of two SMs is 128 or 256";
  if (is_block_scaled(x.kind)) return x.m == 128 ? "" : "M of one SM with block scales is 128";
  return x.m == 64 || x.m == 128 ? "" : "M of one SM is 64 or 128";
}

/// The least N, and the step to the next.
constexpr std::int64_t n_step(const MmaAtom& x) {
  if (x.kind == MmaKind::kUltra) return 16;
  if (is_block_scaled(x.kind)) return x.sms == 2 ? 16 : 8;
  if (x.sms == 2) return 32;
  return x.m == 64 ? 8 : 16;
}

constexpr std::string_view why_no_tcgen05_n(const MmaAtom& x) {
  const std::int64_t step = n_step(x);
  if (x.kind == MmaKind::kI8 && x.n > 32 && x.n % 16 != 0) {
    return "N of kind i8 is 8, 16, 24, 32 or a multiple of 16 up to 256";
  }
  if (x.n >= step && x.n <= 256 && x.n % step == 0) return {};
  if (step == 8) return "N is a multiple of 8 from 8 to 256 for this kind and M";
  return step == 16 ? "N is a multiple of 16 from 16 to 256 for this kind and M"
                    : "N is a multiple of 32 from 32 to 256 for two SMs";
}

constexpr std::string_view why_no_tcgen05_factors(const MmaAtom& x) {
  if (!is_block_scaled(x.kind)) return x.scale ? "this kind has no block scales" : "";
  if (!x.scale) return "this kind has block scales";
  if (x.kind != MmaKind::kMxf8f6f4) {
    return has_mxf4_factors(x)
               ? ""
               : "factors are ue4m3 of 16 elements, or ue8m0 of 16 or 32 (sparse: 32, 64)";
  }
  const std::int64_t vector = x.is_sparse ? 64 : 32;
  return x.scale == ValueType::kUe8m0 && x.scale_vector == vector
             ? ""
             : "kind mxf8f6f4 has ue8m0 factors of 32 elements (sparse: 64)";
}

/// What the name says after its kind: sparse, scaled, interleaved, and where A comes from.
constexpr std::string_view why_no_tcgen05_form(const MmaAtom& x) {
  if (x.is_sparse && x.kind == MmaKind::kUltra) return "K = 96 has no sparse form";
  const bool from_tensor_memory = x.a_from == Place::kTensorMemory;
  if (from_tensor_memory && (x.is_sparse || is_block_scaled(x.kind))) {
    return "a sparse or block-scaled A is taken from shared memory";
  }
  const bool is_tf32_of_tensor_memory = x.kind == MmaKind::kTf32 && from_tensor_memory;
  if (x.is_interleaved && !is_tf32_of_tensor_memory) {
    return "interleaved complex numbers are of tf32, and A is taken from tensor memory";
  }
  if (!x.is_scaled) return {};
  if ((x.kind != MmaKind::kF16 && !is_tf32_of_tensor_memory) || x.is_sparse || x.is_interleaved) {
    return "CuTe has a SCALED form of dense f16, and of tf32 with A in tensor memory";
  }
  const bool has_exponent = x.scale_exponent >= 0 && x.scale_exponent <= 15;
  return has_exponent ? "" : "the exponent of the SCALED form is 0 to 15";
}

constexpr std::string_view why_no_tcgen05_majors(const MmaAtom& x) {
  const bool a_is_mn = x.a_major == Major::kMn;
  if (a_is_mn && x.a_from == Place::kTensorMemory) return "A in tensor memory is K-major";
  const bool is_nibble = x.kind == MmaKind::kMxf4 || x.kind == MmaKind::kUltra;
  const bool is_mn = a_is_mn || x.b_major == Major::kMn;
  if (x.is_interleaved && x.b_major == Major::kMn)
    return "B of interleaved complex numbers is K-major";
  return is_nibble && is_mn ? "operands of kind mxf4 are K-major" : "";
}

constexpr std::string_view why_no_tcgen05(const MmaAtom& x) {
  if (x.kind == MmaKind::kNone) return "tcgen05 has kinds f16, tf32, f8f6f4, i8, mxf8f6f4 and mxf4";
  if (x.arch != (x.kind == MmaKind::kUltra ? 103 : 100)) {
    return "tcgen05 needs sm_100; K = 96 needs sm_103";
  }
  if (x.c != x.d) return "C has the type of D";
  if (const auto why = why_no_tcgen05_types(x); !why.empty()) return why;
  if (x.sms != 1 && x.sms != 2) return "one or two SMs work together";
  if (const auto why = why_no_tcgen05_m(x); !why.empty()) return why;
  if (const auto why = why_no_tcgen05_n(x); !why.empty()) return why;
  if (x.k != k_of_kind(x) * (x.is_sparse ? 2 : 1)) {
    return "K is 16 of kind f16, 8 of tf32, 32 of i8, f8f6f4 and mxf8f6f4, 64 or 96 of mxf4; twice "
           "that "
           "if A is sparse";
  }
  if (const auto why = why_no_tcgen05_factors(x); !why.empty()) return why;
  if (const auto why = why_no_tcgen05_form(x); !why.empty()) return why;
  if (x.kind == MmaKind::kI8 && (x.negates_a || x.negates_b)) return "kind i8 negates no operand";
  if (x.kind != MmaKind::kI8 && x.variant != Variant::kPlain) return "only kind i8 saturates";
  return why_no_tcgen05_majors(x);
}

struct MmaKindName {
  std::string_view letters;
  MmaKind kind;
  bool is_sparse;  ///< the name is that of a sparse instruction
};

/// A longer name before those that it begins with.
inline constexpr MmaKindName kMmaKindNames[] = {
    {"TF32", MmaKind::kTf32, false},
    {"F16BF16", MmaKind::kF16, false},
    {"S8", MmaKind::kI8, false},
    {"F8F6F4", MmaKind::kF8f6f4, false},
    {"MXF8F6F4", MmaKind::kMxf8f6f4, false},
    {"MXF4NVF4", MmaKind::kMxf4, true},
    {"MXF4", MmaKind::kMxf4, false},
};

/// The kind, and what follows it: [_2x1SM]_(SS|TS)[_SCALED|_SPARSE|_INTERLEAVED_..].
constexpr bool read_tcgen05_words(NameReader& name, MmaAtom& atom) {
  const MmaKindName* found = nullptr;
  for (const MmaKindName& row : kMmaKindNames) {
    if (found == nullptr && name.accept(row.letters)) found = &row;
  }
  if (found == nullptr) return false;
  atom.kind = found->kind;
  if (name.accept("_2x1SM")) atom.sms = 2;
  if (name.accept("_TS")) {
    atom.a_from = Place::kTensorMemory;
  } else if (!name.accept("_SS")) {
    return false;
  }
  if (name.accept("_INTERLEAVED_CF32CTF32CTF32CF32_TN")) atom.is_interleaved = true;
  atom.is_scaled = name.accept("_SCALED");
  atom.is_sparse = name.accept("_SPARSE");
  // Sparse mxf4 is named after nvf4 too, dense is not.
  const bool is_mxf4 = atom.kind == MmaKind::kMxf4;
  return name.at_end() && (!is_mxf4 || atom.is_sparse == found->is_sparse);
}

/// SM103_MXF4_ULTRA[_2x1SM]_SS_VS.
constexpr bool read_ultra_words(NameReader& name, MmaAtom& atom) {
  atom.kind = MmaKind::kUltra;
  if (name.accept("_2x1SM")) atom.sms = 2;
  return name.accept("_SS_VS") && name.at_end();
}

constexpr bool read_tcgen05_arguments(ArgumentReader& arguments, MmaAtom& atom) {
  if (atom.is_interleaved) {
    atom.a = atom.b = ValueType::kComplexTf32;
  } else if (!arguments.type(atom.a) || !arguments.type(atom.b) || !arguments.type(atom.d)) {
    return false;
  }
  atom.c = atom.d;
  if (is_block_scaled(atom.kind)) {
    ValueType scale{};
    if (!arguments.type(scale)) return false;
    atom.scale = scale;
  }
  if (!arguments.number(atom.m) || !arguments.number(atom.n)) return false;
  if (atom.kind == MmaKind::kMxf8f6f4) {
    atom.scale_vector = atom.is_sparse ? 64 : 32;
  } else if (is_block_scaled(atom.kind) && !arguments.number(atom.scale_vector)) {
    return false;
  }
  if (!arguments.major(atom.a_major) || !arguments.major(atom.b_major)) return false;
  if (atom.is_scaled && !arguments.number(atom.scale_exponent)) return false;
  // Integers may saturate, the others may be negated.
  if (atom.kind == MmaKind::kI8) {
    if (arguments.word("True")) atom.variant = Variant::kSaturate;
    arguments.word("False");
    return arguments.at_end();
  }
  if (!arguments.at_end() && !arguments.sign(atom.negates_a)) return false;
  if (!arguments.at_end() && !arguments.sign(atom.negates_b)) return false;
  return arguments.at_end();
}

constexpr std::optional<MmaAtom> read_tcgen05(const NameParts& parts) {
  MmaAtom atom{.family = MmaFamily::kTcgen05, .a_from = Place::kShared, .b_from = Place::kShared};
  NameReader name(parts.name);
  if (name.accept("SM100_MMA_")) {
    atom.arch = 100;
    if (!read_tcgen05_words(name, atom)) return {};
  } else if (name.accept("SM103_MXF4_ULTRA")) {
    atom.arch = 103;
    if (!read_ultra_words(name, atom)) return {};
  } else {
    return {};
  }
  ArgumentReader arguments(parts);
  if (!read_tcgen05_arguments(arguments, atom)) return {};
  atom.k = k_of_kind(atom) * (atom.is_sparse ? 2 : 1);
  return atom;
}

/// (SM, element) -> index: `rows` of an operand, an equal share of them in each SM.
constexpr Layout<> shared_among_sms(std::int64_t sms, std::int64_t rows, std::int64_t columns) {
  const std::int64_t share = rows / sms;
  return fragment({{sms, share}}, {{share, 1}, {columns, rows}});
}

/// (lane, column) -> m + m_extent * n: where the accumulators lie in tensor memory. Lanes of the
/// second SM come after the 128 of the first; lanes without accumulators are left out, and lane_ids
/// has the numbers of the others. `():()` for two SMs with M = 128 and a sparse A, which is not
/// known.
constexpr Layout<> tensor_memory_accumulators(const MmaAtom& x) {
  const std::int64_t m = x.m;
  if (x.m == 64 * x.sms && x.sms == 2) {
    // Columns of the second half of N lie in lanes 64 to 127.
    if (x.is_sparse) return {};
    return fragment({{64, 1}, {2, m * x.n / 2}, {2, 64}}, {{x.n / 2, m}});
  }
  return fragment({{m, 1}}, {{x.n, m}});
}

/// M = 64 of one SM takes the first 16 lanes of each 32.
constexpr Layout<> lane_ids(const MmaAtom& x) {
  if (x.m == 64 && x.sms == 1) return numbering({{16, 1}, {4, 32}});
  return numbering({{128 * x.sms, 1}});
}

}  // namespace tileglot::notation::cute
