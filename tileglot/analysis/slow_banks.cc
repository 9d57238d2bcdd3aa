// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/slow_banks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace tileglot::analysis {

std::int64_t slow_ways(const std::vector<LaneBytes>& lanes, std::int64_t banks,
                       std::int64_t width) {
  std::map<std::int64_t, std::set<std::int64_t>> words_of_bank;
  for (const LaneBytes& bytes : lanes) {
    for (const std::int64_t byte : bytes) {
      const std::int64_t word = byte / width;
      words_of_bank[word % banks].insert(word);
    }
  }
  std::size_t ways = 0;
  for (const auto& [bank, words] : words_of_bank) ways = std::max(ways, words.size());
  return static_cast<std::int64_t>(ways);
}

std::int64_t slow_wavefronts(const std::vector<LaneBytes>& lanes, std::int64_t phase_lanes,
                             std::int64_t banks, std::int64_t width) {
  std::int64_t wavefronts = 0;
  std::vector<LaneBytes> phase;
  for (const LaneBytes& lane : lanes) {
    phase.push_back(lane);
    if (static_cast<std::int64_t>(phase.size()) < phase_lanes) continue;
    wavefronts += slow_ways(phase, banks, width);
    phase.clear();
  }
  return wavefronts + slow_ways(phase, banks, width);
}

}  // namespace tileglot::analysis
