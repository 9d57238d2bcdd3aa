// SPDX-License-Identifier: Apache-2.0
// hlo/loops_json.h: how often each loop of a module runs, as JSON.
//
// Example  [{"loop": "w", "trips": 100, "source": "condition", "runs": 1}]
//          [tests: hlo/assign_test.cc, "loops are told with their trips"]
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::api {

/// `source` is "known_trip_count", "condition" or "guess"; `runs` is how often the loop is reached.
Json loops_json(const hlo::Module& module, const hlo::pass::Executions& executions);

}  // namespace tileglot::api
