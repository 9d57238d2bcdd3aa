// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/bank_conflicts.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/slow_banks.h"
#include "tileglot/core/law.h"

namespace tileglot::analysis {
namespace {

/// One instruction of one warp.
LaneAccess instruction(std::vector<std::int64_t> begins, std::int64_t vector = 1) {
  const auto lanes = static_cast<std::int64_t>(begins.size());
  return {.vector = vector, .warps = 1, .begins = std::move(begins), .threads = lanes};
}

/// lane * step.
LaneAccess strided(std::int64_t lanes, std::int64_t step, std::int64_t vector = 1) {
  std::vector<std::int64_t> begins;
  for (std::int64_t lane = 0; lane < lanes; ++lane) begins.push_back(lane * step);
  return instruction(std::move(begins), vector);
}

TEST(BankConflicts, EightRowsABankApartAreEightWays) {
  const BankConflicts conflicts = bank_conflicts(strided(8, 64, 8), 16);
  EXPECT_EQ(conflicts.ways, 8);
  EXPECT_EQ(conflicts.phases, 1);
  EXPECT_EQ(conflicts.wavefronts, 8);
  EXPECT_EQ(conflicts.banks_touched, 4);
  ASSERT_TRUE(conflicts.worst.has_value());
  EXPECT_EQ(conflicts.worst->banks, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(conflicts.worst->lanes, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  const BankConflicts swizzled =
      bank_conflicts(instruction({0, 72, 144, 216, 288, 360, 432, 504}, 8), 16);
  EXPECT_EQ(swizzled.ways, 1);
  EXPECT_EQ(swizzled.banks_touched, 32);
  EXPECT_TRUE(swizzled.is_free());
  EXPECT_FALSE(swizzled.worst.has_value());
}

TEST(BankConflicts, AColumnOf32WordsIs32WaysAndPaddedIsFree) {
  EXPECT_EQ(bank_conflicts(strided(32, 32), 32).ways, 32);
  EXPECT_EQ(bank_conflicts(strided(32, 33), 32).ways, 1);
}

TEST(BankConflicts, ABroadcastIsFree) {
  EXPECT_EQ(bank_conflicts(strided(32, 0), 32).ways, 1);
  // Two halves of one word, and four bytes of one.
  EXPECT_EQ(bank_conflicts(strided(32, 1), 16).ways, 1);
  EXPECT_EQ(bank_conflicts(strided(32, 1), 8).ways, 1);
  EXPECT_EQ(bank_conflicts(strided(32, 2), 32).ways, 2);
}

TEST(BankConflicts, WideVectorsComeInPhases) {
  EXPECT_EQ(bank_conflicts(strided(32, 1), 32).phases, 1);
  EXPECT_EQ(bank_conflicts(strided(32, 2, 2), 32).phases, 2);
  EXPECT_EQ(bank_conflicts(strided(32, 4, 4), 32).phases, 4);
  EXPECT_EQ(bank_conflicts(strided(32, 4, 4), 32).ways, 1);
  EXPECT_EQ(bank_conflicts(strided(32, 1), 16).phases, 1);
  const Banks sixty_four{.count = 64};
  EXPECT_EQ(bank_conflicts(strided(32, 4, 4), 32, sixty_four).phases, 2);
  EXPECT_EQ(bank_conflicts(strided(32, 2), 32, sixty_four).ways, 1);
  EXPECT_EQ(bank_conflicts(strided(32, 2), 32, {.width_bytes = 8}).ways, 1);
}

TEST(BankConflicts, TheFirstOfTheWorstPhasesIsShown) {
  LaneAccess access = strided(32, 4, 4);
  access.begins[17] = access.begins[16] + 32;
  const BankConflicts conflicts = bank_conflicts(access, 32);
  EXPECT_EQ(conflicts.conflicting_phases, 1);
  EXPECT_EQ(conflicts.wavefronts, 5);
  EXPECT_EQ(conflicts.worst->phase, 2);
  EXPECT_EQ(conflicts.worst->lanes, (std::vector<std::int64_t>{16, 17}));
}

TEST(BankConflicts, TouchingNothingDoesNotConflict) {
  EXPECT_EQ(bank_conflicts(instruction({}), 16).ways, 0);
  EXPECT_TRUE(bank_conflicts(instruction({}), 16).is_free());
}

/// Addresses of all kinds: anywhere, in steps, xors of a few numbers as swizzles make them.
std::vector<std::int64_t> any_begins(std::int64_t lanes) {
  std::vector<std::int64_t> begins;
  const int kind = *rc::gen::inRange(0, 3);
  const std::int64_t step = *rc::gen::inRange<std::int64_t>(0, 130);
  const auto xors =
      *rc::gen::container<std::vector<std::int64_t>>(6, rc::gen::inRange<std::int64_t>(0, 2048));
  for (std::int64_t lane = 0; lane < lanes; ++lane) {
    if (kind == 0) begins.push_back(*rc::gen::inRange<std::int64_t>(0, 2048));
    if (kind == 1) begins.push_back(lane * step);
    if (kind != 2) continue;
    std::int64_t begin = 0;
    for (std::size_t bit = 0; bit < xors.size(); ++bit) {
      if ((lane >> bit & 1) != 0) begin ^= xors[bit];
    }
    begins.push_back(begin);
  }
  return begins;
}

TEST(BankConflictsLaw, EveryPhaseIsAsTheSlowSimulatorSays) {
  std::int64_t conflicts_seen = 0;
  std::int64_t free_seen = 0;
  core::check_law("bank_conflicts_are_simulated", 20000, [&] {
    const std::int64_t bits = *rc::gen::element<std::int64_t>(8, 16, 32, 64, 128);
    std::int64_t vector = std::int64_t{1} << *rc::gen::inRange(0, 5);
    while (vector * bits > 128) vector /= 2;
    const Banks banks{.count = *rc::gen::element<std::int64_t>(8, 16, 32, 64),
                      .width_bytes = *rc::gen::element<std::int64_t>(4, 8)};
    LaneAccess access = instruction(any_begins(*rc::gen::inRange<std::int64_t>(1, 33)), vector);
    const std::int64_t aligned_to = *rc::gen::element<std::int64_t>(1, vector);
    for (std::int64_t& begin : access.begins) begin -= begin % aligned_to;
    std::vector<LaneBytes> lanes;
    for (const std::int64_t begin : access.begins) {
      LaneBytes bytes(static_cast<std::size_t>(vector * bits / 8));
      std::iota(bytes.begin(), bytes.end(), begin * bits / 8);
      lanes.push_back(bytes);
    }
    // The lanes whose bytes fill all banks once, at most a warp.
    const std::int64_t at_once =
        std::clamp<std::int64_t>(banks.count * banks.width_bytes / (vector * bits / 8), 1, 32);
    const BankConflicts fast = bank_conflicts(access, bits, banks);
    ASSERT_EQ(fast.wavefronts, slow_wavefronts(lanes, at_once, banks.count, banks.width_bytes));
    (fast.is_free() ? free_seen : conflicts_seen) += 1;
    if (!fast.worst) return;
    // The lanes and banks that are told make the worst conflict by themselves.
    std::vector<LaneBytes> told;
    for (const std::int64_t lane : fast.worst->lanes) told.push_back(lanes[std::size_t(lane)]);
    ASSERT_EQ(slow_ways(told, banks.count, banks.width_bytes), fast.ways);
  });
  EXPECT_GT(conflicts_seen, free_seen / 10);
  EXPECT_GT(free_seen, conflicts_seen / 100);
}

}  // namespace
}  // namespace tileglot::analysis
