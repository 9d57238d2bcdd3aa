// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/layout_constraints.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/constraints/worklist.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// A value whose layout has changed more often is left as it is, so that requests cannot displace
/// one another forever.
constexpr int kMaxChanges = 2;
/// The priority of an entry layout that the caller did not give.
constexpr int kDefaultPriority = -2;
/// Up to this many, asking again is faster than remembering that they agree.
constexpr std::size_t kFew = 2;

WorkItem item_of(ValueId id) {
  return {WorkItem::Kind::kValue, static_cast<std::uint32_t>(index_of(id))};
}

WorkItem item_of(OperandId id) {
  return {WorkItem::Kind::kOperand, static_cast<std::uint32_t>(index_of(id))};
}

/// The same order again: only a stronger request changes anything.
bool strengthen(ValueConstraint& constraint, const ConstraintRequest& request, int priority) {
  const bool stronger = (request.mandatory && !constraint.mandatory) ||
                        (request.depth_first && !constraint.depth_first) ||
                        priority > constraint.priority;
  constraint.mandatory = constraint.mandatory || request.mandatory;
  constraint.depth_first = constraint.depth_first || request.depth_first;
  constraint.priority = static_cast<std::int16_t>(std::max<int>(constraint.priority, priority));
  return stronger;
}

}  // namespace

LayoutConstraints::LayoutConstraints(Problem& problem, DecisionLog& log)
    : problem_(problem),
      log_(log),
      operands_alike_(problem.layouts()),
      made_alike_(problem.layouts()) {}

void LayoutConstraints::begin_round(int priority) {
  priority_ = priority;
  values_.assign(problem_.values().count(), {});
  operands_.assign(problem_.operand_count(), {});
  leaves_.clear();
  operands_alike_.clear();
  made_alike_.clear();
}

std::span<const std::optional<LayoutId>> LayoutConstraints::leaves_of(OperandId id) const {
  return std::span(leaves_).subspan(operand(id).leaves, operand(id).parts);
}

DecisionId LayoutConstraints::decided(const ConstraintRequest& request, Decision decision) {
  decision.rule = request.rule;
  decision.by = request.by;
  decision.mandatory = request.mandatory;
  decision.priority = static_cast<std::int16_t>(priority_of(request));
  decision.cause = request.cause;
  return log_.add(decision);
}

/// Returns whether the value's constraint changed.
bool LayoutConstraints::update(ValueConstraint& constraint, ValueId value, LayoutId layout,
                               const ConstraintRequest& request) const {
  const int priority = priority_of(request);
  if (problem_.layouts().same_order(*constraint.layout, layout)) {
    return strengthen(constraint, request, priority);
  }
  const bool refused = constraint.mandatory || constraint.changes > kMaxChanges ||
                       !problem_.is_array(problem_.values().instruction_of(value)) ||
                       priority <= constraint.priority;
  if (!request.mandatory && refused) return false;
  constraint.layout = layout;
  constraint.mandatory = request.mandatory;
  constraint.depth_first = request.depth_first;
  constraint.priority = static_cast<std::int16_t>(priority);
  ++constraint.changes;
  return true;
}

void LayoutConstraints::request_value(ValueId value, LayoutId layout,
                                      const ConstraintRequest& request) {
  ++request_count_;
  if (!problem_.has_rank(layout, problem_.values().shape(value))) return;
  ValueConstraint& constraint = values_[index_of(value)];
  const bool was_set = constraint.layout.has_value();
  const std::optional<LayoutId> before = constraint.layout;
  if (!was_set) {
    constraint = {.layout = layout,
                  .priority = static_cast<std::int16_t>(priority_of(request)),
                  .mandatory = request.mandatory,
                  .depth_first = request.depth_first};
  } else if (!update(constraint, value, layout, request)) {
    return;
  }
  const Values& values = problem_.values();
  if (before != constraint.layout) {
    constraint.decision = decided(
        request, {.about = values.instruction_of(value),
                  .part = values.position_of(value),
                  .layout = layout,
                  .displaced = was_set ? std::optional(constraint.decision) : std::nullopt});
    if (values.tree(values.instruction_of(value)).arrays().size() > kFew) {
      made_alike_.changed(values.instruction_of(value), layout);
    }
  }
  if (was_set && rank(values.shape(value)) <= 1) return;
  worklist_.add(item_of(value), constraint.depth_first, constraint.priority);
  request_aliased_operands(value, layout, request);
}

/// A call that writes its output into the memory of an operand reads that operand as it writes.
void LayoutConstraints::request_aliased_operands(ValueId value, LayoutId layout,
                                                 const ConstraintRequest& request) {
  const InstructionId id = problem_.values().instruction_of(value);
  const auto* const aliases =
      attribute_of<OperandAliases>(problem_.module()[id], AttributeKey::kOutputToOperandAliasing);
  if (aliases == nullptr) return;
  ConstraintRequest alike = request;
  alike.rule = Rule::kSharedMemory;
  alike.by = id;
  alike.cause = this->value(value).decision;
  for (const OperandAlias& alias : *aliases) {
    const auto output = problem_.tree(id).find(alias.output);
    if (!alias.index.empty() || output != problem_.values().position_of(value)) continue;
    const auto number = static_cast<std::size_t>(alias.operand);
    if (problem_.is_array(problem_.module().operand(id, number))) {
      request_operand(id, number, layout, alike);
    }
  }
}

void LayoutConstraints::request_operand(InstructionId user, std::size_t number, LayoutId layout,
                                        const ConstraintRequest& request) {
  const std::optional<LayoutId> one(layout);
  request_operand_parts(user, number, std::span(&one, 1), request);
}

void LayoutConstraints::request_operand(InstructionId user, std::size_t number,
                                        const LeafLayouts& leaves,
                                        const ConstraintRequest& request) {
  const auto is_given = [](const std::optional<LayoutId>& layout) { return layout.has_value(); };
  if (std::ranges::any_of(leaves, is_given)) request_operand_parts(user, number, leaves, request);
}

/// Requests that are not mandatory, for the update of a dynamic-update-slice or for a dynamic-slice
/// that a reshape reads, lose one step of priority and do not go depth-first.
ConstraintRequest LayoutConstraints::weakened(InstructionId user, std::size_t number,
                                              ConstraintRequest request) const {
  if (request.mandatory) return request;
  const Module& module = problem_.module();
  const int priority = priority_of(request);
  const Opcode opcode = module[user].opcode;
  const bool is_update =
      opcode == Opcode::kDynamicUpdateSlice && number > 0 && priority > kDefaultPriority;
  const bool is_reshaped_slice =
      opcode == Opcode::kReshape &&
      module[module.operand(user, number)].opcode == Opcode::kDynamicSlice;
  if (!is_update && !is_reshaped_slice) return request;
  request.depth_first = false;
  request.priority = priority - 1;
  return request;
}

bool LayoutConstraints::same_orders(OperandId id,
                                    std::span<const std::optional<LayoutId>> leaves) const {
  const auto same = [this](const std::optional<LayoutId>& a, const std::optional<LayoutId>& b) {
    return !a || !b || problem_.layouts().same_order(*a, *b);
  };
  return std::ranges::equal(leaves_of(id), leaves, same);
}

bool LayoutConstraints::may_displace(const OperandConstraint& constraint,
                                     const ConstraintRequest& request) const {
  return request.mandatory && constraint.priority <= priority_of(request);
}

void LayoutConstraints::keep_leaves(OperandId id, std::span<const std::optional<LayoutId>> leaves) {
  OperandConstraint& constraint = operands_[index_of(id)];
  if (!constraint.is_set) {
    constraint.leaves = static_cast<std::uint32_t>(leaves_.size());
    constraint.parts = static_cast<std::uint32_t>(leaves.size());
    leaves_.insert(leaves_.end(), leaves.begin(), leaves.end());
  } else {
    std::ranges::copy(leaves, leaves_.begin() + static_cast<std::ptrdiff_t>(constraint.leaves));
  }
  constraint.is_set = true;
}

void LayoutConstraints::request_operand_parts(InstructionId user, std::size_t number,
                                              std::span<const std::optional<LayoutId>> leaves,
                                              ConstraintRequest request) {
  ++request_count_;
  const InstructionId definition = problem_.module().operand(user, number);
  if (problem_.is_array(definition) && problem_.rank(definition) == 0) return;
  if (!problem_.have_ranks(leaves, problem_.tree(definition))) return;
  request = weakened(user, number, request);
  const OperandId id = problem_.operand(user, number);
  OperandConstraint& constraint = operands_[index_of(id)];
  const std::optional<DecisionId> displaced =
      constraint.is_set ? std::optional(constraint.decision) : std::nullopt;
  if (constraint.is_set && (same_orders(id, leaves) || !may_displace(constraint, request))) return;
  keep_leaves(id, leaves);
  if (problem_.module().operands(user).size() > kFew && problem_.is_array(definition)) {
    operands_alike_.changed(user, *leaves[0]);
  }
  constraint.mandatory = request.mandatory;
  constraint.depth_first = request.depth_first;
  constraint.priority = static_cast<std::int16_t>(priority_of(request));
  constraint.decision = decided(request, {.about_operand = true,
                                          .about = user,
                                          .part = static_cast<std::uint32_t>(number),
                                          .layout = leaves.size() == 1 ? leaves[0] : std::nullopt,
                                          .displaced = displaced});
  worklist_.add(item_of(id), constraint.depth_first, constraint.priority);
}

void LayoutConstraints::request_operands_alike(InstructionId id, LayoutId layout,
                                               const ConstraintRequest& request) {
  ConstraintRequest alike = request;
  alike.rule = Rule::kOperandAsResult;
  alike.by = id;
  alike.cause = value(problem_.values().source(id, 0)).decision;
  request_operands(id, layout, alike);
}

void LayoutConstraints::request_operands(InstructionId user, LayoutId layout,
                                         const ConstraintRequest& request) {
  const auto operands = problem_.module().operands(user);
  const bool is_remembered = request.mandatory && operands.size() > kFew;
  if (is_remembered && operands_alike_.holds(user, layout, priority_of(request))) return;
  const std::size_t rank = problem_.layouts().order(layout).size();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (problem_.is_array(operands[i]) && problem_.rank(operands[i]) == rank) {
      request_operand(user, i, layout, request);
    }
  }
  if (is_remembered) operands_alike_.remember(user, layout, priority_of(request));
}

void LayoutConstraints::request_made(InstructionId id, LayoutId layout,
                                     const ConstraintRequest& request) {
  const auto& arrays = problem_.tree(id).arrays();
  const bool is_remembered = request.mandatory && arrays.size() > kFew;
  if (is_remembered && made_alike_.holds(id, layout, priority_of(request))) return;
  for (const Position at : arrays) {
    const ValueId value = problem_.values().place(id, at);
    const bool has_rank =
        rank(problem_.tree(id).shape(at)) == problem_.layouts().order(layout).size();
    if (has_rank && problem_.values().is_source(value)) request_value(value, layout, request);
  }
  if (is_remembered) made_alike_.remember(id, layout, priority_of(request));
}

void LayoutConstraints::request_result(InstructionId id, const LeafLayouts& leaves,
                                       const ConstraintRequest& request) {
  for (const Position at : problem_.tree(id).arrays()) {
    if (leaves[at]) request_value(problem_.values().source(id, at), *leaves[at], request);
  }
  const Opcode opcode = problem_.module()[id].opcode;
  const bool is_array = problem_.is_array(id) && leaves[0].has_value();
  if (is_array && opcode != Opcode::kWhile && opcode != Opcode::kConditional &&
      !problem_.can_change_layout(id)) {
    request_operands_alike(id, *leaves[0], request);
  }
}

void LayoutConstraints::request_result(InstructionId id, LayoutId layout,
                                       const ConstraintRequest& request) {
  const ShapeTree& tree = problem_.tree(id);
  LeafLayouts leaves(tree.size());
  for (const Position at : tree.arrays()) {
    if (rank(tree.shape(at)) == problem_.layouts().order(layout).size()) leaves[at] = layout;
  }
  request_result(id, leaves, request);
}

void LayoutConstraints::fix_value(ValueId value, LayoutId layout, DecisionId decision) {
  values_[index_of(value)] = {
      .layout = layout, .mandatory = true, .depth_first = true, .decision = decision};
}

void LayoutConstraints::fix_operand(OperandId operand, const LeafLayouts& leaves,
                                    DecisionId decision) {
  OperandConstraint& constraint = operands_[index_of(operand)];
  keep_leaves(operand, leaves);
  constraint.mandatory = constraint.depth_first = true;
  constraint.decision = decision;
}

}  // namespace tileglot::hlo::pass
