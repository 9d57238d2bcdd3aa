// SPDX-License-Identifier: Apache-2.0
// max_flow.h: the minimum cut of a graph.
//
// What     A FlowGraph has nodes, a cost for each node on one side or the other, and a cost for
//          each edge whose ends are on different sides. cheapest_side(graph) says which nodes are
//          on the side `true`; of all minimum cuts, that with the fewest nodes there.
// Why      Whether a set of changes pays together is a minimum cut (persistency.h); the maximum
//          flow finds it.
// Example  a and b, where a on `true` costs -3, b there 2, and a there without b 4: both go, at -1.
//          [tests: hlo/optimal/max_flow_test.cc, "what belongs together goes together"]
// Units    Costs may be negative; their absolute sum stays below 2^62.
// Time     Dinic's algorithm: rounds of a breadth-first search and blocking paths, no recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::hlo::optimal {

class FlowGraph {
 public:
  explicit FlowGraph(std::size_t nodes) : gains_(nodes, 0) {}

  /// Adds the cost (a gain if negative) of the node on the side `true`.
  void add_cost(std::size_t node, std::int64_t cost) { gains_[node] -= cost; }
  /// Adds the cost of `inside` on the side `true` without `outside`. Precondition: not negative.
  void add_edge(std::size_t inside, std::size_t outside, std::int64_t cost);

 private:
  struct Edge {
    std::size_t inside = 0;
    std::size_t outside = 0;
    std::int64_t cost = 0;
  };
  friend class MaxFlow;

  std::vector<std::int64_t> gains_;
  std::vector<Edge> edges_ = {};
};

std::vector<bool> cheapest_side(const FlowGraph& graph);

}  // namespace tileglot::hlo::optimal
