// SPDX-License-Identifier: Apache-2.0
// bank_conflicts.h: shared memory bank conflicts of one access of a warp.
//
// What     access_conflicts(registers, memory, bits, model) finds the widest vector of elements
//          that a lane moves at once (up to 16 bytes, its registers in any order), and how many
//          wavefronts beyond the first the lanes that access together take. The model has 32 banks
//          unless it says otherwise; AMD's have 64, and lanes that are not neighbours access
//          together.
// Why      Exact, also for elements smaller than a bank: the span W of the lanes' offsets is
//          counted with sub = log2 of the elements of a word (or vector), top = log2 of the
//          elements of a row:
//          extra = |{o in W: bits sub..top are 0}| / |{o in W: o >> sub = 0}| - 1.
//          Triton's formula ignores the bits within a word and reports fewer.
// Units    memory maps offset (any inputs but block) to the tensor. bits: of an element.
// Example  64x64 f16 in the accumulators of mma: 7 conflicts in row-major memory, 0 in one swizzled
//          by (8,1,8). [tests: bank_conflicts_test.cc, "a swizzle takes the conflicts away"]
// Errors   linear.not_distributed, linear.other_tensor, linear.element_bits, linear.banks,
//          linear.tile (a lane bit that the layout does not have, or one listed twice),
//          linear.not_in_memory (an element that the memory does not hold).
// Source   arXiv 2505.23819, section 5.4; verified by simulation.
#pragma once

#include <cstddef>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"

namespace tileglot::notation::linear {

struct BankConflicts {
  int elements_per_vector = 1;
  int extra_wavefronts = 0;
  friend bool operator==(const BankConflicts&, const BankConflicts&) = default;
};

/// Bits of a lane's number.
using LaneBits = core::SmallVector<int, 8>;

/// A shared memory.
struct SharedMemory {
  int banks = 32;
  /// The lane bits of one wavefront. Without them, the low ones of as many lanes as fill the banks.
  std::optional<LaneBits> lanes = {};
};

core::Result<BankConflicts> access_conflicts(const Layout& registers, const Layout& memory,
                                             int bits, const SharedMemory& model = {});

/// Fails with linear.banks unless it is a power of two from 4 to 1024.
core::Status require_banks(int banks);

/// Fails with linear.tile unless each is one of `count` lane bits, listed once.
core::Status require_lanes(const std::optional<LaneBits>& lanes, std::size_t count);

/// The lanes with these bits.
F2Bases chosen_lanes(F2BasesView lanes, const LaneBits& bits);

/// The lanes that one conflict-free wavefront serves: all, or only the low ones if vectors are
/// wide.
F2BasesView together(F2BasesView lanes, int elements_per_vector, int bits, int banks);

/// log2 of the widest vector of registers, given the offsets of the registers and of the other
/// inputs: the registers include offsets 1, 2, 4 .., and nothing else changes those bits.
int vector_bits(F2BasesView registers, F2BasesView others, int bits);

}  // namespace tileglot::notation::linear
