// SPDX-License-Identifier: Apache-2.0
// copy_insertion.h: the decided layouts are written into the module, with copies where two meet.
//
// What     write_layouts gives every instruction the layouts that were decided for its values. Where an
//          operand is to be read in another order, a copy comes between; of a tuple only the elements
//          that differ are copied, and put together again. The same for a computation's result.
// Why      All decisions are made; this only writes them down, and remembers for each copy which two it
//          stands between.
// Example  n = negate(p), p made as {0,1} and read as {1,0}: c = copy(p) {1,0}, n = negate(c).
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "a copy comes between two orders"]
//          What is passed to a branch and used for nothing else is copied inside the branch, so that only
//          the branch that is taken pays.
//          Two instructions that read a value in one other order have two copies, as in XLA.
// Source   XLA, LayoutAssignment::AssignLayouts, CreateCopyWithNewLayout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"

namespace tileglot::hlo::pass {

/// A copy instruction, and the two decisions between which it stands.
struct InsertedCopy {
  InstructionId copy = {};
  InstructionId value = {};                ///< what is copied
  std::optional<InstructionId> user = {};  ///< who reads it so; nothing: it is a result
  std::uint32_t operand = 0;               ///< of the user
  std::vector<std::int64_t> path = {};     ///< the element, of a tuple
  DecisionId read = {};                    ///< why it is read so
  DecisionId made = {};                    ///< why it is made otherwise
};

/// Of a result's copies the reason is added to the log.
std::vector<InsertedCopy> write_layouts(Module& module, const LayoutConstraints& constraints,
                                        const ComputationLayouts& computations, DecisionLog& log);

}  // namespace tileglot::hlo::pass
