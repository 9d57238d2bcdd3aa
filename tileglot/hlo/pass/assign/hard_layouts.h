// SPDX-License-Identifier: Apache-2.0
// hard_layouts.h: what must be so, whoever chooses the rest.
//
// What     HardLayouts are the layouts of values and operands that are given (entry parameters, infeed and
//          outfeed, layout-constrained calls and collectives) or that the platform's operations need.
//          note_hard_layouts takes them from the constraints of a computation, before they spread.
// Why      Between them every choice is open. Layout assignment spreads wishes greedily; another strategy
//          (hlo/optimal) begins from the same needs.
// Left out How called computations, loops and branches lie (they are chosen too), wishes that are not
//          mandatory, and the entry's result, which ComputationLayouts::given has.
// Example  On sm_90 both operands of a batched dot; on a CPU every operand.
//          [tests: hlo/pass/assign/hard_layouts_test.cc, "what a platform needs is noted, not what spreads"]
#pragma once

#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"

namespace tileglot::hlo::pass {

struct HardLayouts {
  std::vector<std::optional<LayoutId>> values = {};  ///< by ValueId
  std::vector<LeafLayouts> operands = {};            ///< by OperandId; empty: nothing is needed
};

/// Of the computation's values and operands, in place of what was noted before.
void note_hard_layouts(HardLayouts& hard, const LayoutConstraints& constraints,
                       ComputationId computation);

}  // namespace tileglot::hlo::pass
