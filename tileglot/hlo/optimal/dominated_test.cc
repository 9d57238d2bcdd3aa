// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/dominated.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>

#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

TEST(Dominated, WhatNeverPaysIsDropped) {
  CostNetwork network;
  network.add_variable(2);
  network.add_variable(2);
  network.add_term(0, 1, std::make_shared<const CostTable>(CostTable{2, 2, {0, 5, 5, 0}}));
  network.add_cost(0, 1, 7);
  EXPECT_EQ(without_dominated(network), (KeptChoices{{0}, {0}}));
}

TEST(Dominated, TheCheapestAreAmongWhatIsLeft) {
  static std::size_t dropped = 0;
  static std::size_t cases = 0;
  core::check_law("without_dominated", 8000, [] {
    const CostNetwork network = *any_network({.variables = 6, .choices = 4});
    const KeptChoices kept = without_dominated(network);
    CostNetwork held = network;
    ++cases;
    for (std::size_t v = 0; v < network.size(); ++v) {
      ASSERT_FALSE(kept[v].empty());
      dropped += network.choices(v) - kept[v].size();
      for (Choice c = 0; c < network.choices(v); ++c) {
        if (!std::ranges::binary_search(kept[v], c)) held.add_cost(v, c, 1000000);
      }
    }
    EXPECT_EQ(cost_of(held, cheapest_of_all(held)), cost_of(network, cheapest_of_all(network)));
  });
  EXPECT_GE(dropped * 4, cases);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
