// SPDX-License-Identifier: Apache-2.0
// assign_layouts.h: layout assignment: chooses the memory order of every array of a module.
//
// What     assign_layouts(module, policy) decides the layouts of all instructions, writes them into
//          the module and inserts copies where a value is read in another order than it is made.
//          The Assignment it returns records why.
//
// How      Instructions that need their operands in a certain order add constraints
//          (mandatory_constraints.h and the platform's policy), the caller's entry layout
//          constrains the parameters and the result, and constraints propagate to neighbours that
//          would otherwise need a copy (propagation.h). Values that no constraint reaches become
//          row-major (constants stay as written), one after another, each propagated as well.
//          Called computations are assigned before their callers. There are two rounds: the second
//          has each computation's parameters and result as the first one chose them, and decides
//          everything else again; more follow while aliased parameters and results disagree. Then
//          the layouts are written (copy_insertion.h).
//
// Worked example   p f32[6,4]{0,1}; t = f32[4,6] transpose(p), {1,0}; n = negate(t); the entry
//          layout is {0,1} for p and {0,1} for the result. p's constraint is added first, the
//          result's last, and the last is propagated first: n is made {0,1}, so it reads t as
//          {0,1}, so t is made {0,1} and would read p as {1,0}. Next comes p, which is {0,1}; its
//          request that t read it as {0,1} is too late. So p is copied to {1,0}: one copy. The
//          transpose is free between {1,0} and {0,1}, and the root needs no copy.
//          [tests: hlo/pass/assign/acceptance_layout_assignment_test.cc, "the result's request is
//          taken first"]
//
// Again    A second run may insert more copies: the platform's rules apply to an operation even if
//          it is a copy that an earlier run inserted, as in XLA.
//
// Why      A model's copies come from here. Other compilers cannot tell their users where a copy
//          came from; an Assignment can (explain/assignment.h, copy_causes.h).
//
// Time     Linear except for variadic operations: 31,855 instructions of Llama 8B in well under
//          0.2 s.
// Units    Copies and sizes are of the module's own shapes.
// Errors   Those of preconditions.h; hlo.entry_layout; hlo.limit.
// Source   XLA, LayoutAssignment (layout_assignment.h), which decides only minor_to_major, as here.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {

struct Assignment {
  std::unique_ptr<Problem> problem = {};
  std::unique_ptr<DecisionLog> decisions = {};
  std::unique_ptr<LayoutConstraints> constraints = {};  ///< as they were in the last round
  std::vector<InsertedCopy> copies = {};
  std::vector<InstructionId> special_case_copies = {};  ///< special_case_copies.h
  EntryLayout requested = {};
  InstructionId root = {};  ///< of the entry, before copies were inserted
  std::vector<UnhonouredLeaf> unhonoured = {};
  int rounds = 0;
  std::size_t first_inserted = 0;  ///< instructions from this id on were inserted with the layouts
};

/// The module and the policy must live as long as the Assignment.
core::Result<Assignment> assign_layouts(Module& module, const LayoutPolicy& policy);

/// Everything is decided, but only the pre-copies are in the module yet. Other strategies start
/// here.
struct UnwrittenAssignment {
  Assignment assignment = {};
  std::unique_ptr<ComputationLayouts> computations = {};
};

/// `mandatory`, if not null, receives the layouts that every strategy must respect.
core::Result<UnwrittenAssignment> decide_layouts(Module& module, const LayoutPolicy& policy,
                                                 MandatoryLayouts* mandatory = nullptr);

/// Writes the decided layouts into the module.
Assignment written(Module& module, UnwrittenAssignment decided);

}  // namespace tileglot::hlo::pass
