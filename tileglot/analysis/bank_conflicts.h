// SPDX-License-Identifier: Apache-2.0
// bank_conflicts.h: how many shared-memory wavefronts one instruction needs.
//
// What     bank_conflicts(access, bits, banks) simulates every lane of every instruction: the ways
//          of a phase are the largest number of different words wanted from one bank. 1 way is
//          conflict-free; a phase of w ways takes w wavefronts.
// Why      Formulas that ignore broadcasts, or words that hold several elements, miscount.
// Units    Bits of an element; bytes of a bank; lanes, phases, wavefronts.
// How      Bank b holds the words b, b + count, b + 2*count, .. A phase has as many lanes as fill
//          all banks once: 8 lanes of 16 bytes, 16 of 8, 32 of 4 and fewer. Lanes that want the
//          same word get it together (broadcast), and so do lanes that want different elements of a
//          word.
// Example  ldmatrix on (8,64):(64,1) of 16 bits: the eight rows of a matrix begin 128 bytes apart,
//          all in banks 0-3: 8 ways. With Sw<3,3,3> in front they are spread over all banks: 1 way.
//          [tests: bank_conflicts_test.cc, "eight rows a bank apart are eight ways"]
// Source   CUDA C++ Programming Guide, shared memory of compute capability 5.x and later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {

struct Banks {
  std::int64_t count = 32;
  std::int64_t width_bytes = 4;
  std::int64_t bits() const { return 8 * count * width_bytes; }
};

/// Where one phase of one instruction collides.
struct PhaseConflict {
  std::int64_t warp = 0;
  std::int64_t instruction = 0;
  std::int64_t phase = 0;
  std::vector<std::int64_t> lanes = {};  ///< of the warp that touch one of the banks
  std::vector<std::int64_t> banks = {};  ///< with the most words
};

struct BankConflicts {
  std::int64_t ways = 0;  ///< of the worst phase; 0 where nothing is touched
  std::int64_t phases = 0;
  std::int64_t conflicting_phases = 0;      ///< of more than one way
  std::int64_t wavefronts = 0;              ///< the ways of all phases together
  std::int64_t banks_touched = 0;           ///< in the first of the worst phases
  std::optional<PhaseConflict> worst = {};  ///< the first of the worst phases, if it conflicts
  bool is_free() const { return conflicting_phases == 0; }
};

/// Lanes of one phase.
std::int64_t phase_lanes(const LaneAccess& access, std::int64_t bits, const Banks& banks);

/// Precondition: count and width are positive, offsets are not negative.
BankConflicts bank_conflicts(const LaneAccess& access, std::int64_t bits, const Banks& banks = {});

}  // namespace tileglot::analysis
