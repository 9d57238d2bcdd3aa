// SPDX-License-Identifier: Apache-2.0
// served_words.h: which word of shared memory serves which lane, and when.
//
// What     served_words(access, bits, banks, most) lists the first phases of an access: what each
//          lane touches, and each word that the banks deliver, with its tick and its lanes.
// Why      A playback shows a phase tick by tick; a count of ways does not say what is served when.
// Units    A word is as wide as a bank; it is numbered by its place in memory, byte / width. Lanes
//          are those of the warp. Ticks count from 0 in each phase.
// How      In one tick each bank delivers one word to all lanes that want it. A bank delivers its
//          words in the order in which they are first wanted, lane by lane and word by word, so
//          the ways of a phase are its ticks.
// Example  (8,64):(64,1) of f16 by ldmatrix: in the first phase lane 3 wants words 96 to 99, and
//          banks 0 to 3 deliver them in tick 3.
//          [tests: served_words_test.cc, "eight rows of a matrix take eight ticks"]
// Source   As bank_conflicts.h; the hardware does not document the order of the ticks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {

/// What one lane touches.
struct ServedLane {
  std::int64_t lane = 0;
  std::int64_t offset = 0;               ///< of its first element
  std::int64_t byte = 0;                 ///< the first
  std::int64_t bytes = 0;                ///< touched, also in part
  std::vector<std::int64_t> banks = {};  ///< of its words, which ascend
  std::vector<std::int64_t> ticks = {};  ///< in which it gets them
};

struct ServedWord {
  std::int64_t bank = 0;
  std::int64_t word = 0;
  std::int64_t tick = 0;
  std::vector<std::int64_t> lanes = {};  ///< ascending
};

struct ServedPhase {
  std::int64_t warp = 0;
  std::int64_t instruction = 0;
  std::int64_t phase = 0;
  std::vector<ServedLane> lanes = {};
  std::vector<ServedWord> words = {};  ///< as they are first wanted
  std::int64_t ways() const;           ///< its ticks
};

/// At most `most` phases. Precondition: as bank_conflicts.
std::vector<ServedPhase> served_words(const LaneAccess& access, std::int64_t bits,
                                      const Banks& banks, std::size_t most);

}  // namespace tileglot::analysis
