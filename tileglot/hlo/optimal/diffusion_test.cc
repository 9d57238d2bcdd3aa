// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/diffusion.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

/// All variables have two choices; an edge costs `cost` where its two agree, or where they differ.
void add_edge(CostNetwork& network, std::size_t a, std::size_t b, Cost alike, Cost unlike) {
  network.add_term(
      a, b, std::make_shared<const CostTable>(CostTable{2, 2, {alike, unlike, unlike, alike}}));
}

TEST(Diffusion, AChainIsBoundedByItsCost) {
  CostNetwork network;
  for (int i = 0; i < 3; ++i) network.add_variable(2);
  network.add_cost(0, 0, 8);
  network.add_cost(2, 1, 6);
  add_edge(network, 0, 1, 0, 20);
  add_edge(network, 1, 2, 0, 20);
  EXPECT_EQ(least_alone(network), 0);
  EXPECT_EQ(diffused_bound(network), 6);
}

TEST(Diffusion, GreatCostsAreRoundedDown) {
  CostNetwork network;
  network.add_variable(2);
  network.add_variable(2);
  network.add_cost(0, 0, kMostCost / 4 + 3);
  network.add_cost(1, 1, kMostCost / 4 + 3);
  add_edge(network, 0, 1, 0, kMostCost / 4);
  const Cost bound = diffused_bound(network);
  EXPECT_LE(bound, kMostCost / 4);
  EXPECT_GT(bound, kMostCost / 5);
}

TEST(DiffusionLaw, NoChoicesCostLessThanTheBound) {
  std::int64_t networks = 0;
  std::int64_t better = 0;
  core::check_law("diffused_bounds_are_bounds", 20000, [&] {
    const CostNetwork network = *any_network({.variables = 7, .choices = 3, .terms_each = 3});
    const Cost bound = diffused_bound(network);
    const Cost least = cost_of(network, cheapest_of_all(network));
    RC_ASSERT(bound <= least);
    RC_ASSERT(bound >= least_alone(network));
    ++networks;
    if (bound > least_alone(network)) ++better;
  });
  std::cout << better << " of " << networks << " bounds are better than each part alone\n";
  EXPECT_GE(better * 10, networks);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
