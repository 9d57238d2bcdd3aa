// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/rank_weights.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"

namespace tileglot::relayout::reshard {
namespace {

using Pairs = std::vector<PairWeight>;

std::string code_of(const core::Status& status) { return status ? "fine" : status.error()->code; }
std::string code_of(const core::Result<RankWeights>& sum) {
  return sum ? "fine" : sum.error()->code;
}

TEST(RankWeights, PairsListedRepeatedlyAreAddedUp) {
  const auto sum = summed({3, {{0, 1, 4}, {2, 0, 1}, {0, 1, 3}}});
  ASSERT_TRUE(sum);
  EXPECT_EQ(*sum, (RankWeights{3, {{0, 1, 7}, {2, 0, 1}}}));
}

TEST(RankWeights, WhatIsOutOfRangeIsRefused) {
  EXPECT_EQ(code_of(check({0, {}})), "fine");
  EXPECT_EQ(code_of(check({kMaxAssignedRanks, {{0, 65535, kMaxPairWeight}}})), "fine");
  EXPECT_EQ(code_of(check({-1, {}})), "reshard.ranks");
  EXPECT_EQ(code_of(check({kMaxAssignedRanks + 1, {}})), "reshard.ranks");
  EXPECT_EQ(code_of(check({0, {{0, 0, 1}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, {{0, 2, 1}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, {{-1, 0, 1}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, {{0, 0, -1}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, {{0, 0, kMaxPairWeight + 1}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, {{0, 1, 0}, {1, 1, 2}, {0, 1, 0}}})), "reshard.pair");
  EXPECT_EQ(code_of(check({2, Pairs((1 << 24) + 1)})), "reshard.too_many_pairs");
  EXPECT_EQ(code_of(summed({2, {{0, 2, 1}}})), "reshard.pair");
  EXPECT_EQ(code_of(summed({1, {{0, 0, kMaxPairWeight}, {0, 0, 1}}})), "reshard.pair");
}

TEST(RankWeights, SumsAreThoseOfEachPair) {
  core::check_law("rank_weights_sum", 10000, [] {
    const auto any = [](std::int64_t bound) {
      return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, bound));
    };
    RankWeights weights{.ranks = any(4) + 1};
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> sums;
    for (std::int64_t i = any(20); i > 0; --i) {
      const PairWeight pair{any(weights.ranks), any(weights.ranks), any(100)};
      weights.pairs.push_back(pair);
      sums[{pair.source, pair.target}] += pair.weight;
    }
    RC_ASSERT(check(weights).has_value() == (sums.size() == weights.pairs.size()));
    const auto sum = summed(weights);
    RC_ASSERT(sum.has_value());
    RC_ASSERT(check(*sum).has_value());
    Pairs expected;
    for (const auto& [ranks, weight] : sums)
      expected.push_back({ranks.first, ranks.second, weight});
    EXPECT_EQ(sum->pairs, expected);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
