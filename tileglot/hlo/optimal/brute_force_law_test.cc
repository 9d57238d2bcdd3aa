// SPDX-License-Identifier: Apache-2.0
// What the solvers find is the least there is: every layout of small modules is tried by other rules
// (hlo/pass/laws/layout_rules.h).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/any_module.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr std::int64_t kMostTried = 20000;

/// Nothing where there are too many.
std::optional<std::int64_t> least_by_trying(Module module, const pass::LayoutPolicy& policy) {
  pass::MandatoryLayouts mandatory;
  const auto decided = pass::decide_layouts(module, policy, &mandatory);
  RC_ASSERT(decided.has_value());
  return brute_force(layout_rules(module, *decided, mandatory), kMostTried).least;
}

std::int64_t xla_bytes(Module module, const pass::LayoutPolicy& policy) {
  RC_ASSERT(assign_layouts(module, policy).has_value());
  return cost_of(module, policy).bytes();
}

std::string problem_of(const core::Status& status) { return status ? "" : status.error()->message; }

void expect_least(Module module, const pass::LayoutPolicy& policy, bool share) {
  const auto least = least_by_trying(module, policy);
  const std::int64_t greedy = xla_bytes(module, policy);
  RC_LOG() << print(module);
  const auto found = assign_optimal(module, policy, {.share_copies = share});
  RC_ASSERT(found.has_value());
  const std::int64_t bytes = cost_of(module, policy).bytes();
  RC_LOG() << print(module);
  RC_ASSERT(problem_of(pass::check_layouts_assigned(module)) == "");
  RC_ASSERT(problem_of(verify(module)) == "");
  RC_ASSERT(bytes <= greedy);
  if (share || !least || found->summary.bound != found->summary.bytes) return;
  RC_ASSERT(found->summary.bytes == *least);
  RC_ASSERT(bytes == *least);
}

TEST(BruteForceLaw, NoLayoutsAreCheaper) {
  core::check_law("optimal_layouts_are_the_cheapest", 3000, [] {
    const std::string target =
        *rc::gen::elementOf(std::vector<std::string>{"generic", "cpu", "sm_70", "sm_90"});
    const Module module = any_module({.random_layouts = *rc::gen::arbitrary<bool>()});
    expect_least(module, *pass::policy_named(target), *rc::gen::arbitrary<bool>());
  });
}

}  // namespace
}  // namespace tileglot::hlo::optimal
