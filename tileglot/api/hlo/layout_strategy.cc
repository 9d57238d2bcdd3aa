// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/optimal/layout_network.h"
#include "tileglot/hlo/optimal/milp.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace optimal = hlo::optimal;
using core::Result;

constexpr std::array<std::string_view, 2> kNames{"xla", "optimal"};
constexpr double kMostSeconds = 86400;

std::string size_text(std::int64_t bytes) { return value::grouped(bytes) + " B"; }

/// What "nothing moves less" takes for granted.
std::string assumed_text(const hlo::pass::Executions& executions) {
  const std::int64_t loops = executions.guessed_loops();
  if (loops == 0) return "";
  const std::string times = core::counted(executions.guess, "time");
  if (loops == 1) return fmt::format(" if 1 loop with an unknown trip count runs {}", times);
  return fmt::format(" if {} loops with unknown trip counts run {} each", loops, times);
}

std::string proof_text(const optimal::OptimalSummary& summary) {
  const auto layouts = static_cast<std::int64_t>(summary.free_layouts);
  const std::string free =
      fmt::format("{} {} free", core::counted(layouts, "layout"), layouts == 1 ? "was" : "were");
  const std::string assumed = assumed_text(summary.executions);
  // Copies are shared later, which the bound does not take into account.
  const std::string_view alone = summary.bytes > 0 ? " without sharing copies" : "";
  if (summary.is_proved()) {
    return fmt::format("nothing {}moves less{}{} ({})", summary.is_whole ? "" : "that was tried ",
                       alone, assumed, free);
  }
  const double gap = 100.0 * static_cast<double>(summary.bytes - summary.bound) /
                     static_cast<double>(summary.bytes);
  return fmt::format("nothing moves less than {}{}{}, a gap of {:.2f} % ({})",
                     size_text(summary.bound), alone, assumed, gap, free);
}

std::string penalty_text(const optimal::OptimalSummary& summary) {
  const std::int64_t own = summary.parts.penalty_bytes;
  const std::int64_t xla = summary.xla_parts.penalty_bytes;
  if (own == 0 && xla == 0) return "";
  return fmt::format(
      "in addition, reductions in runs of less than {} B may read {} once more, {} with XLA's "
      "layouts\n",
      hlo::pass::kSectorBytes, size_text(own), size_text(xla));
}

Json parts_json(const optimal::CostParts& parts) {
  return {{"copies", parts.copies},
          {"copy_bytes", parts.copy_bytes},
          {"operation_bytes", parts.operation_bytes},
          {"penalties", parts.penalties},
          {"penalty_bytes", parts.penalty_bytes}};
}

}  // namespace

std::span<const std::string_view> strategy_names() { return kNames; }

core::Status check_strategy(const StrategyChoice& choice) {
  if (std::ranges::find(kNames, choice.strategy) == kNames.end()) {
    const std::string guess = core::did_you_mean(choice.strategy, kNames);
    return core::fail(
        {.code = "hlo.strategy",
         .message =
             fmt::format("layouts are not assigned by '{}'", core::printable(choice.strategy, 64)),
         .help = guess.empty() ? fmt::format("the strategies are {}", fmt::join(kNames, ", "))
                               : guess});
  }
  TILEGLOT_TRY_STATUS(hlo::pass::check_guess(choice.loop_trips));
  const bool is_time = choice.time_limit > 0 && choice.time_limit <= kMostSeconds;
  if (!is_time) {
    return core::fail(
        {.code = "hlo.strategy",
         .message = fmt::format("a time limit of {:g} seconds is not between 0 and {}",
                                choice.time_limit, kMostSeconds),
         .help = "--time-limit 10 gives a solver ten seconds for each question"});
  }
  return {};
}

Result<AssignedLayouts> assign_by(hlo::Module& module, const hlo::pass::LayoutPolicy& policy,
                                  const StrategyChoice& choice) {
  TILEGLOT_TRY_STATUS(check_strategy(choice));
  AssignedLayouts result;
  if (choice.strategy == "xla") {
    TILEGLOT_TRY(assignment, hlo::pass::assign_layouts(module, policy));
    result.assignment = std::move(assignment);
    return result;
  }
  optimal::MilpSolver solver;
  if (choice.solver) {
    solver = [&](const std::string& program) { return choice.solver(program, choice.time_limit); };
  }
  const optimal::OptimalOptions options{.solve = {.milp = solver}, .loop_trips = choice.loop_trips};
  TILEGLOT_TRY(found, optimal::assign_optimal(module, policy, options));
  result.assignment = std::move(found.assignment);
  result.summary = std::move(found.summary);
  return result;
}

std::string strategy_text(const optimal::OptimalSummary& summary) {
  std::string result =
      fmt::format("moves {} where XLA's layouts move {}; {}\n", size_text(summary.bytes),
                  size_text(summary.xla_bytes), proof_text(summary));
  if (summary.shared_bytes > 0) {
    result += fmt::format("equal copies are shared: {} of it need not move\n",
                          size_text(summary.shared_bytes));
  }
  return result + penalty_text(summary);
}

Json strategy_json(const optimal::OptimalSummary& summary) {
  Json failures = Json::array();
  for (const core::Error& failure : summary.failures) {
    failures.push_back({{"code", failure->code}, {"message", failure->message}});
  }
  return {{"xla_bytes", summary.xla_bytes},
          {"bytes", summary.bytes},
          {"bound", summary.bound},
          {"shared_bytes", summary.shared_bytes},
          {"xla_parts", parts_json(summary.xla_parts)},
          {"parts", parts_json(summary.parts)},
          {"guessed_loops", summary.executions.guessed_loops()},
          {"guessed_trips", summary.executions.guess},
          {"free_layouts", summary.free_layouts},
          {"changed", summary.changed},
          {"all_orders", summary.is_whole},
          {"failures", std::move(failures)}};
}

std::string strategy_notes(const optimal::OptimalSummary& summary) {
  std::string result;
  if (!summary.is_whole) {
    result += "note: of arrays of rank 6 and more not all orders were tried\n";
  }
  for (const core::Error& failure : summary.failures) {
    result += fmt::format("note: {}: {}\n", failure->code, failure->message);
    if (!failure->help.empty()) result += fmt::format("  help: {}\n", failure->help);
  }
  return result;
}

}  // namespace tileglot::api
