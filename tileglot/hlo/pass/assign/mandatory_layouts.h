// SPDX-License-Identifier: Apache-2.0
// mandatory_layouts.h: layouts that every strategy must respect.
//
// What     MandatoryLayouts are the layouts of values and operands that are given (entry
//          parameters, infeed and outfeed, layout-constrained calls and collectives) or that the
//          platform's operations need. note_mandatory_layouts takes them from the constraints of a
//          computation, before they propagate.
// Why      Everything else is a free choice. Layout assignment propagates constraints greedily;
//          another strategy (hlo/optimal) begins from the same needs.
// Left out Layouts of called computations, loops and branches (they are chosen too), constraints
//          that are not mandatory, and the entry's result, which is in ComputationLayouts::given.
// Example  On sm_90 both operands of a batched dot; on a CPU every operand.
//          [tests: hlo/pass/assign/mandatory_layouts_test.cc, "what a platform needs is noted, not
//          what spreads"]
#pragma once

#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"

namespace tileglot::hlo::pass {

struct MandatoryLayouts {
  std::vector<std::optional<LayoutId>> values = {};  ///< by ValueId
  std::vector<LeafLayouts> operands = {};            ///< by OperandId; empty: nothing is needed
};

/// Replaces what was noted before for the computation's values and operands.
void note_mandatory_layouts(MandatoryLayouts& mandatory, const LayoutConstraints& constraints,
                            ComputationId computation);

}  // namespace tileglot::hlo::pass
