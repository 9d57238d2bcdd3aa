// SPDX-License-Identifier: Apache-2.0
// assignment_test.cc: assignments against all permutations, and their proofs.
#include "tileglot/relayout/reshard/assignment.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/relayout/reshard/any_rank_weights.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

using Ranks = std::vector<std::int64_t>;

std::string code_of(const core::Status& status) { return status ? "fine" : status.error()->code; }

Ranks identity(std::int64_t n) {
  Ranks ranks(static_cast<std::size_t>(n));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

/// A choice by what counts: its weight, then its ranks at home.
using Worth = std::pair<Int128, std::int64_t>;

Worth worth_of(const Ranks& of_target, const std::vector<Ranks>& table) {
  Worth worth;
  for (std::size_t t = 0; t < of_target.size(); ++t) {
    const auto s = static_cast<std::size_t>(of_target[t]);
    worth.first += table[s][t];
    worth.second += s == t ? 1 : 0;
  }
  return worth;
}

std::vector<Ranks> table_of(const RankWeights& weights) {
  const auto n = static_cast<std::size_t>(weights.ranks);
  std::vector<Ranks> table(n, Ranks(n));
  for (const PairWeight& pair : weights.pairs)
    table[static_cast<std::size_t>(pair.source)][static_cast<std::size_t>(pair.target)] =
        pair.weight;
  return table;
}

Worth best_of_all_permutations(const RankWeights& weights) {
  const std::vector<Ranks> table = table_of(weights);
  Ranks of_target = identity(weights.ranks);
  Worth best = worth_of(of_target, table);
  while (std::ranges::next_permutation(of_target).found)
    best = std::max(best, worth_of(of_target, table));
  return best;
}

/// The definition of the proof, for every pair.
void expect_proved(const Assignment& assignment, const RankWeights& weights) {
  const std::vector<Ranks> table = table_of(weights);
  Int128 prices = 0;
  for (std::size_t s = 0; s < table.size(); ++s) {
    prices += assignment.source_price[s] + assignment.target_price[s];
    RC_ASSERT(assignment.source_price[s] >= 0);
    RC_ASSERT(assignment.target_price[s] >= 0);
    for (std::size_t t = 0; t < table.size(); ++t)
      RC_ASSERT(assignment.source_price[s] + assignment.target_price[t] >= table[s][t]);
  }
  RC_ASSERT(prices == assignment.weight);
  RC_ASSERT(worth_of(assignment.of_target, table).first == assignment.weight);
  EXPECT_EQ(code_of(check(assignment, weights)), "fine");
}

TEST(Assignment, TheHeaviestChoiceIsProvedByPrices) {
  const RankWeights weights{3, {{0, 1, 4}, {1, 0, 3}, {1, 1, 2}, {2, 0, 1}}};
  const auto best = best_assignment(weights);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->of_target, (Ranks{1, 0, 2}));
  EXPECT_TRUE(best->weight == 7);
  EXPECT_EQ(code_of(check(*best, weights)), "fine");
  EXPECT_EQ(code_of(check({{1, 0, 2}, 7, {2, 1, 0}, {2, 2, 0}}, weights)), "fine");
}

TEST(Assignment, PricesOfTheTieAreRoundedToPricesOfTheWeight) {
  const auto best = best_assignment({1, {{0, 0, 3}}});
  ASSERT_TRUE(best);
  EXPECT_TRUE((*best == Assignment{{0}, 3, {3}, {0}}));
}

TEST(Assignment, NoRanksAreAssigned) {
  const auto best = best_assignment({0, {}});
  ASSERT_TRUE(best);
  EXPECT_TRUE(*best == Assignment{});
  EXPECT_EQ(code_of(check(*best, {0, {}})), "fine");
}

TEST(Assignment, TheIdentityIsKeptWhereNothingIsHeavier) {
  for (const std::int64_t weight : {std::int64_t{0}, std::int64_t{5}, kMaxPairWeight}) {
    RankWeights weights{.ranks = 40};
    EXPECT_EQ(best_assignment(weights)->of_target, identity(40));
    for (std::int64_t s = 0; s < 40; ++s) {
      for (std::int64_t t = 0; t < 40; ++t) weights.pairs.push_back({s, t, weight});
    }
    EXPECT_EQ(best_assignment(weights)->of_target, identity(40));
  }
}

TEST(Assignment, SumsBeyond64BitsAreExact) {
  RankWeights weights{.ranks = 64};
  for (std::int64_t s = 0; s < 64; ++s) {
    weights.pairs.push_back({s, s, kMaxPairWeight - 1});
    weights.pairs.push_back({s, (s + 1) % 64, kMaxPairWeight - (s > 0 ? 1 : 0)});
  }
  const auto best = best_assignment(weights);
  ASSERT_TRUE(best);
  EXPECT_TRUE(best->weight == (Int128{1} << 68) - 63);
  EXPECT_EQ(best->of_target[1], 0);
  EXPECT_EQ(code_of(check(*best, weights)), "fine");
}

TEST(Assignment, OnePairMovesEveryRank) {
  RankWeights weights{.ranks = 500};
  for (std::int64_t s = 0; s < 500; ++s) {
    weights.pairs.push_back({s, s, 10});
    weights.pairs.push_back({s, (s + 1) % 500, 10});
  }
  EXPECT_EQ(best_assignment(weights)->of_target, identity(500));
  weights.pairs.back().weight = 11;
  Ranks shifted = identity(500);
  std::ranges::rotate(shifted, shifted.end() - 1);
  EXPECT_EQ(best_assignment(weights)->of_target, shifted);
}

TEST(Assignment, WhatIsRefusedIsNotAssigned) {
  EXPECT_EQ(best_assignment({-1, {}}).error()->code, "reshard.ranks");
  EXPECT_EQ(best_assignment({2, {{0, 0, 1}, {0, 0, 1}}}).error()->code, "reshard.pair");
  EXPECT_EQ(code_of(check(Assignment{}, {-1, {}})), "reshard.ranks");
}

TEST(Assignment, WhatProvesNothingIsRefused) {
  const RankWeights weights{2, {{0, 0, 5}, {1, 1, 3}, {1, 0, 4}}};
  const Assignment good{{0, 1}, 8, {5, 4}, {0, -1}};
  EXPECT_EQ(code_of(check(good, weights)), "fine");
  const auto refusal = [&](const Assignment& assignment) {
    const core::Status status = check(assignment, weights);
    return status ? "fine" : status.error()->code + " " + status.error()->witness;
  };
  EXPECT_EQ(refusal({{0}, 8, {5, 4}, {0, -1}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{0, 1}, 8, {5, 4}, {0}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{0, 0}, 8, {5, 4}, {0, -1}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{0, 2}, 8, {5, 4}, {0, -1}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{0, 1}, 9, {5, 4}, {0, -1}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{0, 1}, 8, {Int128{1} << 120, 4}, {0, -1}}), "reshard.assignment ");
  EXPECT_EQ(refusal({{1, 0}, 4, {5, 4}, {0, -1}}), "reshard.assignment 0,1");
  EXPECT_EQ(refusal({{0, 1}, 8, {5, 3}, {0, 0}}), "reshard.assignment 1,0");
  EXPECT_EQ(refusal({{0, 1}, 8, {0, 0}, {5, 3}}), "fine");
  EXPECT_EQ(refusal({{0, 1}, 8, {-1, -1}, {6, 4}}), "fine");
  // Enough for what is listed, but not for the pair (0,1), which is not.
  EXPECT_EQ(refusal({{0, 1}, 8, {-4, -4}, {9, 7}}), "fine");
  EXPECT_EQ(refusal({{0, 1}, 8, {0, 9}, {5, -6}}), "reshard.assignment 0,1");
}

TEST(AssignmentLaw, NoPermutationIsHeavier) {
  core::check_law("assignment_is_heaviest", 10000, [] {
    const RankWeights weights = *any_rank_weights(8);
    const auto best = best_assignment(weights);
    RC_ASSERT(best.has_value());
    RC_ASSERT(worth_of(best->of_target, table_of(weights)) == best_of_all_permutations(weights));
    expect_proved(*best, weights);
  });
}

/// Up to 300 ranks with few pairs each. A seed is drawn, not each pair, which takes long.
RankWeights any_large_weights() {
  const auto any = [](std::int64_t bound) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(0, bound));
  };
  RankWeights weights{.ranks = any(300) + 1};
  const std::int64_t bound =
      *rc::gen::element<std::int64_t>(1, 3, std::int64_t{1} << 40, kMaxPairWeight);
  const std::int64_t pairs_per_source = any(20);
  std::uint64_t state = *rc::gen::arbitrary<std::uint64_t>();
  const auto next = [&](std::int64_t end) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((state >> 1) % static_cast<std::uint64_t>(end));
  };
  for (std::int64_t s = 0; s < weights.ranks; ++s) {
    std::vector<bool> listed(static_cast<std::size_t>(weights.ranks));
    for (std::int64_t i = 0; i < pairs_per_source; ++i) {
      const std::int64_t t = next(weights.ranks);
      if (!listed[static_cast<std::size_t>(t)]) weights.pairs.push_back({s, t, next(bound) + 1});
      listed[static_cast<std::size_t>(t)] = true;
    }
  }
  return weights;
}

TEST(AssignmentLaw, PricesProveTheWeightOfManyRanks) {
  core::check_law("assignment_is_proved", 3000, [] {
    const RankWeights weights = any_large_weights();
    const auto best = best_assignment(weights);
    RC_ASSERT(best.has_value());
    expect_proved(*best, weights);
  });
}

TEST(AssignmentLaw, TheOrderOfPairsDoesNotMatter) {
  core::check_law("assignment_of_any_order", 5000, [] {
    RankWeights weights = *any_rank_weights(12);
    const auto best = best_assignment(weights);
    std::ranges::reverse(weights.pairs);
    const auto again = best_assignment(weights);
    RC_ASSERT(best.has_value() && again.has_value());
    RC_ASSERT(*best == *again);
  });
}

/// Prices prove one weight only, and only where each of them is right.
TEST(AssignmentLaw, ACheckRefusesWhatIsWrong) {
  core::check_law("assignment_check_refuses", 10000, [] {
    const RankWeights weights = *any_rank_weights(8);
    auto wrong = *best_assignment(weights);
    RC_PRE(weights.ranks >= 2);
    const auto rank = [&] {
      return *rc::gen::resize(rc::kNominalSize,
                              rc::gen::inRange<std::size_t>(0, wrong.of_target.size()));
    };
    const Worth worth = worth_of(wrong.of_target, table_of(weights));
    std::swap(wrong.of_target[rank()], wrong.of_target[rank()]);
    const bool still_best = worth_of(wrong.of_target, table_of(weights)).first == worth.first;
    RC_ASSERT(check(wrong, weights).has_value() == still_best);
    const int change = *rc::gen::element(-1, 1);
    (*rc::gen::arbitrary<bool>() ? wrong.source_price : wrong.target_price)[rank()] += change;
    EXPECT_EQ(code_of(check(wrong, weights)), "reshard.assignment");
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
