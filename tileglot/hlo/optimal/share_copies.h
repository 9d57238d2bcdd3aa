// SPDX-License-Identifier: Apache-2.0
// share_copies.h: users that read one value in the same other order share a copy.
//
// What     share_copies(module, copies, executions) keeps the first of the copies inserted in a computation for
//          one value and one shape, lets it serve the users of the others, and removes those, also
//          from the list.
// Why      Layout assignment writes a copy for each user; later passes merge them late, if ever.
// Example  compare(q, p) and select(c, q, p), where p is read in another order by both: one copy of
//          p.
//          [tests: hlo/optimal/assign_optimal_test.cc, "readers of one order share a copy"]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/layout_network.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::hlo::optimal {

/// Returns the bytes that no longer need to move, in all runs.
std::int64_t share_copies(Module& module, std::vector<pass::InsertedCopy>& copies,
                          const pass::Executions& executions);

/// The bytes that sharing would save for these choices.
std::int64_t saved_by_sharing(pass::Problem& problem, const LayoutNetwork& network,
                              std::span<const Choice> choices, const pass::Executions& executions);

}  // namespace tileglot::hlo::optimal
