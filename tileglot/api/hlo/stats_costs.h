// SPDX-License-Identifier: Apache-2.0
// hlo/stats_costs.h: what a module's layouts cost, instruction by instruction, for `hlo stats`.
//
// What     costs_of(module, request) has the bytes that copies, reshapes and transposes move in all
//          runs, apart from them what reductions of a target may read once more, the loops with
//          their trips, and the instructions that cost something, the largest first: between which
//          layouts, what they read and write, and how many bytes are contiguous on both sides.
// Why      It shows where the bytes of a compiled model go, and which copy to remove first.
// Units    Bytes (hlo/pass/cost/layout_cost.h): what a copy reads and what it writes both count.
// Example  f32[4,8]{1,0} copied to {0,1}: 128 read, 128 written, 4 at a time.
//          [tests: hlo/stats_costs_test.cc, "what moves is listed, the largest first"]
// Errors   hlo.loop_trips; those of target_policy.h, of hlo/ir/verify.h where it was requested, of
//          hlo/pass/rewrite/sink_copies.h with after_sinking.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::api {

struct HloCostsRequest {
  std::optional<std::string> target =
      {};                      ///< nothing: no platform, whose reductions read any order
  bool after_sinking = false;  ///< also what is left after move_copy_to_users
  bool all = false;            ///< the text lists every instruction, not 20
  /// Of loops that do not say how often they run.
  std::int64_t loop_trips = hlo::pass::kGuessedTrips;
};

struct LayoutCosts {
  std::string text = {};
  Json json = {};
};

/// A module that fails verification has an empty answer, unless something was requested.
core::Result<LayoutCosts> costs_of(const hlo::Module& module, const std::string& text,
                                   const HloCostsRequest& request);

}  // namespace tileglot::api
