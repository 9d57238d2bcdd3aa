// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/bank_conflicts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {
namespace {

/// A word of memory by its bank, so that sorting brings the words of a bank together.
struct Word {
  std::int64_t bank = 0;
  std::int64_t row = 0;
  friend auto operator<=>(const Word&, const Word&) = default;
};

/// Counts the words of one phase after another.
class Simulator {
 public:
  Simulator(std::int64_t vector, std::int64_t bits, const Banks& banks)
      : vector_(vector), bits_(bits), banks_(banks) {}

  /// The words that a vector beginning at `begin` touches.
  void touch(std::int64_t begin, std::vector<Word>& words) const {
    const std::int64_t word_bits = 8 * banks_.width_bytes;
    const std::int64_t last = ((begin + vector_) * bits_ - 1) / word_bits;
    for (std::int64_t word = begin * bits_ / word_bits; word <= last; ++word) {
      words.push_back({word % banks_.count, word / banks_.count});
    }
  }

  /// The largest number of words that one bank delivers in a phase.
  std::int64_t ways(std::span<const std::int64_t> begins) {
    words_.clear();
    for (const std::int64_t begin : begins) touch(begin, words_);
    std::ranges::sort(words_);
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    counts_.clear();
    for (const Word& word : words_) {
      if (counts_.empty() || counts_.back().first != word.bank) counts_.emplace_back(word.bank, 0);
      ++counts_.back().second;
    }
    return most();
  }

  // For the phase that ways has just counted:
  std::int64_t most() const {
    std::int64_t most = 0;
    for (const auto& [bank, count] : counts_) most = std::max(most, count);
    return most;
  }

  std::int64_t banks_touched() const { return static_cast<std::int64_t>(counts_.size()); }

  std::vector<std::int64_t> worst_banks() const {
    std::vector<std::int64_t> banks;
    for (const auto& [bank, count] : counts_) {
      if (count == most()) banks.push_back(bank);
    }
    return banks;
  }

 private:
  std::int64_t vector_;
  std::int64_t bits_;
  Banks banks_;
  std::vector<Word> words_;
  std::vector<std::pair<std::int64_t, std::int64_t>> counts_;  ///< bank, words; banks ascend
};

/// The lanes of a phase whose vectors touch one of the banks.
std::vector<std::int64_t> lanes_in(const Simulator& simulator, std::span<const std::int64_t> begins,
                                   std::int64_t first_lane,
                                   const std::vector<std::int64_t>& banks) {
  std::vector<std::int64_t> lanes;
  std::vector<Word> words;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    words.clear();
    simulator.touch(begins[i], words);
    const bool hits = std::ranges::any_of(
        words, [&](const Word& word) { return std::ranges::binary_search(banks, word.bank); });
    if (hits) lanes.push_back(first_lane + static_cast<std::int64_t>(i));
  }
  return lanes;
}

/// Adds up instructions.
class Tally {
 public:
  Tally(const LaneAccess& access, std::int64_t bits, const Banks& banks, BankConflicts& result)
      : access_(access),
        simulator_(access.vector, bits, banks),
        step_(static_cast<std::size_t>(phase_lanes(access, bits, banks))),
        result_(result) {}

  void add(std::int64_t warp, std::int64_t instruction) {
    const std::span<const std::int64_t> begins = access_.begins_of(warp, instruction);
    for (std::size_t lane = 0; lane < begins.size(); lane += step_) {
      const auto phase = begins.subspan(lane, std::min(step_, begins.size() - lane));
      const std::int64_t ways = simulator_.ways(phase);
      ++result_.phases;
      result_.wavefronts += ways;
      if (ways > 1) ++result_.conflicting_phases;
      if (ways > result_.ways) remember(phase, {.warp = warp, .instruction = instruction}, lane);
    }
  }

 private:
  /// Records the phase that the simulator has just counted as the worst so far.
  void remember(std::span<const std::int64_t> phase, PhaseConflict where, std::size_t lane) {
    result_.ways = simulator_.most();
    result_.banks_touched = simulator_.banks_touched();
    if (result_.ways == 1) return;
    where.phase = static_cast<std::int64_t>(lane / step_);
    where.banks = simulator_.worst_banks();
    where.lanes = lanes_in(simulator_, phase, static_cast<std::int64_t>(lane), where.banks);
    result_.worst = std::move(where);
  }

  const LaneAccess& access_;
  Simulator simulator_;
  std::size_t step_;
  BankConflicts& result_;
};

}  // namespace

std::int64_t phase_lanes(const LaneAccess& access, std::int64_t bits, const Banks& banks) {
  if (access.phase_lanes) return *access.phase_lanes;
  return std::clamp<std::int64_t>(banks.bits() / (access.vector * bits), 1, access.lanes);
}

BankConflicts bank_conflicts(const LaneAccess& access, std::int64_t bits, const Banks& banks) {
  BankConflicts result;
  Tally tally(access, bits, banks, result);
  for (std::int64_t warp = 0; warp < access.warps; ++warp) {
    for (std::int64_t i = 0; i < access.instructions(); ++i) tally.add(warp, i);
  }
  return result;
}

}  // namespace tileglot::analysis
