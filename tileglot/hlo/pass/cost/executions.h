// SPDX-License-Identifier: Apache-2.0
// executions.h: how often each computation of a module runs.
//
// What     executions_of(module, guess) gives the entry one run, and every other computation the
//          runs of those that call it, added up: a body as often as its loop's trips say
//          (trip_count.h), a condition once more, everything else once for each run of its caller.
//          It lists the loops, with their trips and where the number comes from.
// Why      A copy in a loop of 100 trips moves its bytes 100 times: it costs what 100 copies before
//          the loop cost.
// Guess    A loop of which the module does not say how often it runs is taken to run
//          kGuessedTrips times. `--loop-trips N` of the commands sets another number. Every branch
//          of a conditional counts as often as the conditional runs.
// Example  A loop of 100 trips in a loop of 3: its body runs 300 times.
//          [tests: hlo/pass/cost/trip_count_test.cc, "runs of nested loops are multiplied"]
// Errors   hlo.loop_trips for a guess below 0. Runs saturate at the largest value.
// Source   kGuessedTrips: XLA's memory space assignment takes loops to run 5 times
//          (CostAnalysisOptions::xla_tpu_memory_space_assignment_while_execution_count).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/trip_count.h"

namespace tileglot::hlo::pass {

inline constexpr std::int64_t kGuessedTrips = 5;

/// A while, and how often it runs.
struct LoopRuns {
  InstructionId loop = {};
  std::int64_t trips = 0;                 ///< each time that the loop is reached
  std::optional<TripSource> source = {};  ///< nothing: the number is a guess
  std::int64_t runs = 0;                  ///< how often the loop is reached
  friend bool operator==(const LoopRuns&, const LoopRuns&) = default;
};

struct Executions {
  std::vector<std::int64_t> runs = {};  ///< by computation; 0 where nothing calls it
  std::vector<LoopRuns> loops = {};     ///< outer ones before those inside them
  std::int64_t guess = kGuessedTrips;

  std::int64_t of(ComputationId id) const { return runs[index_of(id)]; }
  std::int64_t of(const Module& module, InstructionId id) const {
    return of(module[id].computation);
  }
  /// The loops whose trips are a guess.
  std::int64_t guessed_loops() const;
};

core::Status check_guess(std::int64_t guess);

/// Preconditions: verify(module); check_guess(guess).
Executions executions_of(const Module& module, std::int64_t guess = kGuessedTrips);

}  // namespace tileglot::hlo::pass
