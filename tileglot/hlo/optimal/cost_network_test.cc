// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/cost_network.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/pieces.h"

namespace tileglot::hlo::optimal {
namespace {

SharedTable table(std::size_t rows, std::size_t columns, std::vector<Cost> costs) {
  return std::make_shared<const CostTable>(CostTable{rows, columns, std::move(costs)});
}

TEST(CostNetwork, CostsAreAddedUp) {
  CostNetwork network;
  const std::size_t a = network.add_variable(2);
  const std::size_t b = network.add_variable(2);
  network.add_term(a, b, table(2, 2, {0, 5, 5, 0}));
  network.add_cost(a, 0, 3);
  EXPECT_EQ(cost_of(network, Choices{0, 0}), 3);
  EXPECT_EQ(cost_of(network, Choices{0, 1}), 8);
  EXPECT_EQ(cost_of(network, Choices{1, 0}), 5);
  EXPECT_EQ(cost_of(network, Choices{1, 1}), 0);
  EXPECT_EQ(cheapest_of_all(network), (Choices{1, 1}));
  EXPECT_EQ(least_alone(network), 0);
}

TEST(CostNetwork, ATermOfOneVariableIsWhatItsChoicesCost) {
  CostNetwork network;
  const std::size_t a = network.add_variable(2);
  network.add_term(a, a, table(2, 2, {1, 9, 9, 4}));
  EXPECT_TRUE(network.terms().empty());
  EXPECT_EQ(cost_of(network, Choices{0}), 1);
  EXPECT_EQ(cost_of(network, Choices{1}), 4);
}

TEST(CostNetwork, WhatHasOneChoiceSeparates) {
  CostNetwork network;
  for (int i = 0; i < 3; ++i) network.add_variable(2);
  network.add_term(0, 1, table(2, 2, {0, 5, 5, 0}));
  network.add_term(1, 2, table(2, 2, {0, 7, 7, 0}));
  KeptChoices kept = all_kept(network);
  EXPECT_EQ(pieces_of(network, kept), (std::vector<std::vector<std::size_t>>{{0, 1, 2}}));
  kept[1] = {1};
  const auto pieces = pieces_of(network, kept);
  ASSERT_EQ(pieces, (std::vector<std::vector<std::size_t>>{{0}, {2}}));
  const Narrowed part = narrowed(network, kept, pieces[1]);
  EXPECT_EQ(cost_of(part.network, Choices{0}), 7);
  EXPECT_EQ(cost_of(part.network, Choices{1}), 0);
  Choices whole{0, 1, 0};
  widen(part, Choices{1}, whole);
  EXPECT_EQ(whole, (Choices{0, 1, 1}));
}

KeptChoices any_kept(const CostNetwork& network) {
  KeptChoices kept = all_kept(network);
  for (auto& choices : kept) {
    std::vector<Choice> some;
    for (const Choice c : choices) {
      if (*rc::gen::inRange(0, 3) > 0) some.push_back(c);
    }
    if (!some.empty()) choices = some;
  }
  return kept;
}

TEST(CostNetwork, APartCostsWhatItAddsToTheWhole) {
  core::check_law("narrowed_costs_the_same", 5000, [] {
    const CostNetwork network = *any_network({.variables = 6, .choices = 3});
    const KeptChoices kept = any_kept(network);
    for (const auto& piece : pieces_of(network, kept)) {
      const Narrowed part = narrowed(network, kept, piece);
      const Choices one = *any_choices(part.network);
      const Choices two = *any_choices(part.network);
      Choices whole;
      for (const auto& choices : kept) whole.push_back(choices[0]);
      Choices other = whole;
      widen(part, one, whole);
      widen(part, two, other);
      EXPECT_EQ(cost_of(network, whole) - cost_of(network, other),
                cost_of(part.network, one) - cost_of(part.network, two));
    }
  });
}

}  // namespace
}  // namespace tileglot::hlo::optimal
