// SPDX-License-Identifier: Apache-2.0
// What moves in loops counts in every trip: on random modules with loops the optimal layouts never move
// more than XLA's, and exactly what the cheapest of all layouts moves, by other rules and by runs that
// are counted by running (hlo/pass/laws/layout_rules.h, simulated_runs.h).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/any_loops.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr std::int64_t kMostTried = 200000;
constexpr std::size_t kMostFree = 12;

/// How many modules there were, and what became of them.
struct Tally {
  std::int64_t modules = 0;
  std::int64_t small = 0;    ///< at most 12 layouts are free
  std::int64_t cheaper = 0;  ///< the optimal layouts move less than XLA's
};

pass::BruteForce every_layout(Module module, const pass::LayoutPolicy& policy, std::int64_t guess) {
  pass::MandatoryLayouts mandatory;
  const auto decided = pass::decide_layouts(module, policy, &mandatory);
  RC_ASSERT(decided.has_value());
  return brute_force(layout_rules(module, *decided, mandatory, guess), kMostTried);
}

std::int64_t xla_bytes(Module module, const pass::LayoutPolicy& policy, std::int64_t guess) {
  RC_ASSERT(assign_layouts(module, policy).has_value());
  return cost_of(module, policy, guess).bytes();
}

void expect_least(Module module, const pass::LayoutPolicy& policy, std::int64_t guess,
                  Tally& tally) {
  const pass::BruteForce all = every_layout(module, policy, guess);
  const std::int64_t greedy = xla_bytes(module, policy, guess);
  const auto found = assign_optimal(module, policy, {.share_copies = false, .loop_trips = guess});
  RC_ASSERT(found.has_value());
  RC_LOG() << print(module);
  RC_ASSERT(verify(module).has_value());
  const OptimalSummary& summary = found->summary;
  const std::int64_t bytes = cost_of(module, policy, guess).bytes();
  RC_ASSERT(bytes == summary.bytes);
  RC_ASSERT(greedy == summary.xla_bytes);
  RC_ASSERT(bytes <= greedy);
  RC_ASSERT(summary.parts.copy_bytes + summary.parts.operation_bytes == bytes);
  ++tally.modules;
  if (bytes < greedy) ++tally.cheaper;
  if (all.free_slots > kMostFree) return;
  ++tally.small;
  RC_ASSERT(all.least.has_value());
  RC_ASSERT(bytes == *all.least);
}

TEST(LoopsLaw, NoLayoutsMoveLessInAllTrips) {
  Tally tally;
  core::check_law("optimal_layouts_of_loops_are_the_cheapest", 10000, [&] {
    const std::string target =
        *rc::gen::elementOf(std::vector<std::string>{"generic", "cpu", "sm_70", "sm_90"});
    const std::string text = pass::any_loops();
    RC_LOG() << target << "\n" << text;
    const auto guess = *rc::gen::inRange<std::int64_t>(0, 4);
    expect_least(pass::parsed_module(text), *pass::policy_named(target), guess, tally);
  });
  std::cout << tally.modules << " modules with loops, " << tally.small
            << " with at most 12 free layouts, " << tally.cheaper << " move less\n";
  EXPECT_GE(tally.small * 3, tally.modules) << "the law was tried on too little";
  EXPECT_GE(tally.cheaper * 20, tally.modules) << "XLA's layouts would do";
}

}  // namespace
}  // namespace tileglot::hlo::optimal
