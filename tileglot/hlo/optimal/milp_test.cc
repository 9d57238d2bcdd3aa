// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/milp.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

CostNetwork pair_of_five() {
  CostNetwork network;
  network.add_variable(2);
  network.add_variable(2);
  network.add_term(0, 1, std::make_shared<const CostTable>(CostTable{2, 2, {0, 5, 5, 0}}));
  return network;
}

TEST(Milp, ANetworkIsWrittenAsAProgram) {
  const std::string text = milp_of(pair_of_five());
  EXPECT_NE(text.find("Minimize\n obj: 0 x_0_0\n + 1 y_0_0_1\n + 1 y_0_1_0\n"), text.npos) << text;
  EXPECT_NE(text.find(" v1:\n + x_1_0\n + x_1_1 = 1\n"), text.npos) << text;
  EXPECT_NE(text.find(" r0_1:\n + y_0_1_0\n + y_0_1_1 - x_0_1 = 0\n"), text.npos) << text;
  EXPECT_NE(text.find(" c0_0:\n + y_0_0_0\n + y_0_1_0 - x_1_0 = 0\n"), text.npos) << text;
  EXPECT_NE(text.find("Binary\n x_0_0\n x_0_1\n x_1_0\n x_1_1\nEnd\n"), text.npos) << text;
}

TEST(Milp, ChoicesAreReadOffAnAnswer) {
  const CostNetwork network = pair_of_five();
  const auto found = choices_of(network, {.values = {{"x_0_1", 1.0}, {"x_1_1", 0.9999999}}});
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (Choices{1, 1}));
  EXPECT_EQ(choices_of(network, {.values = {{"x_0_1", 1.0}}}).error()->code, "optimal.answer");
  EXPECT_EQ(
      choices_of(network, {.values = {{"x_0_0", 1}, {"x_0_1", 1}, {"x_1_0", 1}}}).error()->code,
      "optimal.answer");
}

TEST(Milp, ABoundIsTheNextWholeCost) {
  const CostNetwork network = pair_of_five();
  EXPECT_EQ(bound_of(network, {.bound = 1.0}), 5);
  EXPECT_EQ(bound_of(network, {.bound = 0.61}), 4);
  EXPECT_EQ(bound_of(network, {.bound = 0.8 + 1e-9}), 4);
  EXPECT_EQ(bound_of(network, {.bound = -3.0}), 0);
  EXPECT_EQ(bound_of(network, {}), 0);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
