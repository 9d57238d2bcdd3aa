// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/eliminate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>

#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

TEST(Eliminate, NoChoicesAreCheaper) {
  core::check_law("eliminated", 8000, [] {
    const CostNetwork network = *any_network({.variables = 7, .choices = 4});
    const auto found = eliminated(network, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(cost_of(network, *found), cost_of(network, cheapest_of_all(network)));
  });
}

TEST(Eliminate, ALongChainTakesNoLargeTable) {
  CostNetwork network;
  const auto differing = std::make_shared<const CostTable>(CostTable{2, 2, {0, 3, 3, 0}});
  constexpr std::size_t kLength = 20000;
  for (std::size_t i = 0; i < kLength; ++i) {
    network.add_variable(2);
    if (i > 0) network.add_term(i - 1, i, differing);
  }
  network.add_cost(0, 0, 5);
  network.add_cost(kLength - 1, 1, 4);
  const auto found = eliminated(network, {.cells = 8});
  ASSERT_TRUE(found);
  EXPECT_EQ(cost_of(network, *found), 3);
}

TEST(Eliminate, WhatNeedsALargerTableIsLeft) {
  CostNetwork network;
  const auto differing = std::make_shared<const CostTable>(CostTable{2, 2, {0, 3, 3, 0}});
  for (std::size_t i = 0; i < 8; ++i) {
    network.add_variable(2);
    for (std::size_t j = 0; j < i; ++j) network.add_term(j, i, differing);
  }
  EXPECT_FALSE(eliminated(network, {.cells = 128}));
  EXPECT_TRUE(eliminated(network, {.cells = 256}));
  EXPECT_FALSE(eliminated(network, {.steps = 300}));
}

}  // namespace
}  // namespace tileglot::hlo::optimal
