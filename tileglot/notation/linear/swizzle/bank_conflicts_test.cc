// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

BankConflicts counted(std::string_view registers, std::string_view memory, int bits) {
  return bank_conflicts(parse(registers).value(), parse(memory).value(), bits).value();
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
  EXPECT_EQ(bank_conflicts(lanes, half, 32).error()->code, "linear.not_in_memory");
  EXPECT_EQ(bank_conflicts(lanes, lanes, 24).error()->code, "linear.element_bits");
}

}  // namespace
}  // namespace tileglot::notation::linear
