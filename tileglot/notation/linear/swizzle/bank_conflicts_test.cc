// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <utility>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

BankConflicts counted(std::string_view registers, std::string_view memory, int bits) {
  return access_conflicts(parse(registers).value(), parse(memory).value(), bits).value();
}

/// The accumulators of mma, two warps by two.
const char* const kAccumulators =
    "{register: [[0,1],[8,0],[0,16],[0,32],[32,0]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]],"
    " warp: [[0,8],[16,0]]} -> {dim0: 64, dim1: 64}";

TEST(BankConflicts, ASwizzleTakesTheConflictsAway) {
  const char* plain =
      "{offset: [[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}"
      " -> {dim0: 64, dim1: 64}";
  const char* swizzled =
      "{offset: [[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}"
      " -> {dim0: 64, dim1: 64}";
  EXPECT_EQ(counted(kAccumulators, plain, 16), (BankConflicts{2, 7}));
  EXPECT_EQ(counted(kAccumulators, swizzled, 16), (BankConflicts{2, 0}));
}

TEST(BankConflicts, BitsWithinAWordCount) {
  // Lanes 2 bytes apart in one word and 128 bytes apart: Triton tells 0, and it is 1.
  EXPECT_EQ(counted("{register: [], lane: [1,64,2,4,8], warp: [16,32]} -> {dim0: 128}",
                    "{offset: [1,2,4,8,16,32,64]} -> {dim0: 128}", 16),
            (BankConflicts{1, 1}));
  EXPECT_EQ(counted("{register: [], lane: [1,2], warp: []} -> {dim0: 4}",
                    "{offset: [1,2]} -> {dim0: 4}", 8),
            (BankConflicts{1, 0}));
}

TEST(BankConflicts, AnElementWithoutAPlaceIsRefused) {
  const Layout lanes = parse("{lane: [1,2]} -> {dim0: 4}").value();
  const Layout half = parse("{offset: [1]} -> {dim0: 4}, surjective: false").value();
  EXPECT_EQ(access_conflicts(lanes, half, 32).error()->code, "linear.not_in_memory");
  EXPECT_EQ(access_conflicts(lanes, lanes, 24).error()->code, "linear.element_bits");
}

/// 64 lanes of one f32 each, down a column of 64 rows with 32 words.
BankConflicts column_of(int banks, std::optional<LaneBits> lanes) {
  const Layout registers =
      parse(
          "{lane: [[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]} -> {dim0: 64, dim1: 32}, surjective: "
          "false")
          .value();
  const Layout memory =
      parse(
          "{offset: [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]} -> "
          "{dim0: 64, dim1: 32}")
          .value();
  return access_conflicts(registers, memory, 32, {.banks = banks, .lanes = std::move(lanes)})
      .value();
}

TEST(BankConflicts, MoreBanksAndOtherLanesInAWavefront) {
  // 32 lanes, a row of 32 words apart, are in one bank of 32; with 64 banks, 64 lanes are in two.
  EXPECT_EQ(column_of(32, {}), (BankConflicts{1, 31}));
  EXPECT_EQ(column_of(64, {}), (BankConflicts{1, 31}));
  // Four lanes at once, by name: rows 0 to 3, or 16 rows apart.
  EXPECT_EQ(column_of(64, LaneBits{0, 1}), (BankConflicts{1, 1}));
  EXPECT_EQ(column_of(64, LaneBits{4, 5}), (BankConflicts{1, 3}));
}

TEST(BankConflicts, LaneBitsThatTheLayoutDoesNotHaveAreRefused) {
  const Layout lanes = parse("{lane: [1,2]} -> {dim0: 4}").value();
  const Layout memory = parse("{offset: [1,2]} -> {dim0: 4}").value();
  const auto code = [&](const LaneBits& bits) {
    return access_conflicts(lanes, memory, 32, {.lanes = bits}).error()->code;
  };
  EXPECT_EQ(code({2}), "linear.tile");
  EXPECT_EQ(code({-1}), "linear.tile");
  EXPECT_EQ(code({0, 0}), "linear.tile");
}

}  // namespace
}  // namespace tileglot::notation::linear
