// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/any_module.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::int64_t kMostTried = 20000;

/// The layouts that were decided keep the rules and cost no more by them than the module that is written;
/// of all layouts none is dearer than they if it is the cheapest.
void expect_rules_hold(Module& module, const LayoutPolicy& policy) {
  RC_LOG() << print(module);
  MandatoryLayouts mandatory;
  auto decided = decide_layouts(module, policy, &mandatory);
  RC_ASSERT(decided.has_value());
  const LayoutRules rules = layout_rules(module, *decided, mandatory);
  const std::int64_t cost = rules.cost(rules.decided());
  const BruteForce found = brute_force(rules, kMostTried);
  if (found.least) {
    RC_ASSERT(*found.least <= cost);
    RC_ASSERT(rules.cost(found.orders) == *found.least);
  }
  const Assignment assignment = written(module, *std::move(decided));
  RC_LOG() << print(module);
  RC_ASSERT(cost <= cost_of(module, policy).bytes());
}

TEST(OptimalBruteForceLaw, WhatIsDecidedIsOneOfAllLayouts) {
  core::check_law("decided_layouts_keep_the_rules", 3000, [] {
    const std::string target =
        *rc::gen::elementOf(std::vector<std::string>{"generic", "cpu", "sm_70", "sm_90"});
    Module module = any_module({.random_layouts = *rc::gen::arbitrary<bool>()});
    expect_rules_hold(module, *policy_named(target));
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
