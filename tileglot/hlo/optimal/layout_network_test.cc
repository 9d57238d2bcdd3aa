// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_network.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr std::string_view kSum = R"(
HloModule m, entry_computation_layout={(f32[4,6]{0,1}, f32[4,6]{1,0})->f32[6,4]{1,0}}
ENTRY e {
  p = f32[4,6] parameter(0)
  q = f32[4,6] parameter(1)
  s = f32[4,6] add(p, q)
  ROOT t = f32[6,4] transpose(s), dimensions={1,0}
})";

TEST(LayoutNetwork, TheModelCostsWhatTheModuleCosts) {
  Module module = *parse_module(kSum);
  const auto policy = pass::gpu_policy(90);
  pass::MandatoryLayouts mandatory;
  auto first = *pass::decide_layouts(module, *policy, &mandatory);
  const LayoutNetwork network = *layout_network(first, mandatory, pass::executions_of(module));
  const Cost cost = cost_of(network.network, network.first_choices);
  pass::written(module, std::move(first));
  EXPECT_EQ(cost / network.unit, pass::cost_of(module, *policy).bytes());
  EXPECT_EQ(cost / network.unit, 192);
}

TEST(LayoutNetwork, AnOperationThatCannotChangeLayoutIsOneNode) {
  Module module = *parse_module(kSum);
  const auto policy = pass::gpu_policy(90);
  pass::MandatoryLayouts mandatory;
  const auto first = *pass::decide_layouts(module, *policy, &mandatory);
  const LayoutNetwork network = *layout_network(first, mandatory, pass::executions_of(module));
  const auto& readings = network.links.readings;
  ASSERT_EQ(readings.size(), 3U);
  EXPECT_EQ(network.links.nodes.root_of(readings[0].node),
            network.links.nodes.root_of(readings[1].node));
  std::size_t free = 0;
  for (const auto& orders : network.orders) free += orders.size() == 2 ? 1U : 0U;
  EXPECT_EQ(free, 2U) << "the sum, and the transpose before the result is read";
  EXPECT_TRUE(network.is_whole);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
