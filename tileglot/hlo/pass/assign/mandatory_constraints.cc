// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/mandatory_constraints.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/pass/assign/channel_layout_constraints.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/worklist.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

class MandatoryConstraints {
 public:
  MandatoryConstraints(LayoutConstraints& constraints, ComputationLayouts& computations,
                       const ChannelLayoutConstraints& channels, ComputationId computation,
                       int round)
      : constraints_(constraints),
        computations_(computations),
        channels_(channels),
        problem_(constraints.problem()),
        module_(problem_.module()),
        computation_(computation),
        round_(round) {}

  void add() {
    for (const InstructionId id : memory_order(module_, computation_)) add_for(id);
    add_for_result();
  }

 private:
  void add_for(InstructionId id) {
    switch (module_[id].opcode) {
      case Opcode::kParameter: return add_for_parameter(id);
      case Opcode::kInfeed:
        return constraints_.request_result(id, problem_.written_layouts(problem_.tree(id)),
                                           {.rule = Rule::kInfeed, .by = id});
      case Opcode::kOutfeed: return add_for_outfeed(id);
      case Opcode::kCall: return add_for_call(id);
      case Opcode::kWhile: return add_for_while(id);
      case Opcode::kConditional: return add_for_conditional(id);
      default:
        if (is_layout_constrained_collective(module_[id])) return add_for_collective(id);
        return channels_.request(constraints_, id);
    }
  }

  void add_for_parameter(InstructionId id) {
    const ComputationLayout& own = computations_.of(computation_);
    if (!own.parameters_settled || own.follows_branch) return;
    const bool is_entry = computation_ == module_.entry();
    const auto number =
        static_cast<std::size_t>(integer_of(module_[id], AttributeKey::kParameterNumber));
    ConstraintRequest request{.rule = is_entry ? Rule::kEntryParameter : Rule::kCalledParameter,
                              .by = id};
    if (is_entry && !computations_.any_given()) request.rule = Rule::kOpenParameter;
    const LeafLayouts& leaves = own.parameters[number];
    for (const Position at : problem_.tree(id).arrays()) {
      request.cause = own.parameter_reasons[number][at];
      if (leaves[at])
        constraints_.request_value(problem_.values().place(id, at), *leaves[at], request);
    }
  }

  void add_for_outfeed(InstructionId id) {
    const auto* const shape = attribute_of<ShapeId>(module_[id], AttributeKey::kOutfeedShape);
    if (shape == nullptr) return;
    constraints_.request_operand(id, 0, problem_.written_layouts(module_.shape(*shape)),
                                 {.rule = Rule::kOutfeed, .by = id});
  }

  void add_for_collective(InstructionId id) {
    const ConstraintRequest request{.rule = Rule::kConstrainedCollective, .by = id};
    constraints_.request_result(id, problem_.written_layouts(problem_.tree(id)), request);
    const ShapeTree& tree = problem_.tree(id);
    const std::size_t count = module_.operands(id).size();
    if (!tree.is_array() && count != tree.shape(0).elements.size()) return;
    for (std::size_t i = 0; i < count; ++i) {
      const Position at = tree.is_array() ? 0 : tree.child(0, i);
      if (!notation::xla::is_array(tree.shape(at))) continue;
      constraints_.request_operand(id, i, problem_.written_layout(id, at), request);
    }
  }

  void add_for_call(InstructionId id) {
    const auto* const called = attribute_of<ComputationId>(module_[id], AttributeKey::kToApply);
    const ComputationLayout& layout = computations_.of(*called);
    const ConstraintRequest request{.rule = Rule::kCall, .by = id};
    constraints_.request_result(id, layout.result, request);
    for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
      constraints_.request_operand(id, i, layout.parameters[i], request);
    }
  }

  /// The state has the layout in which the body leaves it, everywhere.
  void add_for_while(InstructionId id) {
    const auto body = *attribute_of<ComputationId>(module_[id], AttributeKey::kBody);
    const auto condition = *attribute_of<ComputationId>(module_[id], AttributeKey::kCondition);
    ComputationLayout& of_body = computations_.of(body);
    if (of_body.parameters[0] != of_body.result) {
      of_body.parameters[0] = of_body.result;
      of_body.parameter_reasons[0] = of_body.result_reasons;
      of_body.priority = constraints_.priority() + 2;
    }
    ComputationLayout& of_condition = computations_.of(condition);
    of_condition.parameters[0] = of_body.result;
    of_condition.parameter_reasons[0] = of_body.result_reasons;
    const ConstraintRequest request{.rule = Rule::kLoop, .by = id};
    constraints_.request_operand(id, 0, of_body.result, request);
    constraints_.request_result(id, of_body.result, request);
  }

  /// The branch with the most instructions among those that take something; else the first branch.
  std::size_t deciding_branch(InstructionId id, const std::vector<ComputationId>& branches) const {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const notation::xla::Shape& taken = module_.shape_of(module_.operand(id, i + 1));
      const bool takes_nothing =
          taken.type == notation::xla::PrimitiveType::kTuple && taken.elements.empty();
      const std::size_t size = module_[branches[i]].instruction_count;
      if (takes_nothing || size <= most) continue;
      best = i;
      most = size;
    }
    return best;
  }

  void add_for_conditional(InstructionId id) {
    const std::vector<ComputationId> branches = called_computations(module_[id]);
    const ComputationLayout& decides = computations_.of(branches[deciding_branch(id, branches)]);
    const LeafLayouts result = decides.result;
    const LeafReasons reasons = decides.result_reasons;
    const ConstraintRequest request{.rule = Rule::kBranch, .by = id};
    for (std::size_t i = 0; i < branches.size(); ++i) {
      ComputationLayout& branch = computations_.of(branches[i]);
      if (branch.result != result) {
        branch.follows_branch = true;
        branch.result = result;
        branch.result_reasons = reasons;
      } else {
        constraints_.request_operand(id, i + 1, branch.parameters[0], request);
      }
    }
    constraints_.request_result(id, result, request);
  }

  void add_for_result() {
    ComputationLayout& own = computations_.of(computation_);
    const bool is_given = computation_ == module_.entry() && own.result_settled;
    if (own.follows_branch) own.priority = constraints_.priority() + 2;
    if (!own.follows_branch && !is_given && round_ == 0) return;
    constraints_.worklist().add(
        {WorkItem::Kind::kComputation, static_cast<std::uint32_t>(index_of(computation_))}, true,
        own.priority);
  }

  LayoutConstraints& constraints_;
  ComputationLayouts& computations_;
  const ChannelLayoutConstraints& channels_;
  Problem& problem_;
  const Module& module_;
  ComputationId computation_;
  int round_;
};

}  // namespace

void add_mandatory_constraints(LayoutConstraints& constraints, ComputationLayouts& computations,
                               const ChannelLayoutConstraints& channels, ComputationId computation,
                               int round) {
  MandatoryConstraints(constraints, computations, channels, computation, round).add();
}

namespace {

void add_for_layout_constraint(LayoutConstraints& constraints, InstructionId id) {
  Problem& problem = constraints.problem();
  if (problem.module().operands(id).empty()) return;
  const ConstraintRequest request{.rule = Rule::kLayoutConstraint, .by = id};
  constraints.request_result(id, problem.written_layouts(problem.tree(id)), request);
  constraints.request_operand(id, 0, problem.written_layout(id), request);
}

void add_for_constrained_call(LayoutConstraints& constraints, InstructionId id) {
  Problem& problem = constraints.problem();
  const Module& module = problem.module();
  const ConstraintRequest request{.rule = Rule::kConstrainedCall, .by = id};
  constraints.request_result(id, problem.written_layouts(problem.tree(id)), request);
  const Shapes& shapes = *attribute_of<Shapes>(module[id], AttributeKey::kOperandLayoutConstraints);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const LeafLayouts leaves = problem.written_layouts(module.shape(shapes[i]));
    constraints.request_operand(id, i, leaves, request);
    const InstructionId operand = module.operand(id, i);
    if (module[operand].opcode == Opcode::kCopy)
      constraints.request_operand(operand, 0, leaves, request);
  }
}

}  // namespace

void add_custom_call_constraints(LayoutConstraints& constraints, ComputationId computation) {
  const Module& module = constraints.problem().module();
  for (const InstructionId id : memory_order(module, computation)) {
    if (!is_layout_constrained_call(module[id])) continue;
    if (calls_target(module[id], "LayoutConstraint")) {
      add_for_layout_constraint(constraints, id);
    } else {
      add_for_constrained_call(constraints, id);
    }
  }
}

}  // namespace tileglot::hlo::pass
