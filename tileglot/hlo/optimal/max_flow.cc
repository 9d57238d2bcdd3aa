// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/max_flow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tileglot::hlo::optimal {

void FlowGraph::add_edge(std::size_t inside, std::size_t outside, std::int64_t cost) {
  if (cost > 0) edges_.push_back({inside, outside, cost});
}

/// The source feeds nodes with a gain; nodes with a cost feed the sink. An arc's reverse is its
/// neighbour in the list.
class MaxFlow {
 public:
  explicit MaxFlow(const FlowGraph& graph)
      : source_(graph.gains_.size()), sink_(source_ + 1), arcs_of_(source_ + 2) {
    for (std::size_t node = 0; node < source_; ++node) {
      const std::int64_t gain = graph.gains_[node];
      if (gain > 0) add_arc(source_, node, gain);
      if (gain < 0) add_arc(node, sink_, -gain);
    }
    for (const FlowGraph::Edge& edge : graph.edges_) add_arc(edge.inside, edge.outside, edge.cost);
  }

  std::vector<bool> side() {
    while (find_levels()) block();
    std::vector<bool> result(source_);
    for (std::size_t node = 0; node < source_; ++node) result[node] = level_[node] != kUnreached;
    return result;
  }

 private:
  struct Arc {
    std::size_t to = 0;
    std::int64_t room = 0;
  };
  static constexpr std::size_t kUnreached = std::numeric_limits<std::size_t>::max();

  void add_arc(std::size_t from, std::size_t to, std::int64_t room) {
    arcs_of_[from].push_back(arcs_.size());
    arcs_.push_back({to, room});
    arcs_of_[to].push_back(arcs_.size());
    arcs_.push_back({from, 0});
  }

  /// Computes each node's distance from the source; false if the sink is out of reach.
  bool find_levels() {
    level_.assign(arcs_of_.size(), kUnreached);
    level_[source_] = 0;
    std::vector<std::size_t> reached{source_};
    reached.reserve(arcs_of_.size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::size_t arc : arcs_of_[reached[i]]) {
        const auto [to, room] = arcs_[arc];
        if (room == 0 || level_[to] != kUnreached) continue;
        level_[to] = level_[reached[i]] + 1;
        reached.push_back(to);
      }
    }
    return level_[sink_] != kUnreached;
  }

  /// Sends flow along shortest paths until none is left.
  void block() {
    next_.assign(arcs_of_.size(), 0);
    std::vector<std::size_t> path;
    for (;;) {
      const std::size_t node = path.empty() ? source_ : arcs_[path.back()].to;
      if (node == sink_) {
        send(path);
      } else if (!advance(node, path)) {
        if (path.empty()) return;
        path.pop_back();
      }
    }
  }

  /// Takes the next arc that leads nearer to the sink; false where the node has none left.
  bool advance(std::size_t node, std::vector<std::size_t>& path) {
    const std::vector<std::size_t>& arcs = arcs_of_[node];
    for (std::size_t& next = next_[node]; next < arcs.size(); ++next) {
      const auto [to, room] = arcs_[arcs[next]];
      if (room == 0 || level_[to] != level_[node] + 1 || is_dead(to)) continue;
      path.push_back(arcs[next]);
      return true;
    }
    return false;
  }

  bool is_dead(std::size_t node) const {
    return node != sink_ && next_[node] == arcs_of_[node].size();
  }

  /// Fills the path, and goes back to where its first full arc begins.
  void send(std::vector<std::size_t>& path) {
    std::int64_t room = std::numeric_limits<std::int64_t>::max();
    for (const std::size_t arc : path) room = std::min(room, arcs_[arc].room);
    std::size_t first_full = path.size();
    for (std::size_t i = path.size(); i-- > 0;) {
      arcs_[path[i]].room -= room;
      arcs_[path[i] ^ 1U].room += room;
      if (arcs_[path[i]].room == 0) first_full = i;
    }
    path.resize(first_full);
  }

  std::size_t source_;
  std::size_t sink_;
  std::vector<Arc> arcs_ = {};
  std::vector<std::vector<std::size_t>> arcs_of_;
  std::vector<std::size_t> level_ = {};
  std::vector<std::size_t> next_ = {};
};

std::vector<bool> cheapest_side(const FlowGraph& graph) { return MaxFlow(graph).side(); }

}  // namespace tileglot::hlo::optimal
