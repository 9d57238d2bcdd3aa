// SPDX-License-Identifier: Apache-2.0
// bank_phases.h: the load of each bank of shared memory, phase by phase.
//
// What     bank_phases(access, bits, banks, most) lists the first phases of an access: how many
//          different words each bank delivers, and to which lanes.
// Why      A picture of a bank conflict shows where the lanes collide; bank_conflicts.h counts all
//          phases.
// Units    A word is as wide as a bank. Lanes are those of the warp.
// Example  (8,64):(64,1) of f16 by ldmatrix: in each phase banks 0 to 3 (or the next four) deliver
//          eight words, the others none.
//          [tests: bank_phases_test.cc, "eight rows of a matrix meet in four banks"]
// Source   As bank_conflicts.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {

struct BankLoad {
  std::int64_t words = 0;                ///< different words
  std::vector<std::int64_t> lanes = {};  ///< ascending
};

struct BankPhase {
  std::int64_t warp = 0;
  std::int64_t instruction = 0;
  std::int64_t phase = 0;
  std::vector<BankLoad> banks = {};  ///< one for each bank
  std::int64_t ways() const;
};

/// At most `most` phases.
std::vector<BankPhase> bank_phases(const LaneAccess& access, std::int64_t bits, const Banks& banks,
                                   std::size_t most);

}  // namespace tileglot::analysis
