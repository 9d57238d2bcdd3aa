// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/max_flow.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::hlo::optimal {
namespace {

TEST(MaxFlow, WhatBelongsTogetherGoesTogether) {
  FlowGraph graph(2);
  graph.add_cost(0, -3);
  graph.add_cost(1, 2);
  graph.add_edge(0, 1, 4);
  EXPECT_EQ(cheapest_side(graph), (std::vector<bool>{true, true}));
}

TEST(MaxFlow, OfEqualCutsTheFewestGo) {
  FlowGraph graph(2);
  graph.add_cost(0, -3);
  graph.add_cost(1, 3);
  graph.add_edge(0, 1, 4);
  EXPECT_EQ(cheapest_side(graph), (std::vector<bool>{false, false}));
  EXPECT_TRUE(cheapest_side(FlowGraph(0)).empty());
}

struct Drawn {
  std::vector<std::int64_t> costs = {};
  std::vector<std::tuple<std::size_t, std::size_t, std::int64_t>> edges = {};

  std::int64_t cost(std::uint32_t side) const {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) result += (side >> i & 1U) != 0 ? costs[i] : 0;
    for (const auto& [inside, outside, cost] : edges) {
      if ((side >> inside & 1U) != 0 && (side >> outside & 1U) == 0) result += cost;
    }
    return result;
  }
};

Drawn any_graph() {
  Drawn result;
  const auto nodes = *rc::gen::inRange<std::size_t>(1, 9);
  for (std::size_t i = 0; i < nodes; ++i) result.costs.push_back(*rc::gen::inRange(-9, 10));
  const auto edges = *rc::gen::inRange<std::size_t>(0, 3 * nodes);
  for (std::size_t i = 0; i < edges; ++i) {
    result.edges.emplace_back(*rc::gen::inRange<std::size_t>(0, nodes),
                              *rc::gen::inRange<std::size_t>(0, nodes), *rc::gen::inRange(0, 9));
  }
  return result;
}

TEST(MaxFlow, NoSideIsCheaper) {
  core::check_law("cheapest_side", 10000, [] {
    const Drawn drawn = any_graph();
    FlowGraph graph(drawn.costs.size());
    for (std::size_t i = 0; i < drawn.costs.size(); ++i) graph.add_cost(i, drawn.costs[i]);
    for (const auto& [inside, outside, cost] : drawn.edges) graph.add_edge(inside, outside, cost);
    const std::vector<bool> found = cheapest_side(graph);
    std::uint32_t side = 0;
    for (std::size_t i = 0; i < found.size(); ++i) side |= found[i] ? 1U << i : 0U;
    std::int64_t least = 0;
    int fewest = 0;
    for (std::uint32_t all = 0; all < 1U << drawn.costs.size(); ++all) {
      const std::int64_t cost = drawn.cost(all);
      if (cost < least || (cost == least && std::popcount(all) < fewest)) {
        least = cost;
        fewest = std::popcount(all);
      }
    }
    EXPECT_EQ(drawn.cost(side), least);
    EXPECT_EQ(std::popcount(side), fewest);
  });
}

}  // namespace
}  // namespace tileglot::hlo::optimal
