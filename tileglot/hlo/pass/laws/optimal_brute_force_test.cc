// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {
namespace {

struct Costs {
  std::optional<std::int64_t> least = {};
  std::int64_t decided = 0;  ///< by layout assignment's orders, by the rules
  std::int64_t xla = 0;      ///< of the module that layout assignment wrote
};

Costs costs(std::string_view text, std::string_view target) {
  const auto policy = policy_named(target);
  Module module = parsed_module(text);
  MandatoryLayouts mandatory;
  auto decided = *decide_layouts(module, *policy, &mandatory);
  const LayoutRules rules = layout_rules(module, decided, mandatory);
  Costs result{.least = brute_force(rules, 1000000).least, .decided = rules.cost(rules.decided())};
  const Assignment assignment = written(module, std::move(decided));
  result.xla = cost_of(module, *policy).bytes();
  return result;
}

TEST(OptimalBruteForce, AnOpenParameterIsLaidOutAsAReductionReads) {
  const Costs found = costs(
      "HloModule m, entry_computation_layout={(f32[8,128,64])->f32[8,64]}\n"
      "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
      "ENTRY e { p = f32[8,128,64]{2,1,0} parameter(0) z = f32[] constant(0)"
      " ROOT r = f32[8,64]{1,0} reduce(p, z), dimensions={1}, to_apply=add }",
      "sm_90");
  EXPECT_EQ(found.xla, 524288);
  EXPECT_EQ(found.decided, 0) << "reading columns moves nothing";
  EXPECT_EQ(found.least, 0);
}

TEST(OptimalBruteForce, WhatIsGivenStays) {
  const Costs found = costs(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1}, f32[4,6]{1,0})->f32[4,6]{1,0}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) q = f32[4,6] parameter(1)"
      " ROOT a = f32[4,6] add(p, q) }",
      "generic");
  EXPECT_EQ(found.least, 192);
  EXPECT_EQ(found.xla, 192);
}

TEST(OptimalBruteForce, ALoopKeepsItsState) {
  const Costs found = costs(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
      "body { s = (f32[4,6]) parameter(0) x = f32[4,6] get-tuple-element(s), index=0"
      " n = f32[4,6] negate(x) ROOT t = (f32[4,6]) tuple(n) }\n"
      "condition { s = (f32[4,6]) parameter(0) ROOT c = pred[] constant(false) }\n"
      "ENTRY e { p = f32[4,6] parameter(0) t = (f32[4,6]) tuple(p)"
      " w = (f32[4,6]) while(t), condition=condition, body=body"
      " ROOT g = f32[4,6] get-tuple-element(w), index=0 }",
      "generic");
  EXPECT_EQ(found.least, 0);
  EXPECT_LE(*found.least, found.xla);
}

TEST(OptimalBruteForce, TooManyChoicesAreNotTried) {
  LayoutRules rules;
  rules.slots = {{.rank = 4, .decided = {3, 2, 1, 0}}, {.rank = 4, .decided = {3, 2, 1, 0}}};
  rules.terms = {{.slots = {0, 1}, .cost = [](const SlotOrders& orders) -> std::int64_t {
                    return orders[0] == SlotOrder{0, 1, 2, 3} && orders[0] == orders[1] ? 1 : 2;
                  }}};
  EXPECT_EQ(brute_force(rules, 24).least, std::nullopt);
  EXPECT_EQ(brute_force(rules, 600).least, 1);
  EXPECT_EQ(brute_force(rules, 600).orders[1], (SlotOrder{0, 1, 2, 3}));
}

}  // namespace
}  // namespace tileglot::hlo::pass
