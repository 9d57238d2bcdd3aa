// SPDX-License-Identifier: Apache-2.0
// simulated_runs.h: how often each computation of a small module runs, counted by running it.
//
// What     simulated_runs(module, guess) interprets the integer scalars of a module from its entry
//          on, trip by trip, and counts the runs of each computation. Everything else is unknown to
//          it; a loop whose condition is unknown runs `guess` times, and every branch of a
//          conditional runs.
// Why      hlo/pass/cost/executions.h derives trips from patterns; this counts them.
// Limits   Nothing where more than 20,000 computations would run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// By computation. Fusions, and functions that are applied to elements, run once for each caller.
std::optional<std::vector<std::int64_t>> simulated_runs(const Module& module, std::int64_t guess);

}  // namespace tileglot::hlo::pass
