// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/bank_phases.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/analysis/any_lane_access.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/law.h"

namespace tileglot::analysis {
namespace {

using Lanes = std::vector<std::int64_t>;

LaneAccess one_instruction(std::vector<std::int64_t> begins, std::int64_t vector) {
  const auto lanes = static_cast<std::int64_t>(begins.size());
  return {.vector = vector, .warps = 1, .begins = std::move(begins), .threads = lanes};
}

TEST(BankPhases, EightRowsOfAMatrixMeetInFourBanks) {
  // ldmatrix on (8,64):(64,1) of 16 bits.
  const LaneAccess access = one_instruction({0, 64, 128, 192, 256, 320, 384, 448}, 8);
  const std::vector<BankPhase> phases = bank_phases(access, 16, {}, 100);
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].ways(), 8);
  ASSERT_EQ(phases[0].banks.size(), 32U);
  for (std::size_t bank = 0; bank < 32; ++bank) {
    EXPECT_EQ(phases[0].banks[bank].words, bank < 4 ? 8 : 0);
    EXPECT_EQ(phases[0].banks[bank].lanes, bank < 4 ? (Lanes{0, 1, 2, 3, 4, 5, 6, 7}) : Lanes{});
  }
}

TEST(BankPhases, LanesThatWantOneWordGetItTogether) {
  const std::vector<BankPhase> phases = bank_phases(one_instruction({5, 5, 37}, 1), 32, {}, 100);
  EXPECT_EQ(phases[0].banks[5].words, 2);
  EXPECT_EQ(phases[0].banks[5].lanes, (Lanes{0, 1, 2}));
}

TEST(BankPhases, NoMoreThanAskedFor) {
  std::vector<std::int64_t> begins(32);
  for (std::size_t lane = 0; lane < 32; ++lane) begins[lane] = static_cast<std::int64_t>(4 * lane);
  const LaneAccess access = one_instruction(begins, 4);
  EXPECT_EQ(bank_phases(access, 32, {}, 100).size(), 4U);
  EXPECT_EQ(bank_phases(access, 32, {}, 3).size(), 3U);
  EXPECT_EQ(bank_phases(access, 32, {}, 100)[3].phase, 3);
  EXPECT_EQ(bank_phases(access, 32, {}, 100)[3].banks[0].lanes, (Lanes{24}));
  EXPECT_TRUE(bank_phases(access, 32, {}, 0).empty());
  EXPECT_TRUE(bank_phases(one_instruction({}, 1), 32, {}, 100).empty());
}

/// The words of a phase and the lanes that want them, bit by bit.
void expect_load(const BankPhase& phase, const LaneAccess& access, std::int64_t first_lane,
                 std::int64_t lanes, std::int64_t bits, const Banks& banks) {
  const auto begins = access.begins_of(phase.warp, phase.instruction);
  std::vector<std::set<std::int64_t>> words(static_cast<std::size_t>(banks.count));
  std::vector<std::set<std::int64_t>> wanting(static_cast<std::size_t>(banks.count));
  for (std::int64_t lane = first_lane; lane < first_lane + lanes; ++lane) {
    if (lane >= static_cast<std::int64_t>(begins.size())) break;
    const std::int64_t first = begins[static_cast<std::size_t>(lane)] * bits;
    for (std::int64_t bit = first; bit < first + access.vector * bits; ++bit) {
      const std::int64_t word = bit / (8 * banks.width_bytes);
      words[static_cast<std::size_t>(word % banks.count)].insert(word);
      wanting[static_cast<std::size_t>(word % banks.count)].insert(lane);
    }
  }
  for (std::size_t bank = 0; bank < words.size(); ++bank) {
    ASSERT_EQ(phase.banks[bank].words, static_cast<std::int64_t>(words[bank].size()));
    ASSERT_EQ(phase.banks[bank].lanes, Lanes(wanting[bank].begin(), wanting[bank].end()));
  }
}

TEST(BankPhasesLaw, EachBankGivesTheWordsThatItsLanesWant) {
  core::check_law("each_bank_gives_the_words_that_its_lanes_want", 3000, [] {
    const std::int64_t bits = *rc::gen::element<std::int64_t>(4, 8, 16, 32, 64);
    const Banks banks{.count = *rc::gen::element<std::int64_t>(16, 32),
                      .width_bytes = *rc::gen::element<std::int64_t>(4, 8)};
    const LaneAccess access = *any_lane_access(bits);
    const std::int64_t at_once = phase_lanes(access, bits, banks);
    const auto phases = bank_phases(access, bits, banks, 100000);
    std::int64_t worst = 0;
    std::int64_t wavefronts = 0;
    for (const BankPhase& phase : phases) {
      expect_load(phase, access, phase.phase * at_once, at_once, bits, banks);
      worst = std::max(worst, phase.ways());
      wavefronts += phase.ways();
    }
    // The same conflicts as are counted without being drawn.
    const BankConflicts conflicts = bank_conflicts(access, bits, banks);
    ASSERT_EQ(conflicts.ways, worst);
    ASSERT_EQ(conflicts.phases, static_cast<std::int64_t>(phases.size()));
    ASSERT_EQ(conflicts.wavefronts, wavefronts);
  });
}

}  // namespace
}  // namespace tileglot::analysis
