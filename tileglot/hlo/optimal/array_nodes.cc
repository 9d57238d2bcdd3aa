// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/array_nodes.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/kernel_layouts.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::optimal {

using notation::xla::Shape;
using pass::LayoutId;
using pass::Position;
using pass::ShapeTree;
using pass::ValueId;

bool is_left_alone(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGatherDone:
    case Opcode::kAllGatherStart:
    case Opcode::kAllReduceDone:
    case Opcode::kAllReduceStart:
    case Opcode::kAsyncDone:
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kCollectivePermuteStart:
    case Opcode::kCopyDone:
    case Opcode::kCopyStart:
    case Opcode::kDynamicReshape:
    case Opcode::kInfeed:
    case Opcode::kOutfeed:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
    case Opcode::kSend:
    case Opcode::kSendDone: return true;
    default: return false;
  }
}

ArrayNodes::ArrayNodes(const pass::UnwrittenAssignment& first,
                       const pass::MandatoryLayouts& mandatory)
    : constraints_(*first.assignment.constraints),
      computations_(*first.computations),
      problem_(*first.assignment.problem),
      module_(problem_.module()),
      nodes_(problem_.layouts()),
      values_(problem_.values().count()) {
  find_shared_results();
  const std::vector<bool> is_fused = pass::fused_computations(module_);
  for (const ComputationId id : module_.computations()) {
    if (!is_fused[index_of(id)]) add_values(id, mandatory);
  }
  for (const ComputationId id : module_.computations()) {
    if (!is_fused[index_of(id)]) add_result(id);
  }
  for (const InputOutputAlias& alias : module_.header.aliases) share_entry_memory(alias);
}

void ArrayNodes::add_values(ComputationId computation, const pass::MandatoryLayouts& mandatory) {
  for (const InstructionId id : module_.instructions(computation)) {
    for (const Position at : problem_.tree(id).arrays()) {
      const ValueId value = problem_.values().place(id, at);
      if (rank(problem_.tree(id).shape(at)) > 1 && problem_.values().is_source(value)) {
        add_value(id, value, mandatory);
      }
    }
  }
}

void ArrayNodes::add_value(InstructionId id, ValueId value,
                           const pass::MandatoryLayouts& mandatory) {
  const NodeId node = nodes_.add(constraints_.layout_of(value));
  values_[index_of(value)] = node;
  const bool stays = is_left_alone(module_[id].opcode) || pass::runs_in_a_kernel(module_[id]);
  if (stays || mandatory.values[index_of(value)]) nodes_.fix(node);
}

NodeId ArrayNodes::made(InstructionId id, Position at) {
  const ValueId source = problem_.values().source(id, at);
  const auto& node = values_[index_of(source)];
  return node ? *node : fixed(constraints_.layout_of(source));
}

NodeId ArrayNodes::fixed(LayoutId layout) {
  const auto [known, is_new] = fixed_.try_emplace(layout, NodeId{});
  if (is_new) known->second = nodes_.add_fixed(layout);
  return known->second;
}

void ArrayNodes::find_shared_results() {
  const ShapeTree& root = problem_.tree(*module_[module_.entry()].root);
  shares_memory_.assign(root.size(), false);
  for (const InputOutputAlias& alias : module_.header.aliases) {
    if (const auto to = root.find(alias.output)) shares_memory_[*to] = true;
  }
}

void ArrayNodes::add_result(ComputationId computation) {
  const InstructionId root = *module_[computation].root;
  const pass::ComputationLayout& own = computations_.of(computation);
  for (const Position at : problem_.tree(root).arrays()) {
    if (rank(problem_.tree(root).shape(at)) < 2) continue;
    const LayoutId made_as = constraints_.layout_of(problem_.values().source(root, at));
    const bool is_requested = computation == module_.entry() && computations_.given().result[at];
    // A request that was not accepted is not the layout of the first answer.
    const LayoutId first = is_requested ? made_as : own.result[at].value_or(made_as);
    const NodeId node = result_node(computation, at, first);
    results_.push_back({computation, at, node});
    result_nodes_.emplace(std::pair(computation, at), node);
  }
}

NodeId ArrayNodes::result_node(ComputationId computation, Position at, LayoutId first) {
  if (computation != module_.entry()) return nodes_.add(first);
  const NodeId value = made(*module_[computation].root, at);
  if (const auto given = binding_result(at, value)) return fixed(*given);
  const bool is_given = computations_.given().result[at].has_value();
  const bool is_own =
      shares_memory_[at] || (!is_given && !nodes_.same_order(nodes_.first(value), first));
  return is_own ? nodes_.add(first) : value;
}

std::optional<LayoutId> ArrayNodes::binding_result(Position at, NodeId value) const {
  const auto& given = computations_.given().result[at];
  if (!given || computations_.result_is_given()) return given;
  return nodes_.same_order(*given, nodes_.first(value)) ? given : std::nullopt;
}

void ArrayNodes::share_entry_memory(const InputOutputAlias& alias) {
  const ComputationId entry = module_.entry();
  const auto number = static_cast<std::size_t>(alias.parameter);
  if (number >= module_[entry].parameters.size()) return;
  const InstructionId parameter = module_[entry].parameters[number];
  const auto from = problem_.tree(parameter).find(alias.index);
  const auto to = problem_.tree(*module_[entry].root).find(alias.output);
  if (!from || !to) return;
  const Shape& argument = problem_.tree(parameter).shape(*from);
  const Shape& result = problem_.tree(*module_[entry].root).shape(*to);
  // Memory may also be that of arrays of other dimensions, which have no layout in common.
  if (rank(argument) < 2 || argument.dimensions != result.dimensions) return;
  const pass::ComputationLayout& given = computations_.given();
  if (given.parameters[number][*from] && given.result[*to]) return;
  nodes_.join(made(parameter, *from), result_of(entry, *to));
}

NodeId ArrayNodes::result_of(ComputationId computation, Position at) const {
  return result_nodes_.at({computation, at});
}

NodeId ArrayNodes::parameter_of(ComputationId computation, std::size_t number, Position at) {
  return made(module_[computation].parameters[number], at);
}

}  // namespace tileglot::hlo::optimal
