// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/assign_layouts.h"

#include <memory>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/pass/assign/channel_layout_constraints.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/assign/mandatory_constraints.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/assign/preconditions.h"
#include "tileglot/hlo/pass/assign/propagation.h"
#include "tileglot/hlo/pass/assign/special_case_copies.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/flatten_call_graph.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

constexpr int kRounds = 2;
/// Aliases cause one more round, or two; if they never agree, the last round's layouts are used.
constexpr int kMostRounds = 8;

class Rounds {
 public:
  Rounds(LayoutConstraints& constraints, ComputationLayouts& computations,
         MandatoryLayouts* mandatory)
      : constraints_(constraints),
        computations_(computations),
        mandatory_(mandatory),
        problem_(constraints.problem()),
        is_fused_(fused_computations(problem_.module())),
        computations_in_order_(computation_post_order(problem_.module())) {}

  int run() {
    int round = 0;
    for (bool changed = true; round < kRounds || (changed && round < kMostRounds); ++round) {
      constraints_.begin_round(round);
      for (const ComputationId computation : computations_in_order_) {
        if (!is_fused_[index_of(computation)]) assign(computation, round);
      }
      changed = make_aliases_agree(problem_, computations_);
    }
    return round;
  }

 private:
  void assign(ComputationId computation, int round) {
    add_mandatory_constraints(constraints_, computations_, channels_, computation, round);
    problem_.policy().add_constraints(constraints_, computation);
    add_custom_call_constraints(constraints_, computation);
    if (mandatory_ != nullptr) note_mandatory_layouts(*mandatory_, constraints_, computation);
    propagate(constraints_, computations_);
    assign_unconstrained(computation);
    computations_.settle(constraints_, computation);
    channels_.remember(constraints_, computation);
  }

  /// Values that no constraint reached, one after another.
  void assign_unconstrained(ComputationId computation) {
    for (const InstructionId id : problem_.value_order().of(computation)) {
      for (const Position at : problem_.tree(id).arrays()) {
        const ValueId value = problem_.values().place(id, at);
        if (problem_.values().is_source(value) && !constraints_.has_layout(value)) {
          assign_default(id, at);
        }
      }
    }
  }

  void assign_default(InstructionId id, Position at) {
    const bool is_constant = problem_.module()[id].opcode == Opcode::kConstant;
    const LayoutId layout = is_constant
                                ? problem_.written_layout(id, at)
                                : problem_.layouts().descending(rank(problem_.tree(id).shape(at)));
    constraints_.request_value(
        problem_.values().place(id, at), layout,
        {.rule = is_constant ? Rule::kConstantAsWritten : Rule::kRowMajorDefault,
         .by = id,
         .mandatory = false});
    propagate(constraints_, computations_);
  }

  LayoutConstraints& constraints_;
  ComputationLayouts& computations_;
  MandatoryLayouts* mandatory_;
  ChannelLayoutConstraints channels_ = {};
  Problem& problem_;
  std::vector<bool> is_fused_;
  /// Called computations come before their callers, wherever they are in the module.
  std::vector<ComputationId> computations_in_order_;
};

}  // namespace

core::Result<UnwrittenAssignment> decide_layouts(Module& module, const LayoutPolicy& policy,
                                                 MandatoryLayouts* mandatory) {
  TILEGLOT_TRY_STATUS(check_preconditions(module));
  TILEGLOT_TRY_STATUS(flatten_loops_and_branches(module));
  TILEGLOT_TRY(requested, entry_layout_of(module));
  UnwrittenAssignment result{.assignment = {.requested = requested}};
  Assignment& assignment = result.assignment;
  assignment.special_case_copies = insert_special_case_copies(module);
  assignment.root = *module[module.entry()].root;
  TILEGLOT_TRY(problem, Problem::of(module, policy));
  assignment.problem = std::move(problem);
  assignment.decisions = std::make_unique<DecisionLog>();
  assignment.constraints =
      std::make_unique<LayoutConstraints>(*assignment.problem, *assignment.decisions);
  result.computations = std::make_unique<ComputationLayouts>(*assignment.problem, requested);
  assignment.rounds = Rounds(*assignment.constraints, *result.computations, mandatory).run();
  return result;
}

Assignment written(Module& module, UnwrittenAssignment decided) {
  Assignment result = std::move(decided.assignment);
  const ComputationLayouts& computations = *decided.computations;
  result.first_inserted = module.instruction_bound();
  result.copies = write_layouts(module, *result.constraints, computations, *result.decisions);
  module.header.entry_layout =
      written_entry_layout(module, result.requested, computations, *result.problem);
  result.unhonoured = unhonoured_leaves(result.requested, *module.header.entry_layout);
  return result;
}

core::Result<Assignment> assign_layouts(Module& module, const LayoutPolicy& policy) {
  TILEGLOT_TRY(decided, decide_layouts(module, policy));
  return written(module, std::move(decided));
}

}  // namespace tileglot::hlo::pass
