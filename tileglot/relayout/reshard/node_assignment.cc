// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/node_assignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/detail/renaming.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

using core::fail;
using core::Result;
using core::Status;

Status check_node_size(std::int64_t ranks_per_node) {
  if (ranks_per_node >= 1 && ranks_per_node <= kMaxRanksPerNode) return {};
  return fail(
      {.code = "reshard.ranks_per_node",
       .message = fmt::format("a node cannot have {} ranks; it has 1 to {}", ranks_per_node,
                              kMaxRanksPerNode),
       .help =
           "write how many consecutive ranks share a machine, such as 8, or rename without nodes"});
}

/// Pairs of ranks, sorted by their pairs of nodes.
class NodePairs {
 public:
  NodePairs(std::vector<PairWeight> pairs, std::int64_t ranks_per_node)
      : pairs_(std::move(pairs)), ranks_per_node_(ranks_per_node) {
    std::ranges::sort(pairs_, {}, [&](const PairWeight& pair) { return nodes_of(pair); });
  }

  /// The best assignment of the ranks of two nodes, numbered from 0 within each.
  Assignment inner(std::int64_t source, std::int64_t target, std::int64_t size) const {
    const auto pairs =
        std::ranges::equal_range(pairs_, std::pair(source, target), {},
                                 [&](const PairWeight& pair) { return nodes_of(pair); });
    return inner(pairs, size);
  }

  /// What pairs of nodes below `nodes` weigh; those without a listed pair of ranks weigh 0.
  std::vector<NodePairWeight> weights(std::int64_t nodes) const {
    std::vector<NodePairWeight> weights;
    for (auto from = pairs_.begin(); from != pairs_.end();) {
      const auto [source, target] = nodes_of(*from);
      const auto to = std::find_if(from, pairs_.end(), [&](const PairWeight& pair) {
        return nodes_of(pair) != std::pair(source, target);
      });
      if (source < nodes && target < nodes)
        weights.push_back({source, target, best_weight(std::span(from, to))});
      from = to;
    }
    return weights;
  }

 private:
  std::pair<std::int64_t, std::int64_t> nodes_of(const PairWeight& pair) const {
    return {pair.source / ranks_per_node_, pair.target / ranks_per_node_};
  }

  Assignment inner(std::span<const PairWeight> pairs, std::int64_t size) const {
    std::vector<PairWeight> inside(pairs.begin(), pairs.end());
    for (PairWeight& pair : inside) {
      pair.source %= ranks_per_node_;
      pair.target %= ranks_per_node_;
    }
    return best_renaming(static_cast<std::size_t>(size), inside);
  }

  Int128 best_weight(std::span<const PairWeight> pairs) const {
    return pairs.size() == 1 ? pairs.front().weight : inner(pairs, ranks_per_node_).weight;
  }

  std::vector<PairWeight> pairs_;
  std::int64_t ranks_per_node_;
};

/// Appends the ranks of the next target node.
void append_node(NodeAssignment& assignment, const Assignment& inner, std::int64_t first_rank) {
  for (const std::int64_t source : inner.of_target)
    assignment.of_target.push_back(first_rank + source);
  assignment.weight += inner.weight;
}

}  // namespace

Result<NodeAssignment> best_node_assignment(const RankWeights& weights,
                                            std::int64_t ranks_per_node) {
  TILEGLOT_TRY_STATUS(check_node_size(ranks_per_node));
  TILEGLOT_TRY_STATUS(check(weights));
  const std::int64_t nodes = weights.ranks / ranks_per_node;
  const NodePairs pairs(weights.pairs, ranks_per_node);
  NodeAssignment assignment;
  assignment.nodes = best_renaming(static_cast<std::size_t>(nodes), pairs.weights(nodes));
  assignment.of_target.reserve(static_cast<std::size_t>(weights.ranks));
  for (std::int64_t target = 0; target < nodes; ++target) {
    const std::int64_t source = assignment.nodes.of_target[static_cast<std::size_t>(target)];
    append_node(assignment, pairs.inner(source, target, ranks_per_node), source * ranks_per_node);
  }
  const std::int64_t rest = weights.ranks % ranks_per_node;
  if (rest > 0) append_node(assignment, pairs.inner(nodes, nodes, rest), nodes * ranks_per_node);
  return assignment;
}

}  // namespace tileglot::relayout::reshard
