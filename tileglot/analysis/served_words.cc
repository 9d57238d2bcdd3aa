// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/served_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {
namespace {

/// The words that banks deliver in one phase.
class Delivery {
 public:
  explicit Delivery(const Banks& banks) : ticks_(static_cast<std::size_t>(banks.count)) {}

  /// Adds the lane to those that get the word.
  const ServedWord& deliver(std::int64_t word, std::int64_t lane) {
    const auto [found, is_new] = places_.try_emplace(word, words_.size());
    if (is_new) {
      const std::int64_t bank = word % std::ssize(ticks_);
      words_.push_back(
          {.bank = bank, .word = word, .tick = ticks_[static_cast<std::size_t>(bank)]++});
    }
    ServedWord& served = words_[found->second];
    served.lanes.push_back(lane);
    return served;
  }

  std::vector<ServedWord> take() && { return std::move(words_); }

 private:
  std::vector<std::int64_t> ticks_;             ///< that each bank has used
  std::map<std::int64_t, std::size_t> places_;  ///< of each word in words_
  std::vector<ServedWord> words_;
};

/// Serves the lane whose vector has the bits from `first` to before `end`.
ServedLane serve(std::int64_t lane, std::int64_t first, std::int64_t end, std::int64_t word_bits,
                 Delivery& delivery) {
  const std::int64_t byte = first / 8;
  ServedLane served{.lane = lane, .byte = byte, .bytes = (end - 1) / 8 - byte + 1};
  for (std::int64_t word = first / word_bits; word * word_bits < end; ++word) {
    const ServedWord& delivered = delivery.deliver(word, lane);
    served.banks.push_back(delivered.bank);
    served.ticks.push_back(delivered.tick);
  }
  return served;
}

/// Fills in what the lanes of a phase get; the first of them is lane `first_lane`.
void serve_lanes(std::span<const std::int64_t> begins, std::int64_t first_lane, std::int64_t vector,
                 std::int64_t bits, const Banks& banks, ServedPhase& phase) {
  Delivery delivery(banks);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::int64_t first = begins[i] * bits;
    phase.lanes.push_back(serve(first_lane + static_cast<std::int64_t>(i), first,
                                first + vector * bits, 8 * banks.width_bytes, delivery));
    phase.lanes.back().offset = begins[i];
  }
  phase.words = std::move(delivery).take();
}

}  // namespace

std::int64_t ServedPhase::ways() const {
  std::int64_t ticks = 0;
  for (const ServedWord& word : words) ticks = std::max(ticks, word.tick + 1);
  return ticks;
}

std::vector<ServedPhase> served_words(const LaneAccess& access, std::int64_t bits,
                                      const Banks& banks, std::size_t most) {
  const auto step = static_cast<std::size_t>(phase_lanes(access, bits, banks));
  std::vector<ServedPhase> phases;
  for (std::int64_t warp = 0; warp < access.warps; ++warp) {
    for (std::int64_t instruction = 0; instruction < access.instructions(); ++instruction) {
      const std::span<const std::int64_t> begins = access.begins_of(warp, instruction);
      for (std::size_t lane = 0; lane < begins.size(); lane += step) {
        if (phases.size() == most) return phases;
        ServedPhase& phase = phases.emplace_back(ServedPhase{
            .warp = warp, .instruction = instruction, .phase = std::int64_t(lane / step)});
        serve_lanes(begins.subspan(lane, std::min(step, begins.size() - lane)),
                    static_cast<std::int64_t>(lane), access.vector, bits, banks, phase);
      }
    }
  }
  return phases;
}

}  // namespace tileglot::analysis
