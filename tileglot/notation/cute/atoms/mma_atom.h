// SPDX-License-Identifier: Apache-2.0
// mma_atom.h: one matrix instruction, by its parts.
//
// What     An MmaAtom says what an instruction multiplies: its family, shape, types, where A and B
//          come from, and what else tells it from its siblings. Its layouts are functions of it
//          (mma_layouts.h), and so is its name (atom_names.h).
// Why      CUTLASS names two thousand instructions. They differ in few parts, and each part has a
//          rule: an MmaAtom is the answer to the name, and the question to the rules.
// Units    m, n and k are elements; k of a sparse instruction counts the elements that are not
//          stored too.
// Example  wgmma m64n128k16, f32 += f16 * f16 with A from registers: family kWgmma, a_from
//          kRegisters, b_from kShared.
//          [tests: atom_names_test.cc, "a name says the parts of its instruction"]
// Errors   None.
// Source   PTX ISA 8.7, 9.7.14 (mma), 9.7.15 (wgmma) and 9.7.16 (tcgen05).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/major.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {

enum class MmaFamily : std::uint8_t {
  kUniversalFma,  ///< one multiply-add of a thread
  kDotProduct,    ///< dp4a and dp2a of a thread
  kFma2,          ///< two multiply-adds of a thread, since sm_100
  kQuadPair,      ///< eight lanes of a warp, sm_70
  kWarp,          ///< a warp, sm_75 to sm_90
  kWarpF8f6f4,    ///< a warp with types of 8, 6 and 4 bits, sm_120
  kWgmma,         ///< a warpgroup, sm_90
  kTcgen05,       ///< one or two SMs, sm_100 and sm_103
};

/// Where an operand lies.
enum class Place : std::uint8_t { kRegisters, kShared, kTensorMemory };

/// What a name ends in.
enum class Variant : std::uint8_t { kPlain, kSaturate, kAndPopc, kXorPopc };

/// tcgen05's kinds.
enum class MmaKind : std::uint8_t { kNone, kF16, kTf32, kF8f6f4, kI8, kMxf8f6f4, kMxf4, kUltra };

struct MmaAtom {
  MmaFamily family = MmaFamily::kUniversalFma;
  MmaKind kind = MmaKind::kNone;
  int arch = 0;  ///< 75 for sm_75; 0 for every GPU
  std::int64_t m = 1;
  std::int64_t n = 1;
  std::int64_t k = 1;
  ValueType d = ValueType::kF32;
  ValueType a = ValueType::kF32;
  ValueType b = ValueType::kF32;
  ValueType c = ValueType::kF32;
  Place a_from = Place::kRegisters;
  Place b_from = Place::kRegisters;
  std::optional<Major> a_major = {};  ///< nothing if the name leaves it open
  std::optional<Major> b_major = {};
  Variant variant = Variant::kPlain;
  bool is_sparse = false;       ///< two of four elements of A, by metadata
  bool is_scaled = false;       ///< tcgen05: D scaled by a power of two before the sum
  bool is_interleaved = false;  ///< tcgen05: complex numbers, real and imaginary part in turn
  bool negates_a = false;
  bool negates_b = false;
  std::int64_t sms = 1;                 ///< SMs that work together
  std::int64_t scale_exponent = 0;      ///< of an is_scaled atom: 2 to the power of minus this
  std::optional<ValueType> scale = {};  ///< type of the factors of a block of elements
  std::int64_t scale_vector = 0;        ///< elements of K that share a factor

  friend constexpr bool operator==(const MmaAtom&, const MmaAtom&) = default;
};

/// Bits of A and B that one instruction's row holds, without what a sparse A does not store.
constexpr std::int64_t stored_bits(const MmaAtom& atom) {
  return atom.k * bits_of(atom.b) / (atom.is_sparse ? 2 : 1);
}

/// Accumulators lie in tensor memory for tcgen05, else in registers.
constexpr Place accumulates_in(const MmaAtom& atom) {
  return atom.family == MmaFamily::kTcgen05 ? Place::kTensorMemory : Place::kRegisters;
}

}  // namespace tileglot::notation::cute
