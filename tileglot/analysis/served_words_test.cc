// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/served_words.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/analysis/any_lane_access.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/bank_phases.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/slow_banks.h"
#include "tileglot/core/law.h"

namespace tileglot::analysis {
namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<ServedPhase> served(Numbers begins, std::int64_t vector, std::int64_t bits) {
  const std::int64_t lanes = std::ssize(begins);
  return served_words({.vector = vector, .warps = 1, .begins = std::move(begins), .threads = lanes},
                      bits, {}, 100);
}

TEST(ServedWords, EightRowsOfAMatrixTakeEightTicks) {
  // ldmatrix on (8,64):(64,1) of 16 bits.
  const auto phases = served({0, 64, 128, 192, 256, 320, 384, 448}, 8, 16);
  ASSERT_EQ(phases.size(), 1U);
  EXPECT_EQ(phases[0].ways(), 8);
  const ServedLane& lane = phases[0].lanes[3];
  EXPECT_EQ(lane.lane, 3);
  EXPECT_EQ(lane.offset, 192);
  EXPECT_EQ(lane.byte, 384);
  EXPECT_EQ(lane.bytes, 16);
  EXPECT_EQ(lane.banks, (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(lane.ticks, (Numbers{3, 3, 3, 3}));
  ASSERT_EQ(phases[0].words.size(), 32U);
  const ServedWord& word = phases[0].words[13];
  EXPECT_EQ(word.bank, 1);
  EXPECT_EQ(word.word, 97);
  EXPECT_EQ(word.tick, 3);
  EXPECT_EQ(word.lanes, (Numbers{3}));
}

TEST(ServedWords, LanesThatWantOneWordGetItInOneTick) {
  const auto phases = served({37, 5, 5, 37}, 1, 32);
  EXPECT_EQ(phases[0].ways(), 2);
  ASSERT_EQ(phases[0].words.size(), 2U);
  EXPECT_EQ(phases[0].words[0].word, 37);
  EXPECT_EQ(phases[0].words[0].lanes, (Numbers{0, 3}));
  EXPECT_EQ(phases[0].words[1].word, 5);
  EXPECT_EQ(phases[0].words[1].tick, 1);
  EXPECT_EQ(phases[0].words[1].lanes, (Numbers{1, 2}));
}

TEST(ServedWords, SmallElementsShareBytesAndWords) {
  const auto phases = served({0, 1, 7, 8}, 1, 4);
  EXPECT_EQ(phases[0].ways(), 1);
  ASSERT_EQ(phases[0].words.size(), 2U);
  EXPECT_EQ(phases[0].words[0].lanes, (Numbers{0, 1, 2}));
  EXPECT_EQ(phases[0].lanes[1].byte, 0);
  EXPECT_EQ(phases[0].lanes[2].byte, 3);
  EXPECT_EQ(phases[0].lanes[2].bytes, 1);
  // Element 5 of 6 bits is in bits 30 to 35: two bytes, two words.
  const auto across = served({5}, 1, 6);
  EXPECT_EQ(across[0].lanes[0].byte, 3);
  EXPECT_EQ(across[0].lanes[0].bytes, 2);
  EXPECT_EQ(across[0].lanes[0].banks, (Numbers{0, 1}));
}

TEST(ServedWords, WideWordsOfOneBankAreDeliveredOneAfterAnother) {
  const LaneAccess access{.vector = 4, .warps = 1, .begins = {4}, .threads = 1};
  const auto phases = served_words(access, 32, {.count = 2, .width_bytes = 4}, 100);
  EXPECT_EQ(phases[0].lanes[0].banks, (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(phases[0].lanes[0].ticks, (Numbers{0, 0, 1, 1}));
  EXPECT_EQ(phases[0].ways(), 2);
}

TEST(ServedWords, NoMorePhasesThanAskedFor) {
  Numbers begins(32);
  for (std::size_t lane = 0; lane < 32; ++lane) begins[lane] = static_cast<std::int64_t>(4 * lane);
  const LaneAccess access{.vector = 4, .warps = 1, .begins = begins, .threads = 32};
  EXPECT_EQ(served_words(access, 32, {}, 100).size(), 4U);
  EXPECT_EQ(served_words(access, 32, {}, 3).size(), 3U);
  EXPECT_EQ(served_words(access, 32, {}, 100)[3].lanes[0].lane, 24);
  EXPECT_TRUE(served_words(access, 32, {}, 0).empty());
  EXPECT_TRUE(served({}, 1, 32).empty());
}

/// The addresses of the bytes that each lane of a phase touches.
std::vector<LaneBytes> bytes_of(const ServedPhase& phase, const LaneAccess& access,
                                std::int64_t bits, std::int64_t at_once) {
  const auto begins = access.begins_of(phase.warp, phase.instruction);
  std::vector<LaneBytes> bytes;
  for (std::int64_t lane = phase.phase * at_once;
       lane < std::min((phase.phase + 1) * at_once, std::ssize(begins)); ++lane) {
    std::set<std::int64_t> touched;
    const std::int64_t first = begins[static_cast<std::size_t>(lane)] * bits;
    for (std::int64_t bit = first; bit < first + access.vector * bits; ++bit)
      touched.insert(bit / 8);
    bytes.emplace_back(touched.begin(), touched.end());
  }
  return bytes;
}

/// Each lane touches these bytes, and gets the words of them in the ticks of their banks.
void expect_lanes(const ServedPhase& phase, const std::vector<LaneBytes>& bytes,
                  const Banks& banks) {
  ASSERT_EQ(phase.lanes.size(), bytes.size());
  std::map<std::int64_t, Numbers> wanted;  // the words of each bank, as they are first wanted
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const ServedLane& lane = phase.lanes[i];
    ASSERT_EQ(lane.byte, bytes[i].front());
    ASSERT_EQ(lane.bytes, std::ssize(bytes[i]));
    std::set<std::int64_t> words;
    for (const std::int64_t byte : bytes[i]) words.insert(byte / banks.width_bytes);
    Numbers of_banks;
    Numbers ticks;
    for (const std::int64_t word : words) {
      Numbers& queue = wanted[word % banks.count];
      if (std::ranges::find(queue, word) == queue.end()) queue.push_back(word);
      of_banks.push_back(word % banks.count);
      ticks.push_back(std::ranges::find(queue, word) - queue.begin());
    }
    ASSERT_EQ(lane.banks, of_banks);
    ASSERT_EQ(lane.ticks, ticks);
  }
}

/// A bank delivers one word in a tick, and each word to every lane that touches it, once.
void expect_words(const ServedPhase& phase, const std::vector<LaneBytes>& bytes,
                  const Banks& banks) {
  std::set<std::pair<std::int64_t, std::int64_t>> used;  // bank, tick
  std::map<std::int64_t, Numbers> lanes_of;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const std::int64_t byte : bytes[i]) {
      Numbers& lanes = lanes_of[byte / banks.width_bytes];
      if (lanes.empty() || lanes.back() != phase.lanes[i].lane)
        lanes.push_back(phase.lanes[i].lane);
    }
  }
  ASSERT_EQ(phase.words.size(), lanes_of.size());
  for (const ServedWord& word : phase.words) {
    ASSERT_EQ(word.bank, word.word % banks.count);
    ASSERT_EQ(word.lanes, lanes_of[word.word]);
    ASSERT_TRUE(used.emplace(word.bank, word.tick).second);
    ASSERT_LT(word.tick, phase.ways());
  }
}

/// Every bank delivers as many words as bank_phases counts.
void expect_loads(const ServedPhase& phase, const BankPhase& counted) {
  ASSERT_EQ(phase.ways(), counted.ways());
  for (std::size_t bank = 0; bank < counted.banks.size(); ++bank) {
    ASSERT_EQ(std::ranges::count(phase.words, std::int64_t(bank), &ServedWord::bank),
              counted.banks[bank].words);
  }
}

TEST(ServedWordsLaw, EveryLaneGetsItsWordsOnce) {
  core::check_law("every_lane_gets_its_words_once", 2000, [] {
    const std::int64_t bits = *rc::gen::element<std::int64_t>(1, 2, 4, 6, 8, 16, 32, 64, 128);
    const Banks banks{.count = *rc::gen::element<std::int64_t>(1, 16, 32),
                      .width_bytes = *rc::gen::element<std::int64_t>(4, 8)};
    LaneAccess access = *any_lane_access(bits);
    access.phase_lanes = *rc::gen::element<std::optional<std::int64_t>>(std::nullopt, 3, 8);
    const std::int64_t at_once = phase_lanes(access, bits, banks);
    const auto phases = served_words(access, bits, banks, 100000);
    const auto counted = bank_phases(access, bits, banks, 100000);
    const BankConflicts conflicts = bank_conflicts(access, bits, banks);
    ASSERT_EQ(std::ssize(phases), conflicts.phases);
    ASSERT_EQ(phases.size(), counted.size());
    std::int64_t worst = 0;
    std::int64_t wavefronts = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const auto bytes = bytes_of(phases[i], access, bits, at_once);
      expect_lanes(phases[i], bytes, banks);
      expect_words(phases[i], bytes, banks);
      expect_loads(phases[i], counted[i]);
      ASSERT_EQ(phases[i].ways(), slow_ways(bytes, banks.count, banks.width_bytes));
      worst = std::max(worst, phases[i].ways());
      wavefronts += phases[i].ways();
    }
    ASSERT_EQ(worst, conflicts.ways);
    ASSERT_EQ(wavefronts, conflicts.wavefronts);
  });
}

}  // namespace
}  // namespace tileglot::analysis
