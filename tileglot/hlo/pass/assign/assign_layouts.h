// SPDX-License-Identifier: Apache-2.0
// assign_layouts.h: layout assignment: every array of a module gets the order in which it is stored.
//
// What     assign_layouts(module, policy) decides the layouts of all instructions, writes them into the
//          module and inserts copies where two orders meet. The Assignment it returns knows why.
//
// How      Each instruction that needs its operands in an order says so (mandatory_constraints.h and the
//          platform's policy), the caller's entry layout says how parameters and result lie, and these
//          wishes spread to whoever would otherwise have to copy (propagation.h). What nobody reaches is
//          fixed to row-major, one value after another, each spreading too. Called computations come
//          before their callers. Two rounds: in the second each computation's parameters and result are
//          settled as the first one chose them, and everything is decided again; more while aliased
//          parameters and results disagree. Then the layouts are written (copy_insertion.h).
//
// Worked example   p f32[6,4]{0,1}; t = f32[4,6] transpose(p), {1,0}; n = negate(t); the entry layout says
//          p {0,1} and the result {0,1}. p's wish was put first, the result's last, so that is taken first:
//          n is made {0,1}, hence reads t as {0,1}, hence t is made {0,1} and would read p as {1,0}. Now p,
//          which is {0,1}; that t could read it so comes too late. So p is copied to {1,0}: one copy, none
//          for t, which is free between {1,0} and {0,1}, none at the root.
//          [tests: hlo/pass/assign/acceptance_layout_assignment_test.cc, "the result's wish is taken first"]
//
// Again    Another run may insert copies once more: an operation is held to its platform's rules whether
//          or not it is a copy of an earlier run, as in XLA.
//
// Why      A model's copies come from here. Other compilers' users ask in vain where one came from; an
//          Assignment answers (explain/assignment.h, assignment_report.h).
//
// Time     Linear but for variadic operations: 31,855 instructions of Llama 8B in well under 0.2 s.
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
#include "tileglot/hlo/pass/assign/hard_layouts.h"
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
  std::vector<InstructionId> pre_copies = {};  ///< pre_copies.h
  EntryLayout asked = {};
  InstructionId root = {};  ///< of the entry, before copies were inserted
  std::vector<UnhonouredLeaf> unhonoured = {};
  int rounds = 0;
  std::size_t first_inserted = 0;  ///< instructions from this id on were inserted with the layouts
};

/// The module and the policy must live as long as the Assignment.
core::Result<Assignment> assign_layouts(Module& module, const LayoutPolicy& policy);

/// All is decided, and of it only the pre-copies are in the module: where another strategy begins.
struct UnwrittenAssignment {
  Assignment assignment = {};
  std::unique_ptr<ComputationLayouts> computations = {};
};

/// `hard`, if it is there, gets what must be so whoever chooses the rest.
core::Result<UnwrittenAssignment> decide_layouts(Module& module, const LayoutPolicy& policy,
                                                 HardLayouts* hard = nullptr);

/// What was decided is written into the module.
Assignment written(Module& module, UnwrittenAssignment decided);

}  // namespace tileglot::hlo::pass
