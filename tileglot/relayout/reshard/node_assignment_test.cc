// SPDX-License-Identifier: Apache-2.0
// node_assignment_test.cc: assignments of nodes against all permutations that keep nodes together.
#include "tileglot/relayout/reshard/node_assignment.h"

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
#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

using Ranks = std::vector<std::int64_t>;

Ranks identity(std::int64_t n) {
  Ranks ranks(static_cast<std::size_t>(n));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

/// Two ranks of a target node have sources of one node, and that has as many ranks.
bool keeps_nodes(const Ranks& of_target, std::int64_t ranks_per_node) {
  const auto n = static_cast<std::int64_t>(of_target.size());
  for (std::int64_t t = 0; t < n; ++t) {
    for (std::int64_t other = 0; other < n; ++other) {
      const bool together = t / ranks_per_node == other / ranks_per_node;
      const bool sources_together = of_target[static_cast<std::size_t>(t)] / ranks_per_node ==
                                    of_target[static_cast<std::size_t>(other)] / ranks_per_node;
      if (together != sources_together) return false;
    }
  }
  return true;
}

/// What counts: the weight, then nodes that keep their number.
using Worth = std::pair<Int128, std::int64_t>;

Worth worth_of(const Ranks& of_target, std::int64_t ranks_per_node, const RankWeights& weights) {
  Int128 weight = 0;
  std::int64_t nodes = 0;
  for (const PairWeight& pair : weights.pairs) {
    if (of_target[static_cast<std::size_t>(pair.target)] == pair.source) weight += pair.weight;
  }
  for (std::size_t t = 0; t < of_target.size(); t += static_cast<std::size_t>(ranks_per_node))
    nodes += of_target[t] / ranks_per_node == static_cast<std::int64_t>(t) / ranks_per_node ? 1 : 0;
  return {weight, nodes};
}

/// Ranks that keep their place in the node, whichever that is.
std::int64_t kept_places(const Ranks& of_target, std::int64_t ranks_per_node) {
  std::int64_t kept = 0;
  for (std::size_t t = 0; t < of_target.size(); ++t)
    kept += of_target[t] % ranks_per_node == static_cast<std::int64_t>(t) % ranks_per_node ? 1 : 0;
  return kept;
}

bool has_nodes_of(const Ranks& a, const Ranks& b, std::int64_t ranks_per_node) {
  return std::ranges::equal(
      a, b, {}, [&](std::int64_t rank) { return rank / ranks_per_node; },
      [&](std::int64_t rank) { return rank / ranks_per_node; });
}

bool has_nodes(const Ranks& nodes, const Ranks& of_target, std::int64_t ranks_per_node) {
  const auto size = static_cast<std::size_t>(ranks_per_node);
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node] != of_target[node * size] / ranks_per_node) return false;
  }
  return nodes.size() == of_target.size() / size;
}

void expect_best(const NodeAssignment& assignment, std::int64_t ranks_per_node,
                 const RankWeights& weights) {
  const Worth worth = worth_of(assignment.of_target, ranks_per_node, weights);
  const std::int64_t kept = kept_places(assignment.of_target, ranks_per_node);
  RC_ASSERT(worth.first == assignment.weight);
  RC_ASSERT(keeps_nodes(assignment.of_target, ranks_per_node));
  RC_ASSERT(has_nodes(assignment.nodes.of_target, assignment.of_target, ranks_per_node));
  if (weights.ranks % ranks_per_node == 0) RC_ASSERT(assignment.nodes.weight == assignment.weight);
  Ranks other = identity(weights.ranks);
  do {
    if (!keeps_nodes(other, ranks_per_node)) continue;
    const Worth other_worth = worth_of(other, ranks_per_node, weights);
    RC_ASSERT(other_worth <= worth);
    if (other_worth == worth && has_nodes_of(other, assignment.of_target, ranks_per_node))
      RC_ASSERT(kept_places(other, ranks_per_node) <= kept);
  } while (std::ranges::next_permutation(other).found);
}

std::string code_of(const core::Result<NodeAssignment>& assignment) {
  return assignment ? "fine" : assignment.error()->code;
}

TEST(NodeAssignment, ANodeTakesThePartsOfOneNode) {
  const RankWeights weights{4, {{0, 3, 5}, {1, 2, 4}, {2, 2, 6}, {3, 0, 1}}};
  const auto best = best_node_assignment(weights, 2);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->of_target, (Ranks{3, 2, 1, 0}));
  EXPECT_TRUE(best->weight == 10);
  EXPECT_EQ(best->nodes.of_target, (Ranks{1, 0}));
  EXPECT_TRUE(best_assignment(weights)->weight == 12);
}

TEST(NodeAssignment, ASmallerLastNodeStays) {
  const RankWeights weights{5, {{4, 0, 9}, {0, 4, 9}, {0, 2, 1}}};
  const auto best = best_node_assignment(weights, 2);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->of_target, (Ranks{2, 3, 0, 1, 4}));
  const auto one = best_node_assignment({3, {{0, 2, 1}, {1, 0, 1}}}, 8);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->of_target, (Ranks{1, 2, 0}));
  EXPECT_TRUE(one->nodes == Assignment{});
}

TEST(NodeAssignment, TheIdentityIsKeptWhereNothingIsHeavier) {
  RankWeights weights{.ranks = 22};
  EXPECT_EQ(best_node_assignment(weights, 4)->of_target, identity(22));
  for (std::int64_t s = 0; s < 22; ++s) {
    for (std::int64_t t = 0; t < 22; ++t) weights.pairs.push_back({s, t, kMaxPairWeight});
  }
  EXPECT_EQ(best_node_assignment(weights, 4)->of_target, identity(22));
}

TEST(NodeAssignment, NodesOfOneRankAreRanks) {
  const RankWeights weights{3, {{0, 1, 4}, {1, 0, 3}, {1, 1, 2}, {2, 0, 1}}};
  const auto nodes = best_node_assignment(weights, 1);
  const auto ranks = best_assignment(weights);
  ASSERT_TRUE(nodes && ranks);
  EXPECT_TRUE(nodes->nodes == *ranks);
  EXPECT_EQ(nodes->of_target, ranks->of_target);
}

TEST(NodeAssignment, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(code_of(best_node_assignment({0, {}}, 1)), "fine");
  EXPECT_EQ(code_of(best_node_assignment({4, {}}, 0)), "reshard.ranks_per_node");
  EXPECT_EQ(code_of(best_node_assignment({4, {}}, kMaxRanksPerNode + 1)), "reshard.ranks_per_node");
  EXPECT_EQ(code_of(best_node_assignment({2, {{0, 2, 1}}}, 1)), "reshard.pair");
}

TEST(NodeAssignmentLaw, NoRenamingThatKeepsNodesIsHeavier) {
  core::check_law("node_assignment_is_heaviest", 5000, [] {
    const RankWeights weights = *any_rank_weights(7);
    const std::int64_t ranks_per_node = *rc::gen::element<std::int64_t>(1, 2, 3);
    const auto best = best_node_assignment(weights, ranks_per_node);
    RC_ASSERT(best.has_value());
    expect_best(*best, ranks_per_node, weights);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
