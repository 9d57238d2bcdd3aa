// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/propagation.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/derived_layout.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/constraints/worklist.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

class Propagation {
 public:
  Propagation(LayoutConstraints& constraints, const ComputationLayouts& computations)
      : constraints_(constraints),
        computations_(computations),
        problem_(constraints.problem()),
        module_(problem_.module()),
        values_(problem_.values()) {}

  void run() {
    drain();
    while (const auto item = constraints_.worklist().take()) {
      spread(*item);
      drain();
    }
  }

 private:
  void drain() {
    constraints_.worklist().drain([this](const WorkItem& item) { return is_depth_first(item); });
  }

  bool is_depth_first(const WorkItem& item) const {
    if (item.kind == WorkItem::Kind::kValue) {
      return constraints_.value(ValueId{item.index}).depth_first;
    }
    return item.kind == WorkItem::Kind::kComputation ||
           constraints_.operand(OperandId{item.index}).depth_first;
  }

  void spread(const WorkItem& item) {
    switch (item.kind) {
      case WorkItem::Kind::kValue:
        spread_to_operands(ValueId{item.index});
        return spread_to_readers(ValueId{item.index});
      case WorkItem::Kind::kOperand: return spread_operand(OperandId{item.index});
      case WorkItem::Kind::kComputation: return spread_result(ComputationId{item.index});
    }
  }

  // From the layout of a value.

  void spread_to_operands(ValueId value) {
    const InstructionId id = values_.instruction_of(value);
    if (!problem_.tree(id).has_choice()) return;
    if (module_[id].opcode == Opcode::kAllReduce) return spread_through_all_reduce(id, value);
    if (!problem_.can_change_layout(id)) return spread_to_operands_that_lie_alike(value, id);
    if (values_.position_of(value) != 0 && module_[id].opcode != Opcode::kBroadcast) return;
    for (std::size_t i = 0; i < module_.operands(id).size(); ++i) {
      const InstructionId operand = module_.operand(id, i);
      if (problem_.is_array(operand) && problem_.rank(operand) > 1) {
        spread_to_operand(value, id, i);
      }
    }
  }

  void spread_to_operands_that_lie_alike(ValueId value, InstructionId id) {
    const LayoutId layout = constraints_.layout_of(value);
    ConstraintRequest request{
        .rule = Rule::kOperandAsResult, .by = id, .cause = constraints_.value(value).decision};
    if (rank(values_.shape(value)) > 1) constraints_.request_operands(id, layout, request);
    if (module_[id].opcode != Opcode::kBitcastConvert) return;
    const std::size_t operand_rank = problem_.rank(module_.operand(id, 0));
    if (operand_rank <= 1 || operand_rank == problem_.rank(id)) return;
    request.rule = Rule::kBitcastConvertOperand;
    constraints_.request_operand(id, 0, bitcast_convert_operand_layout(problem_, id, layout),
                                 request);
  }

  void spread_through_all_reduce(InstructionId id, ValueId value) {
    const Position part = values_.position_of(value);
    const std::size_t number = part == 0 ? 0 : part - 1;
    if (number >= module_.operands(id).size()) return;
    constraints_.request_operand(id, number, constraints_.layout_of(value),
                                 {.rule = Rule::kAllReduce,
                                  .by = id,
                                  .priority = constraints_.value(value).priority,
                                  .cause = constraints_.value(value).decision});
  }

  void spread_to_operand(ValueId value, InstructionId id, std::size_t number) {
    const LayoutId layout = constraints_.layout_of(value);
    ConstraintRequest request{.by = id, .cause = constraints_.value(value).decision};
    if (module_[id].opcode == Opcode::kBroadcast) {
      request.rule = Rule::kBroadcastOperand;
      request.depth_first = false;
      const LayoutId operand = broadcast_operand_layout(problem_, id, layout);
      return constraints_.request_operand(id, number, operand, request);
    }
    if (const auto operand = operand_layout(problem_, id, number, layout)) {
      request.rule = Rule::kOperandThrough;
      request.mandatory = false;
      request.depth_first = goes_depth_first(module_, id);
      constraints_.request_operand(id, number, *operand, request);
    }
  }

  void spread_to_readers(ValueId value) {
    values_.for_each_reader(value, [&](InstructionId reader) {
      for (const Use use : module_.uses(reader)) spread_to_use(value, use);
    });
    spread_around_loop(value);
  }

  void spread_to_use(ValueId value, const Use& use) {
    if (passes_on(module_, use.user, use.operand)) return;
    constraints_.request_operand(use.user, use.operand, constraints_.layout_of(value),
                                 {.rule = Rule::kReadAsMade,
                                  .by = use.user,
                                  .mandatory = false,
                                  .priority = constraints_.value(value).priority,
                                  .cause = constraints_.value(value).decision});
  }

  /// The layout in which a loop's body leaves a part of its state is the next iteration's input.
  void spread_around_loop(ValueId value) {
    const InstructionId id = values_.instruction_of(value);
    const ComputationId body = module_[id].computation;
    if (!problem_.is_loop_body(body)) return;
    const InstructionId root = *module_[body].root;
    const InstructionId state = module_[body].parameters[0];
    if (module_[root].opcode != Opcode::kTuple) return;
    for (const Use use : module_.uses(id)) {
      if (use.user != root) continue;
      const Position at = problem_.tree(state).child(0, use.operand) + values_.position_of(value);
      constraints_.request_value(values_.source(state, at), constraints_.layout_of(value),
                                 {.rule = Rule::kLoopState,
                                  .by = id,
                                  .mandatory = false,
                                  .cause = constraints_.value(value).decision});
    }
  }

  // From the layout of an operand.

  void spread_operand(OperandId operand) {
    const InstructionId user = problem_.user_of(operand);
    if (!problem_.tree(operand).has_choice()) return;
    spread_to_makers(operand);
    spread_to_shared_memory(operand);
    if (!problem_.tree(operand).is_array() || is_layout_constrained_collective(module_[user])) {
      return;
    }
    if (module_[user].opcode == Opcode::kAllReduce) spread_to_all_reduce(operand);
    const bool is_reduce = module_[user].opcode == Opcode::kReduce;
    if (problem_.can_change_layout(user) && !problem_.is_array(user) && !is_reduce) return;
    if (passes_on(module_, user, problem_.number_of(operand))) return;
    if (is_reduce || !problem_.can_change_layout(user)) {
      spread_to_siblings(operand);
    } else {
      spread_through(operand);
    }
  }

  void spread_to_makers(OperandId operand) {
    const OperandConstraint& constraint = constraints_.operand(operand);
    const auto leaves = constraints_.leaves_of(operand);
    const LeafLayouts layouts(leaves.begin(), leaves.end());
    spread_to_makers(problem_.definition_of(operand), layouts,
                     {.rule = Rule::kMadeAsRead,
                      .by = problem_.definition_of(operand),
                      .mandatory = false,
                      .priority = constraint.priority,
                      .cause = constraint.decision});
  }

  void spread_to_makers(InstructionId id, const LeafLayouts& layouts,
                        const ConstraintRequest& request) {
    for (const Position at : problem_.tree(id).arrays()) {
      if (layouts[at]) spread_to_maker(id, at, *layouts[at], request);
    }
  }

  void spread_to_maker(InstructionId id, Position at, LayoutId layout,
                       const ConstraintRequest& request) {
    const ValueId source = values_.source(id, at);
    const InstructionId maker = values_.instruction_of(source);
    const bool is_reduce_of_many =
        module_[maker].opcode == Opcode::kReduce && !problem_.is_array(maker);
    if (!is_reduce_of_many) constraints_.request_value(source, layout, request);
  }

  ConstraintRequest request_from(OperandId operand, Rule rule) const {
    const OperandConstraint& constraint = constraints_.operand(operand);
    return {.rule = rule,
            .by = problem_.user_of(operand),
            .priority = constraint.priority,
            .cause = constraint.decision};
  }

  /// An array that is written into an operand's memory has the operand's layout.
  void spread_to_shared_memory(OperandId operand) {
    const InstructionId user = problem_.user_of(operand);
    const auto* const aliases =
        attribute_of<OperandAliases>(module_[user], AttributeKey::kOutputToOperandAliasing);
    if (module_[user].opcode != Opcode::kCustomCall || aliases == nullptr) return;
    for (const OperandAlias& alias : *aliases) {
      if (alias.operand == problem_.number_of(operand)) spread_to_aliased(operand, alias);
    }
  }

  void spread_to_aliased(OperandId operand, const OperandAlias& alias) {
    const InstructionId user = problem_.user_of(operand);
    const auto output = problem_.tree(user).find(alias.output);
    const auto from = problem_.tree(operand).find(alias.index);
    if (!output || !from || !notation::xla::is_array(problem_.tree(user).shape(*output))) return;
    const std::optional<LayoutId> layout = constraints_.leaves_of(operand)[*from];
    if (!layout) return;
    ConstraintRequest request = request_from(operand, Rule::kSharedMemory);
    request.mandatory = !problem_.can_change_layout(user);
    constraints_.request_value(values_.source(user, *output), *layout, request);
  }

  LayoutId array_layout(OperandId operand) const { return *constraints_.leaves_of(operand)[0]; }

  void spread_to_all_reduce(OperandId operand) {
    const InstructionId user = problem_.user_of(operand);
    const ShapeTree& tree = problem_.tree(user);
    const std::uint32_t number = problem_.number_of(operand);
    if (!tree.is_array() && number >= tree.shape(0).elements.size()) return;
    const Position at = tree.is_array() ? 0 : tree.child(0, number);
    constraints_.request_value(values_.source(user, at), array_layout(operand),
                               request_from(operand, Rule::kAllReduce));
  }

  void spread_to_siblings(OperandId operand) {
    const InstructionId user = problem_.user_of(operand);
    if (!problem_.brings_most(operand)) return;
    const LayoutId layout = array_layout(operand);
    constraints_.request_operands(user, layout, request_from(operand, Rule::kOperandAsSibling));
    constraints_.request_made(user, layout, request_from(operand, Rule::kResultAsOperand));
  }

  void spread_through(OperandId operand) {
    const InstructionId user = problem_.user_of(operand);
    ConstraintRequest request = request_from(operand, Rule::kResultThrough);
    request.mandatory = module_[user].opcode == Opcode::kTranspose;
    request.depth_first = goes_depth_first(module_, user);
    const std::uint32_t number = problem_.number_of(operand);
    for (const Position at : problem_.tree(user).arrays()) {
      const ValueId value = values_.place(user, at);
      if (rank(problem_.tree(user).shape(at)) <= 1 || !values_.is_source(value)) continue;
      const auto layout = result_layout(problem_, user, number, array_layout(operand), at);
      if (layout) constraints_.request_value(value, *layout, request);
    }
  }

  // From the layout of a computation's result.

  void spread_result(ComputationId id) {
    const InstructionId root = *module_[id].root;
    const bool is_entry = id == module_.entry();
    const ComputationLayout& own = computations_.of(id);
    ConstraintRequest request{.rule = is_entry ? Rule::kEntryResult : Rule::kCalledResult,
                              .by = root,
                              .mandatory = false};
    if (is_entry && !computations_.any_given()) request.rule = Rule::kOpenResult;
    for (const Position at : problem_.tree(root).arrays()) {
      request.cause = own.result_reasons[at];
      if (own.result[at]) spread_to_maker(root, at, *own.result[at], request);
    }
  }

  LayoutConstraints& constraints_;
  const ComputationLayouts& computations_;
  Problem& problem_;
  const Module& module_;
  const Values& values_;
};

}  // namespace

void propagate(LayoutConstraints& constraints, const ComputationLayouts& computations) {
  Propagation(constraints, computations).run();
}

}  // namespace tileglot::hlo::pass
