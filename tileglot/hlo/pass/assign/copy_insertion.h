// SPDX-License-Identifier: Apache-2.0
// copy_insertion.h: writes the decided layouts into the module, with copies where two differ.
//
// What     write_layouts gives every instruction the layouts that were decided for its values.
//          Where an operand is to be read in another order, it inserts a copy; of a tuple it copies
//          only the elements that differ and rebuilds the tuple. The same for a computation's
//          result.
// Why      All decisions are made; this only writes them down, and records for each copy the two
//          decisions that made it necessary.
// Example  n = negate(p), p made as {0,1} and read as {1,0}: c = copy(p) {1,0}, n = negate(c).
//          [tests: hlo/pass/assign/copy_insertion_test.cc, "a copy comes between two orders"]
//          A value that is passed to a branch and has no other use is copied inside the branch, so
//          that only the branch that is taken pays. Two instructions that read a value in the same
//          other order get a copy each, as in XLA.
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

/// A copy instruction, and the two decisions that made it necessary.
struct InsertedCopy {
  InstructionId copy = {};
  InstructionId value = {};                ///< what is copied
  std::optional<InstructionId> user = {};  ///< that reads the copy; nothing: a result
  std::uint32_t operand = 0;               ///< of the user
  std::vector<std::int64_t> path = {};     ///< the element, of a tuple
  DecisionId read = {};                    ///< why it is read in the copy's order
  DecisionId made = {};                    ///< why it is made in another
};

/// Adds the reason for copying a result to the log.
std::vector<InsertedCopy> write_layouts(Module& module, const LayoutConstraints& constraints,
                                        const ComputationLayouts& computations, DecisionLog& log);

}  // namespace tileglot::hlo::pass
