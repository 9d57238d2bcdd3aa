// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/bank_phases.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {
namespace {

/// Marks the banks that the lanes of one phase touch; the first of them is lane `first_lane`.
std::vector<BankLoad> load_of(std::span<const std::int64_t> begins, std::int64_t first_lane,
                              std::int64_t vector_bits, std::int64_t bits, const Banks& banks) {
  const std::int64_t word_bits = 8 * banks.width_bytes;
  std::vector<BankLoad> load(static_cast<std::size_t>(banks.count));
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::int64_t begin = begins[i] * bits;
    for (std::int64_t word = begin / word_bits; word * word_bits < begin + vector_bits; ++word) {
      BankLoad& bank = load[static_cast<std::size_t>(word % banks.count)];
      if (seen.insert(word).second) ++bank.words;
      const std::int64_t lane = first_lane + static_cast<std::int64_t>(i);
      if (bank.lanes.empty() || bank.lanes.back() != lane) bank.lanes.push_back(lane);
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
  const auto step = static_cast<std::size_t>(phase_lanes(access, bits, banks));
  std::vector<BankPhase> phases;
  for (std::int64_t warp = 0; warp < access.warps; ++warp) {
    for (std::int64_t instruction = 0; instruction < access.instructions(); ++instruction) {
      const std::span<const std::int64_t> begins = access.begins_of(warp, instruction);
      for (std::size_t lane = 0; lane < begins.size(); lane += step) {
        if (phases.size() == most) return phases;
        const auto part = begins.subspan(lane, std::min(step, begins.size() - lane));
        phases.push_back(
            {warp, instruction, static_cast<std::int64_t>(lane / step),
             load_of(part, static_cast<std::int64_t>(lane), access.vector * bits, bits, banks)});
      }
    }
  }
  return phases;
}

}  // namespace tileglot::analysis
