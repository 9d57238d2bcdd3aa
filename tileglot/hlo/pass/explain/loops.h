// SPDX-License-Identifier: Apache-2.0
// loops.h: how often each loop runs and how that is known, in lines.
//
// What     explain_loops(module, executions) has a line for each of the first loops; it is empty
//          where there are none.
// Example  loop %w: 100 trips, as its condition says
//          [tests: hlo/pass/cost/trip_count_test.cc, "loops are told with where their trips are
//          from"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::hlo::pass {

std::string explain_loops(const Module& module, const Executions& executions);

/// "known_trip_count", "condition" or "guess".
std::string_view source_name(const LoopRuns& loop);

}  // namespace tileglot::hlo::pass
