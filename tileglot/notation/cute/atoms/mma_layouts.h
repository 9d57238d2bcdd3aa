// SPDX-License-Identifier: Apache-2.0
// mma_layouts.h: which thread holds which element of a matrix instruction.
//
// What     mma_atom(name) reads a name of CuTe; why_no_mma(atom) is empty for an instruction that
//          exists, else the rule that it breaks; layout_of(atom, which) is a layout (thread, value)
//          -> index: m + m_extent * k of A, of metadata and of factors of A, n + n_extent * k of B
//          and its factors, m + m_extent * n of C.
// Why      A tiled MMA repeats these layouts over a larger tile, and nothing else in it depends on
//          the hardware.
// Units    Elements. Threads are lanes of a warp or of a warpgroup; of tcgen05 they are SMs. An
//          operand in shared or tensor memory belongs to every thread.
// Example  SM80_16x8x16_F32F16F16F32_TN: C is ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)).
//          [tests: mma_layouts_test.cc, "a name gives the layouts that CuTe records"]
// Errors   None; mma_atom returns nothing for a name that no instruction has. find_mma
//          (find_atom.h) says why, and what exists.
// Source   PTX ISA 8.7, 9.7.14 to 9.7.16, by the sections that the files of the families name.
//          Names and numbering of threads as in cute/atom.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/quad_pair_mma.h"
#include "tileglot/notation/cute/atoms/scalar_mma.h"
#include "tileglot/notation/cute/atoms/tcgen05_mma.h"
#include "tileglot/notation/cute/atoms/warp_mma.h"
#include "tileglot/notation/cute/atoms/warp_mma_f8f6f4.h"
#include "tileglot/notation/cute/atoms/wgmma.h"

namespace tileglot::notation::cute {

/// The layouts of an instruction, by CuTe's names.
enum class MmaLayout : std::uint8_t {
  kThrId,
  kA,
  kB,
  kC,
  kE,    ///< metadata of a sparse A
  kSfa,  ///< factors of the blocks of A
  kSfb,
};

/// SM75_16x8x8_F32F16F16F32_TN[_SATURATE|..], SM70_.._NT and SM100_2x1x1_F32F32F32F32.
constexpr std::optional<MmaAtom> read_threads_mma(const NameParts& parts) {
  MmaAtom atom{.family = MmaFamily::kWarp};
  NameReader name(parts.name);
  std::int64_t arch = 0;
  if (!name.accept("SM") || !name.number(arch) || !name.accept("_")) return {};
  atom.arch = static_cast<int>(arch);
  if (!name.shape(atom) || !name.accept("_") || !name.type(atom.d) || !name.type(atom.a)) return {};
  if (!name.type(atom.b) || !name.type(atom.c) || parts.argument_count != 0) return {};
  if (name.at_end() && atom.arch == 100) {
    atom.family = MmaFamily::kFma2;
    return atom;
  }
  if (!name.accept("_")) return {};
  // T of A and N of B are K-major.
  const bool a_is_k = name.accept("T");
  if (!a_is_k && !name.accept("N")) return {};
  const bool b_is_k = name.accept("N");
  if (!b_is_k && !name.accept("T")) return {};
  atom.a_major = a_is_k ? Major::kK : Major::kMn;
  atom.b_major = b_is_k ? Major::kK : Major::kMn;
  if (atom.arch == 70) atom.family = MmaFamily::kQuadPair;
  if (name.accept("_SATURATE")) atom.variant = Variant::kSaturate;
  if (name.accept("_ANDPOPC")) atom.variant = Variant::kAndPopc;
  if (name.accept("_XORPOPC")) atom.variant = Variant::kXorPopc;
  if (!name.at_end()) return {};
  return atom;
}

/// The parts that the name says, whether or not such an instruction exists.
constexpr std::optional<MmaAtom> read_mma_name(std::string_view text) {
  const auto split = split_name(text);
  if (!split) return {};
  const NameParts& parts = *split;
  if (parts.name.starts_with("SM80_") || parts.name.starts_with("SM75_")) {
    return read_threads_mma(parts);
  }
  if (const auto atom = read_wgmma(parts)) return atom;
  if (const auto atom = read_tcgen05(parts)) return atom;
  if (const auto atom = read_f8f6f4(parts)) return atom;
  if (const auto atom = read_threads_mma(parts)) return atom;
  if (const auto atom = read_dot_product(parts)) return atom;
  return read_universal_fma(parts);
}

/// The parts that instructions of the family have; others are as in no instruction of it.
constexpr MmaAtom parts_of_family(const MmaAtom& x) {
  MmaAtom own{.family = x.family,
              .arch = x.arch,
              .m = x.m,
              .n = x.n,
              .k = x.k,
              .d = x.d,
              .a = x.a,
              .b = x.b,
              .c = x.c};
  const bool is_group = x.family == MmaFamily::kWgmma || x.family == MmaFamily::kTcgen05;
  const bool has_scales = x.family == MmaFamily::kWarpF8f6f4 || x.family == MmaFamily::kTcgen05;
  if (is_group || x.family == MmaFamily::kQuadPair || x.family == MmaFamily::kWarp) {
    own.a_major = x.a_major;
    own.b_major = x.b_major;
  }
  if (is_group || x.family == MmaFamily::kWarp) own.variant = x.variant;
  if (is_group || has_scales) own.is_sparse = x.is_sparse;
  if (has_scales) {
    own.scale = x.scale;
    own.scale_vector = x.scale_vector;
  }
  if (!is_group) return own;
  own.b_from = Place::kShared;
  own.a_from = x.a_from;
  own.negates_a = x.negates_a;
  own.negates_b = x.negates_b;
  if (x.family == MmaFamily::kWgmma) {
    if (x.a_from == Place::kTensorMemory) own.a_from = Place::kShared;
    return own;
  }
  if (x.a_from == Place::kRegisters) own.a_from = Place::kShared;
  own.kind = x.kind;
  own.is_scaled = x.is_scaled;
  own.is_interleaved = x.is_interleaved;
  own.sms = x.sms;
  own.scale_exponent = x.scale_exponent;
  return own;
}

/// What an atom says that instructions of its family do not have; empty if nothing.
constexpr std::string_view foreign_part(const MmaAtom& x) {
  const MmaAtom own = parts_of_family(x);
  if (x.family == MmaFamily::kUniversalFma && (x.m != 1 || x.n != 1 || x.k != 1)) {
    return "a multiply-add is 1x1x1";
  }
  if (x == own) return {};
  if (x.a_from != own.a_from || x.b_from != own.b_from) {
    if (x.family == MmaFamily::kWgmma)
      return "A of wgmma comes from shared memory or registers: SS or RS";
    if (x.family == MmaFamily::kTcgen05)
      return "A of tcgen05 comes from shared or tensor memory: SS or TS";
    return "only wgmma and tcgen05 take operands from shared memory";
  }
  if (x.is_sparse != own.is_sparse) return "CuTe names no sparse MMA of a warp before sm_120";
  if (x.scale != own.scale || x.scale_vector != own.scale_vector) {
    return "only sm_120 and tcgen05 scale blocks";
  }
  if (x.variant != own.variant) return "this instruction neither saturates nor counts bits";
  if (x.sms != own.sms) return "only tcgen05 joins two SMs";
  return "kinds, scaled and interleaved forms are those of tcgen05";
}

constexpr std::string_view why_no_mma(const MmaAtom& atom) {
  if (const std::string_view why = foreign_part(atom); !why.empty()) return why;
  switch (atom.family) {
    case MmaFamily::kUniversalFma: return {};
    case MmaFamily::kDotProduct: return why_no_dot_product(atom);
    case MmaFamily::kFma2: return why_no_fma2(atom);
    case MmaFamily::kQuadPair: return why_no_quad_pair(atom);
    case MmaFamily::kWarp: {
      const bool is_tn = atom.a_major == Major::kK && atom.b_major == Major::kK;
      return is_tn ? why_no_warp_mma(atom)
                   : "a warp's MMA since sm_75 takes A row-major and B column-major: TN";
    }
    case MmaFamily::kWarpF8f6f4: return why_no_f8f6f4(atom);
    case MmaFamily::kWgmma: return why_no_wgmma(atom);
    case MmaFamily::kTcgen05: return why_no_tcgen05(atom);
  }
  return {};
}

/// The instruction with this name.
constexpr std::optional<MmaAtom> mma_atom(std::string_view name) {
  const auto atom = read_mma_name(name);
  if (!atom || !why_no_mma(*atom).empty()) return {};
  return atom;
}

constexpr IntTuple shape_mnk(const MmaAtom& atom) {
  return *core::tuple_of(core::static_integer(atom.m), core::static_integer(atom.n),
                         core::static_integer(atom.k));
}

/// Elements of a row that one register of A or B of a warp holds.
constexpr std::int64_t packed_values(const MmaAtom& atom) {
  if (atom.family == MmaFamily::kWarp) return packed_in_register(bits_of(atom.a));
  return packs_two(atom) ? 8 : 4;  // each type of sm_120 has a byte, or half of one
}

constexpr Layout<> warp_layout(const MmaAtom& atom, MmaLayout which) {
  const std::int64_t packed = packed_values(atom);
  switch (which) {
    case MmaLayout::kThrId: return numbering({{32, 1}});
    case MmaLayout::kA: return warp_rows(atom.m, atom.k, atom.is_sparse ? 2 * packed : packed);
    case MmaLayout::kB: return warp_rows(atom.n, atom.k, packed);
    case MmaLayout::kC: return warp_accumulators(atom.m, atom.n);
    case MmaLayout::kE: return atom.is_sparse ? metadata_of_bytes(16, atom.k) : Layout<>{};
    case MmaLayout::kSfa: return atom.scale ? factors_of_a(atom.k) : Layout<>{};
    case MmaLayout::kSfb: return atom.scale ? factors_of_b(atom.k) : Layout<>{};
  }
  return {};
}

constexpr Layout<> wgmma_layout(const MmaAtom& atom, MmaLayout which) {
  switch (which) {
    case MmaLayout::kThrId: return numbering({{128, 1}});
    case MmaLayout::kA:
      return atom.a_from == Place::kRegisters ? wgmma_rows(atom)
                                              : whole_operand(128, atom.m, atom.k);
    case MmaLayout::kB: return whole_operand(128, atom.n, atom.k);
    case MmaLayout::kC: return wgmma_accumulators(atom.n);
    case MmaLayout::kE: return atom.is_sparse ? wgmma_metadata(atom) : Layout<>{};
    default: return {};
  }
}

constexpr Layout<> tcgen05_layout(const MmaAtom& atom, MmaLayout which) {
  switch (which) {
    case MmaLayout::kThrId: return numbering({{atom.sms, atom.sms == 1 ? 0 : 1}});
    case MmaLayout::kA: return shared_among_sms(atom.sms, atom.m, atom.k);
    case MmaLayout::kB: return shared_among_sms(atom.sms, atom.n, atom.k);
    case MmaLayout::kC: return shared_among_sms(atom.sms, atom.m, atom.n);
    default: return {};
  }
}

constexpr Layout<> quad_pair_layout(const MmaAtom& atom, MmaLayout which) {
  switch (which) {
    case MmaLayout::kThrId: return numbering({{4, 1}, {2, 16}});
    case MmaLayout::kA: return quad_pair_operand(*atom.a_major);
    case MmaLayout::kB: return quad_pair_operand(*atom.b_major);
    case MmaLayout::kC: return quad_pair_accumulators(atom.d);
    default: return {};
  }
}

constexpr Layout<> thread_layout(const MmaAtom& atom, MmaLayout which) {
  switch (which) {
    case MmaLayout::kThrId: return numbering({{1, 0}});
    case MmaLayout::kA: return scalar_layout(atom.m * atom.k);
    case MmaLayout::kB: return scalar_layout(atom.n * atom.k);
    case MmaLayout::kC: return scalar_layout(atom.m * atom.n);
    default: return {};
  }
}

/// `():()` if the instruction has no such layout. `atom` exists: why_no_mma is empty.
constexpr Layout<> layout_of(const MmaAtom& atom, MmaLayout which) {
  switch (atom.family) {
    case MmaFamily::kQuadPair: return quad_pair_layout(atom, which);
    case MmaFamily::kWarp:
    case MmaFamily::kWarpF8f6f4: return warp_layout(atom, which);
    case MmaFamily::kWgmma: return wgmma_layout(atom, which);
    case MmaFamily::kTcgen05: return tcgen05_layout(atom, which);
    default: return thread_layout(atom, which);
  }
}

/// A value that stands for `elements` elements of a matrix: sparse<2,f16> holds one of two.
struct HeldType {
  ValueType type = ValueType::kF32;
  int elements = 1;

  friend constexpr bool operator==(const HeldType&, const HeldType&) = default;
};

/// What the values of A are: e2m1 of sm_120 lies in a byte, mxf4 of a sparse A two in a byte.
constexpr HeldType held_a(const MmaAtom& atom) {
  const bool packs =
      atom.family == MmaFamily::kWarpF8f6f4 ? packs_two(atom) : atom.kind == MmaKind::kMxf4;
  if (atom.is_sparse) return packs ? HeldType{ValueType::kU8, 4} : HeldType{atom.a, 2};
  if (atom.family != MmaFamily::kWarpF8f6f4) return {atom.a};
  return {packs ? ValueType::kU4 : ValueType::kU8};
}

constexpr HeldType held_b(const MmaAtom& atom) {
  if (atom.family != MmaFamily::kWarpF8f6f4) return {atom.b};
  return {packs_two(atom) ? ValueType::kU4 : ValueType::kU8};
}

/// A byte of metadata tells two of each four elements; of tf32, one of each two.
constexpr HeldType held_e(const MmaAtom& atom) {
  if (held_a(atom).elements == 4) return {ValueType::kU8, 16};
  return {ValueType::kU8, atom.b == ValueType::kTf32 ? 4 : 8};
}

}  // namespace tileglot::notation::cute
