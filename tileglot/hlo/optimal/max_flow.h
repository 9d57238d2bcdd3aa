// SPDX-License-Identifier: Apache-2.0
// max_flow.h: the cheapest cut of a graph in two.
//
// What     A FlowGraph has nodes, a cost for each of being on the one side or on the other, and a cost for
//          each edge whose ends are on different sides. cheapest_side(graph) says which nodes are on the
//          side `true`, of all cheapest cuts the one with the fewest there.
// Why      Whether a set of changes taken together pays is a cut (settle.h); the greatest flow finds it.
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

  /// What it costs, or gains where negative, that the node is on the side `true`.
  void add_cost(std::size_t node, std::int64_t cost) { gains_[node] -= cost; }
  /// What it costs that `inside` is on the side `true` and `outside` is not. Precondition: not negative.
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
