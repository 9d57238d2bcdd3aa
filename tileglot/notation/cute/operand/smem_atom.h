// SPDX-License-Identifier: Apache-2.0
// smem_atom.h: the tiles of shared memory that wgmma and tcgen05 read, by major mode and swizzle.
//
// What     smem_atom(major, swizzle, bits) is the smallest tile (M or N, K) of elements of that
//          many bits: eight runs of 16, 32, 64 or 128 contiguous bytes along the major mode.
// Why      Operands are made by tile_to_shape(smem_atom(..), shape); nothing else is one.
// Units    Elements; the swizzle xors bits 4 to 6 of a byte address with bits 7 to 9.
// Example  smem_atom(Major::kK, SmemSwizzle::k128B, 16) = Sw<3,3,3> o _0 o (_8,_64):(_64,_1).
//          [tests: smem_atom_test.cc, "atoms are those of CuTe in elements"]
// Errors   Refused: bits that are not a power of two, or more than 128.
// Source   PTX ISA 9.7.15.5.1 (wgmma: shared memory layout); the atoms are those of CUTLASS,
//          cute/atom/mma_traits_sm90_gmma.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/atoms/major.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::notation::cute {

/// The bytes in which 16-byte units are permuted. As a number: how many bits are swizzled.
enum class SmemSwizzle : std::uint8_t { kNone, k32B, k64B, k128B };

inline constexpr std::array<Major, 2> kMajors{Major::kK, Major::kMn};
inline constexpr std::array<SmemSwizzle, 4> kSmemSwizzles{SmemSwizzle::k128B, SmemSwizzle::k64B,
                                                          SmemSwizzle::k32B, SmemSwizzle::kNone};

inline constexpr std::int64_t kUnitBits = 128;  ///< what a swizzle moves as one: 16 bytes
inline constexpr std::int64_t kAtomRuns = 8;    ///< the contiguous runs of an atom

/// How many units are contiguous in an atom.
constexpr std::int64_t run_units(SmemSwizzle swizzle) {
  return std::int64_t{1} << static_cast<unsigned>(swizzle);
}

/// The swizzle of bit addresses.
constexpr Swizzle swizzle_of_bits(SmemSwizzle swizzle) {
  if (swizzle == SmemSwizzle::kNone) return {};
  return {static_cast<int>(swizzle), core::log2_floor(kUnitBits), core::log2_floor(kAtomRuns)};
}

/// Addresses that are this many bytes apart are swizzled alike; memory has to begin at a multiple.
constexpr std::int64_t alignment_bytes(SmemSwizzle swizzle) {
  return swizzle == SmemSwizzle::kNone ? kUnitBits / 8 : kUnitBits * run_units(swizzle);
}

constexpr std::string_view name(SmemSwizzle swizzle) {
  constexpr std::array<std::string_view, 4> kNames{"none", "32B", "64B", "128B"};
  return kNames[static_cast<std::size_t>(swizzle)];
}

constexpr Outcome<CuteLayout> smem_atom(Major major, SmemSwizzle swizzle, std::int64_t bits) {
  if (bits > kUnitBits) return Refusal{Reason::kTileDoesNotDivide, kUnitBits, bits};
  const Integer run = core::static_integer(run_units(swizzle) * kUnitBits);
  const Integer runs = core::static_integer(kAtomRuns);
  const Integer one = core::static_integer(1);
  const bool is_k = major == Major::kK;
  TILEGLOT_TRY_VALUE(shape, is_k ? tuple_of(runs, run) : tuple_of(run, runs));
  TILEGLOT_TRY_VALUE(stride, is_k ? tuple_of(run, one) : tuple_of(one, run));
  TILEGLOT_TRY_VALUE(tile, make_layout(shape, stride));
  const ComposedLayout in_bits{swizzle_of_bits(swizzle), core::static_integer(0), tile};
  TILEGLOT_TRY_VALUE(atom, upcast(bits, in_bits));
  return compose(atom.outer, atom.offset, atom.inner.layout);
}

}  // namespace tileglot::notation::cute
