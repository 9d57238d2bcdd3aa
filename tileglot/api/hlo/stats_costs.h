// SPDX-License-Identifier: Apache-2.0
// hlo/stats_costs.h: what a module's layouts cost, instruction by instruction, for `hlo stats`.
//
// What     costs_of(module, request) has the bytes that copies, reshapes, transposes and reductions
//          of a target move, and the instructions that move them, the largest first: between which
//          layouts, what they read and write, and how many bytes are contiguous on both sides.
// Why      It shows where the bytes of a compiled model go, and which copy to remove first.
// Units    Bytes (hlo/pass/cost/layout_cost.h): what a copy reads and what it writes both count.
// Example  f32[4,8]{1,0} copied to {0,1}: 128 read, 128 written, 4 at a time.
//          [tests: hlo/stats_costs_test.cc, "what moves is listed, the largest first"]
// Errors   Those of target_policy.h, of hlo/ir/verify.h where it was requested, of
//          hlo/pass/rewrite/sink_copies.h with after_sinking.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct HloCostsRequest {
  std::optional<std::string> target =
      {};                      ///< nothing: no platform, whose reductions read any order
  bool after_sinking = false;  ///< also what is left after move_copy_to_users
  bool all = false;            ///< the text lists every instruction, not 20
};

struct LayoutCosts {
  std::string text = {};
  Json json = {};
};

/// A module that fails verification has an empty answer, unless something was requested.
core::Result<LayoutCosts> costs_of(const hlo::Module& module, const std::string& text,
                                   const HloCostsRequest& request);

}  // namespace tileglot::api
