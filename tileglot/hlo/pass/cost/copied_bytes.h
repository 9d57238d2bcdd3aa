// SPDX-License-Identifier: Apache-2.0
// copied_bytes.h: the bytes that copies and transposes move.
//
// What     copied_bytes(module, id) is the size of the instruction's array. traffic_of(module)
//          counts the copies, and the transposes between layouts that do not match, with the bytes
//          that they move in all of their runs (executions.h), and has the total cost of the layouts
//          (layout_cost.h).
// Units    Bytes of the result; reading it takes as many again. The cost includes both.
// Example  copy of f32[4,6] moves 96 bytes.
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "copies and transposes that move are
//          counted"]
#pragma once

#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {

/// 0 where there is no size: a tuple, unbounded dimensions, more than 2^63 bytes.
std::int64_t copied_bytes(const Module& module, InstructionId id);

struct Traffic {
  std::int64_t copies = 0;
  std::int64_t copy_bytes = 0;  ///< of all runs
  std::int64_t transposes = 0;  ///< that move elements
  std::int64_t transpose_bytes = 0;
  LayoutCost cost = {};  ///< of the layouts, for one policy
};

/// `guess` is how often a loop runs that does not say so.
Traffic traffic_of(const Module& module, const LayoutPolicy& policy,
                   std::int64_t guess = kGuessedTrips);

}  // namespace tileglot::hlo::pass
