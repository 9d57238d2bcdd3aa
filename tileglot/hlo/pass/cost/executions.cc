// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/executions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/pass/cost/trip_count.h"

namespace tileglot::hlo::pass {
namespace {

class CountingRuns {
 public:
  CountingRuns(const Module& module, std::int64_t guess)
      : module_(module), callers_(callers(module)) {
    result_.guess = guess;
    result_.runs.assign(module.computation_count(), 0);
    result_.runs[index_of(module.entry())] = 1;
  }

  Executions count() {
    const std::vector<ComputationId> order = computation_post_order(module_);
    for (const ComputationId caller : order | std::views::reverse) {
      for (const InstructionId id : module_.instructions(caller)) call(id, result_.of(caller));
    }
    return std::move(result_);
  }

 private:
  void add(ComputationId called, std::int64_t runs) {
    std::int64_t& sum = result_.runs[index_of(called)];
    sum = core::saturating_add(sum, runs);
  }

  void call(InstructionId id, std::int64_t runs) {
    switch (module_[id].opcode) {
      case Opcode::kWhile: return run_loop(id, runs);
      // The computation that these share runs once, when it is started.
      case Opcode::kAsyncUpdate:
      case Opcode::kAsyncDone: return;
      default: run_each(called_computations(module_[id]), runs);
    }
  }

  /// Branches may be one computation.
  void run_each(std::vector<ComputationId> called, std::int64_t runs) {
    std::ranges::sort(called);
    const auto repeated = std::ranges::unique(called);
    called.erase(repeated.begin(), repeated.end());
    for (const ComputationId id : called) add(id, runs);
  }

  void run_loop(InstructionId id, std::int64_t runs) {
    LoopRuns loop{.loop = id, .trips = result_.guess, .runs = runs};
    if (const auto known = trip_count(module_, callers_, id)) {
      loop.trips = known->trips;
      loop.source = known->source;
    }
    const auto in_all = core::saturating_mul(runs, loop.trips);
    add(*attribute_of<ComputationId>(module_[id], AttributeKey::kBody), in_all);
    add(*attribute_of<ComputationId>(module_[id], AttributeKey::kCondition),
        core::saturating_add(in_all, runs));
    result_.loops.push_back(loop);
  }

  const Module& module_;
  Callers callers_;
  Executions result_ = {};
};

}  // namespace

std::int64_t Executions::guessed_loops() const {
  return std::ranges::count_if(loops, [](const LoopRuns& loop) { return !loop.source; });
}

core::Status check_guess(std::int64_t guess) {
  if (guess >= 0) return {};
  return core::fail({.code = "hlo.loop_trips",
                     .message = fmt::format("a loop cannot run {} times", guess),
                     .help = fmt::format("--loop-trips {} is the default", kGuessedTrips)});
}

Executions executions_of(const Module& module, std::int64_t guess) {
  return CountingRuns(module, guess).count();
}

}  // namespace tileglot::hlo::pass
