// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/bank_phases.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/served_words.h"

namespace tileglot::analysis {
namespace {

std::vector<BankLoad> load_of(const ServedPhase& phase, const Banks& banks) {
  std::vector<BankLoad> load(static_cast<std::size_t>(banks.count));
  for (const ServedWord& word : phase.words) ++load[static_cast<std::size_t>(word.bank)].words;
  for (const ServedLane& lane : phase.lanes) {
    for (const std::int64_t bank : lane.banks) {
      std::vector<std::int64_t>& lanes = load[static_cast<std::size_t>(bank)].lanes;
      if (lanes.empty() || lanes.back() != lane.lane) lanes.push_back(lane.lane);
    }
  }
  return load;
}

}  // namespace

std::int64_t BankPhase::ways() const {
  std::int64_t most = 0;
  for (const BankLoad& bank : banks) most = std::max(most, bank.words);
  return most;
}

std::vector<BankPhase> bank_phases(const LaneAccess& access, std::int64_t bits, const Banks& banks,
                                   std::size_t most) {
  std::vector<BankPhase> phases;
  for (const ServedPhase& phase : served_words(access, bits, banks, most)) {
    phases.push_back({phase.warp, phase.instruction, phase.phase, load_of(phase, banks)});
  }
  return phases;
}

}  // namespace tileglot::analysis
