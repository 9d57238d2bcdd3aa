// SPDX-License-Identifier: Apache-2.0
// canonical_operand.h: where wgmma and tcgen05 read each element of an operand in shared memory.
//
// What     CanonicalOperand is what a descriptor says: major mode, swizzle, where the operand
//          begins, and two byte offsets. bit_address(operand, mn, k) is where element (mn,k) is.
//          In units of 16 bytes, with `mn` units along M or N and `k` units along K counted along
//          the major mode, the address before the swizzle is
//
//              K-major   none    ((8,n),2):((1,SBO),LBO)
//                        32B     ((8,n),2):((2,SBO),1)       64B: 4, 128B: 8 for 2
//              MN-major  none    ((1,n),(8,k)):((0,SBO),(1,LBO))
//                        32B     ((2,n),(8,k)):((1,LBO),(2,SBO))    64B: 4, 128B: 8 for 2
//
// Why      An instruction takes no layout, only these numbers: a layout is an operand if they give
//          the same addresses.
// Units    The two offsets are in bytes. Addresses are in bits, so that elements of 4 bits have
//          one, and count from a multiple of alignment_bytes(swizzle).
// Example  K-major 128B with SBO 1024: element (8,0) of f16 is at byte 1024, (1,0) at 144.
//          [tests: canonical_operand_test.cc, "rows are swizzled units"]
// Source   PTX ISA 9.7.15.5.1 (wgmma) and 9.7.16.4.1 (tcgen05); the table is that of CUTLASS,
//          cute/atom/mma_traits_sm90_gmma.hpp. The swizzle xors the bits of the whole address, as
//          there, so the base offset of a descriptor is 0.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/operand/smem_atom.h"

namespace tileglot::notation::cute {

struct CanonicalOperand {
  Major major = Major::kK;
  SmemSwizzle swizzle = SmemSwizzle::kNone;
  std::int64_t bits = 16;  ///< of an element
  std::int64_t start_bytes = 0;
  std::optional<std::int64_t> leading_bytes = {};  ///< LBO; nothing if no element needs it
  std::optional<std::int64_t> stride_bytes = {};   ///< SBO; nothing if no element needs it

  friend bool operator==(const CanonicalOperand&, const CanonicalOperand&) = default;
};

/// Elements, or instructions, along M or N and along K.
struct OperandShape {
  std::int64_t mn = 0;
  std::int64_t k = 0;

  friend bool operator==(const OperandShape&, const OperandShape&) = default;
};

/// The first coordinate in colexicographic order whose address has this offset in it; for the
/// leading offset of a swizzled K-major operand there is none.
constexpr std::optional<OperandShape> first_with_leading(Major major, SmemSwizzle swizzle,
                                                         std::int64_t bits) {
  const std::int64_t unit = kUnitBits / bits;
  if (swizzle == SmemSwizzle::kNone) {
    return major == Major::kK ? OperandShape{0, unit} : OperandShape{0, kAtomRuns};
  }
  if (major == Major::kK) return std::nullopt;
  return OperandShape{run_units(swizzle) * unit, 0};
}

constexpr OperandShape first_with_stride(Major major, SmemSwizzle swizzle, std::int64_t bits) {
  if (major == Major::kK) return {kAtomRuns, 0};
  return swizzle == SmemSwizzle::kNone ? OperandShape{kUnitBits / bits, 0}
                                       : OperandShape{0, kAtomRuns};
}

/// Precondition: elements fill 16 bytes; sums of the offsets that the coordinate needs fit.
constexpr std::int64_t bit_address(const CanonicalOperand& operand, std::int64_t mn,
                                   std::int64_t k) {
  const std::int64_t unit = kUnitBits / operand.bits;
  const std::int64_t leading = operand.leading_bytes.value_or(0) * 8;
  const std::int64_t stride = operand.stride_bytes.value_or(0) * 8;
  const std::int64_t run = run_units(operand.swizzle) * kUnitBits;
  const bool is_k = operand.major == Major::kK;
  const std::int64_t along = (is_k ? k : mn) / unit;  // units along the major mode
  const std::int64_t inside = (is_k ? k : mn) % unit;
  const std::int64_t across = is_k ? mn : k;
  const std::int64_t wide = run_units(operand.swizzle);
  std::int64_t address = operand.start_bytes * 8 + inside * operand.bits + across % kAtomRuns * run;
  if (operand.swizzle == SmemSwizzle::kNone) {
    address += along * (is_k ? leading : stride) + across / kAtomRuns * (is_k ? stride : leading);
  } else if (is_k) {
    address += along * kUnitBits + across / kAtomRuns * stride;
  } else {
    address += along % wide * kUnitBits + along / wide * leading + across / kAtomRuns * stride;
  }
  return apply(swizzle_of_bits(operand.swizzle), address);
}

}  // namespace tileglot::notation::cute
