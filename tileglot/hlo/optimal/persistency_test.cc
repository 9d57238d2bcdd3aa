// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/persistency.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

SharedTable differing(Cost weight) {
  return std::make_shared<const CostTable>(CostTable{2, 2, {0, weight, weight, 0}});
}

TEST(Persistency, WhatWantsToStayStays) {
  CostNetwork network;
  const std::size_t p = network.add_variable(2);
  const std::size_t q = network.add_variable(2);
  network.add_term(p, q, differing(5));
  network.add_cost(p, 0, 2);
  network.add_cost(q, 1, 9);
  EXPECT_EQ(persistent(network, Choices{1, 0}), (std::vector<bool>{false, true}));
}

TEST(Persistency, WhatGainsOnlyTogetherIsNotPersistentAlone) {
  CostNetwork network;
  for (int i = 0; i < 3; ++i) network.add_variable(2);
  network.add_term(0, 1, differing(5));
  network.add_term(1, 2, differing(5));
  network.add_cost(0, 0, 3);
  network.add_cost(2, 0, 3);
  EXPECT_EQ(persistent(network, Choices{0, 0, 0}), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(persistent(network, Choices{1, 1, 1}), (std::vector<bool>{true, true, true}));
}

TEST(Persistency, SomeCheapestChoicesKeepAllThatIsPersistent) {
  static std::size_t kept = 0;
  static std::size_t cases = 0;
  core::check_law("persistent_choices_stay", 8000, [] {
    const CostNetwork network = *any_network({.variables = 7, .choices = 3});
    const bool from_best = *rc::gen::inRange(0, 2) == 0;
    const Choices now = from_best ? cheapest_of_all(network) : *any_choices(network);
    const std::vector<bool> stays = persistent(network, now);
    CostNetwork held = network;
    ++cases;
    for (std::size_t v = 0; v < network.size(); ++v) {
      if (stays[v] && network.choices(v) > 1) ++kept;
      for (Choice c = 0; stays[v] && c < network.choices(v); ++c) {
        if (c != now[v]) held.add_cost(v, c, 1000000);
      }
    }
    EXPECT_EQ(cost_of(held, cheapest_of_all(held)), cost_of(network, cheapest_of_all(network)));
  });
  EXPECT_GE(kept * 4, cases);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
