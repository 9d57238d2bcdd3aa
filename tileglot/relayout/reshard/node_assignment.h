// SPDX-License-Identifier: Apache-2.0
// node_assignment.h: the best renaming of target ranks that keeps the ranks of a node together.
//
// What     Ranks 0..n-1 lie on nodes of `ranks_per_node` consecutive ranks; the last node may have
//          fewer. best_node_assignment gives each target node's parts to the ranks of one source
//          node of the same size, and chooses the heaviest such renaming: nodes first, then the
//          ranks within each.
// Why      Ranks of a node share memory, and the schedule, the groups or the launcher expect that
//          target nodes stay whole. best_assignment may spread a node's parts over all others.
//          Two nodes together keep what the best assignment of one's parts to the other's ranks
//          weighs, whatever other nodes do. So with these as the weights of pairs of nodes, the
//          heaviest assignment of nodes is the heaviest renaming: exact, not a heuristic.
// Units    As in rank_weights.h. A smaller last node is renamed within itself only.
// Ties     Of all heaviest renamings, one in which the most nodes keep their number; then, of those
//          with the same nodes, one in which the most ranks keep their place in the node. So the
//          identity wherever it is a heaviest one.
// Example  Nodes of 2 ranks, w(0,3) = 5, w(1,2) = 4, w(2,2) = 6, w(3,0) = 1: node 0 takes the parts
//          of node 1, rank 0 those of rank 3 and rank 1 those of rank 2, and node 1 those of node
//          0. That weighs 10. Without nodes, rank 2 would keep its 6: 12 together.
//          [tests: node_assignment_test.cc, "a node takes the parts of one node"]
// Errors   Those of rank_weights.h, and reshard.ranks_per_node (below 1 or above 256).
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {

inline constexpr std::int64_t kMaxRanksPerNode = 256;

struct NodeAssignment {
  std::vector<std::int64_t> of_target = {};  ///< the source rank that takes each target's part
  Int128 weight = 0;
  /// The source node of each target node, and prices that prove it a heaviest choice where pairs of
  /// nodes weigh what the best assignment of their ranks does. A smaller last node is not in it.
  Assignment nodes = {};
  friend bool operator==(const NodeAssignment&, const NodeAssignment&) = default;
};

core::Result<NodeAssignment> best_node_assignment(const RankWeights& weights,
                                                  std::int64_t ranks_per_node);

}  // namespace tileglot::relayout::reshard
