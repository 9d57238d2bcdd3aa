// SPDX-License-Identifier: Apache-2.0
// assign_optimal.h: layout assignment that moves the fewest bytes.
//
// What     assign_optimal(module, policy, options) decides layouts as assign_layouts does, replaces
//          them by the cheapest possible ones (layout_network.h defines what may change and what it
//          costs), and writes them. The result has the assignment, whose copies record their
//          reasons, and how many bytes either answer moves, with a lower bound for every answer.
// Loops    What moves in a loop moves in every trip. Trips that the module does not tell are a guess
//          (hlo/pass/cost/executions.h), which options.loop_trips sets; the summary lists all loops.
//          A loop's state may have any layout, so a copy is before the loop where that moves less.
// Why      XLA's assignment is greedy: it fixes one value after another and never revisits a
//          choice. On most modules that loses nothing; where it does, nothing reports it.
//
// Always   The answer never costs more than XLA's, and is XLA's where nothing is cheaper. Entry
//          layouts that are given are honoured; beside open leaves of a result XLA treats them as
//          requests, and then those that XLA accepts are honoured (Assignment::unhonoured has the
//          others).
// Copies   The model has a separate copy for each reading, as XLA's pass writes them; the bytes and
//          the bound of the summary refer to that. Equal copies are shared afterwards
//          (share_copies.h), which only saves.
// Example  p f32[8,128,4], open, summed over dimension 1 on sm_90: XLA fixes p as {2,1,0} and
//          copies it to {1,2,0}, 32,768 bytes; here p is {1,2,0}, and nothing moves.
//          [tests: hlo/optimal/assign_optimal_test.cc, "an open parameter lies as its reader wants
//          it"]
// Errors   Those of assign_layouts; optimal.too_large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/layout_network.h"
#include "tileglot/hlo/optimal/solve.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::optimal {

/// The bytes moved by copies and operations that the choice of layouts affects, in all runs.
struct OptimalSummary {
  std::int64_t xla_bytes = 0;
  std::int64_t bytes = 0;
  std::int64_t shared_bytes = 0;  ///< of `bytes`: saved by sharing equal copies
  std::int64_t bound = 0;         ///< no answer moves less before sharing; equal to bytes: proved
  CostParts xla_parts = {};       ///< of xla_bytes, and the penalties beside it
  CostParts parts = {};           ///< of bytes, before sharing
  bool is_whole = true;           ///< false: not all orders of arrays of rank 6 and more were tried
  std::size_t free_layouts = 0;
  std::size_t changed = 0;           ///< values with another layout than XLA's
  pass::Executions executions = {};  ///< by computation, and the loops with their trips
  SolveCounts counts = {};
  std::vector<core::Error> failures = {};  ///< of the solver of mixed integer programs

  bool is_proved() const { return bound == bytes; }
};

struct OptimalAssignment {
  pass::Assignment assignment = {};
  OptimalSummary summary = {};
};

struct OptimalOptions {
  SolveOptions solve = {};
  bool share_copies = true;
  std::int64_t loop_trips = pass::kGuessedTrips;  ///< of loops that do not say how often they run
};

/// The module and the policy must live as long as the assignment.
core::Result<OptimalAssignment> assign_optimal(Module& module, const pass::LayoutPolicy& policy,
                                               const OptimalOptions& options);

}  // namespace tileglot::hlo::optimal
