// SPDX-License-Identifier: Apache-2.0
// layout_strategy.h: the strategy of layout assignment, from the words of a request.
//
// What     assign_by(module, policy, choice) runs layout assignment as XLA does, or so that the
//          fewest bytes move; for the latter the result has a summary. strategy_text and
//          strategy_json print the summary, strategy_notes what the user should know despite the
//          answer.
// Why      `hlo assign` and `hlo compile` take the same options.
// Loops    What moves in a loop counts in every trip. "nothing moves less" names the guess where the
//          trips of a loop are one.
// Example  moves 0 B where XLA's layouts move 524,288 B; nothing moves less (2 layouts were free)
//          [tests: hlo/assign_test.cc, "the optimal strategy moves less and says so"]
// Errors   hlo.strategy, hlo.loop_trips; those of hlo/pass and hlo/optimal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/optimal/milp.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {

std::span<const std::string_view> strategy_names();

/// Runs a solver on a program for at most so many seconds.
using TimedSolver = std::function<core::Result<hlo::optimal::MilpAnswer>(const std::string& program,
                                                                         double seconds)>;

struct StrategyChoice {
  std::string strategy = "xla";  ///< or optimal
  double time_limit = 10;        ///< seconds for each question to the solver
  TimedSolver solver = {};       ///< nothing: there is none
  /// Of loops that do not say how often they run.
  std::int64_t loop_trips = hlo::pass::kGuessedTrips;
};

/// Refuses values that are not a strategy's.
core::Status check_strategy(const StrategyChoice& choice);

struct AssignedLayouts {
  hlo::pass::Assignment assignment = {};
  std::optional<hlo::optimal::OptimalSummary> summary = {};
};

core::Result<AssignedLayouts> assign_by(hlo::Module& module, const hlo::pass::LayoutPolicy& policy,
                                        const StrategyChoice& choice);

/// Lines, each with its newline.
std::string strategy_text(const hlo::optimal::OptimalSummary& summary);
Json strategy_json(const hlo::optimal::OptimalSummary& summary);
std::string strategy_notes(const hlo::optimal::OptimalSummary& summary);

}  // namespace tileglot::api
