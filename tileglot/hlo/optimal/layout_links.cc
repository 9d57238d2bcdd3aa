// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_links.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/optimal/array_nodes.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/kernel_layouts.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::optimal {
namespace {

using pass::LayoutId;
using pass::LeafLayouts;
using pass::Position;
using pass::Problem;
using pass::ShapeTree;

/// Operations whose called computations' parameters and results are chosen with the instruction.
bool passes_arrays(Opcode opcode) {
  return opcode == Opcode::kCall || opcode == Opcode::kWhile || opcode == Opcode::kConditional;
}

class Gathering {
 public:
  Gathering(const pass::UnwrittenAssignment& first, const pass::MandatoryLayouts& mandatory,
            const pass::Executions& executions)
      : constraints_(*first.assignment.constraints),
        computations_(*first.computations),
        mandatory_(mandatory),
        executions_(executions),
        problem_(*first.assignment.problem),
        module_(problem_.module()),
        arrays_(first, mandatory) {}

  LayoutLinks gather() {
    link_results();
    const std::vector<bool> is_fused = pass::fused_computations(module_);
    for (const ComputationId id : module_.computations()) {
      if (is_fused[index_of(id)]) continue;
      for (const InstructionId instruction : module_.instructions(id)) add(instruction);
    }
    return {.nodes = std::move(arrays_.nodes()),
            .values = arrays_.values(),
            .readings = std::move(readings_),
            .results = arrays_.results(),
            .links = std::move(links_),
            .requirements = std::move(requirements_)};
  }

 private:
  LayoutNodes& nodes() { return arrays_.nodes(); }
  NodeId made(InstructionId id, Position at) { return arrays_.made(id, at); }

  /// Links the layout in which a computation makes its result and the one it must have: a copy.
  void link_results() {
    for (const ResultNode& result : arrays_.results()) {
      const InstructionId root = *module_[result.computation].root;
      add_link({.from = made(root, result.at),
                .to = result.node,
                .shape = &problem_.tree(root).shape(result.at),
                .runs = executions_.of(result.computation)});
    }
  }

  // Constraints of an instruction.

  void add(InstructionId id) {
    const Instruction& instruction = module_[id];
    if (passes_arrays(instruction.opcode)) {
      join_called(id);
    } else {
      fix_called(id);
    }
    if (is_alike(id)) join_made(id);
    for (std::size_t i = 0; i < module_.operands(id).size(); ++i) {
      if (!pass::passes_on(module_, id, i)) add_operand(id, i);
    }
    if (instruction.opcode == Opcode::kCustomCall) share_memory(id);
  }

  bool is_alike(InstructionId id) const {
    return !problem_.can_change_layout(id) && module_[id].opcode != Opcode::kWhile &&
           !is_left_alone(module_[id].opcode);
  }

  /// Whether this operand is read in the first answer's layout.
  bool is_read_as_first(InstructionId user, std::size_t number, Position at) const {
    return has_mandatory(problem_.operand(user, number), at) ||
           is_left_alone(module_[user].opcode) || pass::runs_in_a_kernel(module_[user]);
  }

  /// Arrays of one rank that the instruction makes itself.
  void join_made(InstructionId id) {
    const ShapeTree& tree = problem_.tree(id);
    for (const Position at : tree.arrays()) {
      const std::size_t own_rank = rank(tree.shape(at));
      if (own_rank < 2) continue;
      if (const auto node = alike_.find({id, own_rank}); node != alike_.end()) {
        nodes().join(node->second, made(id, at));
      } else {
        alike_.emplace(std::pair(id, own_rank), made(id, at));
      }
    }
  }

  void add_operand(InstructionId user, std::size_t number) {
    const InstructionId operand = module_.operand(user, number);
    for (const Position at : problem_.tree(operand).arrays()) add_reading(user, number, at);
  }

  void add_reading(InstructionId user, std::size_t number, Position at) {
    const InstructionId operand = module_.operand(user, number);
    const notation::xla::Shape& shape = problem_.tree(operand).shape(at);
    const NodeId value = made(operand, at);
    Link link{.from = value,
              .to = value,
              .shape = &shape,
              .user = user,
              .operand = number,
              .runs = executions_.of(module_, user)};
    if (rank(shape) > 1) {
      const Reading reading = reading_of(user, number, at, value);
      readings_.push_back(reading);
      link.to = reading.node;
      link.through = reading.through;
      add_link(link);
    }
    const NodeId read = link.through == Through::kNothing ? link.to : value;
    add_work(user, number, read, shape);
  }

  void add_link(const Link& link) {
    const bool is_between = link.through != Through::kNothing || link.kind != Link::Kind::kRead;
    if (is_between || link.from != link.to) links_.push_back(link);
  }

  /// Links for the data that the user itself moves.
  void add_work(InstructionId user, std::size_t number, NodeId read,
                const notation::xla::Shape& shape) {
    Link link{.from = read,
              .shape = &shape,
              .user = user,
              .operand = number,
              .runs = executions_.of(module_, user)};
    switch (module_[user].opcode) {
      case Opcode::kCopy:
      case Opcode::kReshape:
      case Opcode::kTranspose:
        link.kind = Link::Kind::kMove;
        link.to = made(user, 0);
        return links_.push_back(link);
      case Opcode::kReduce:
        if (number >= module_.operands(user).size() / 2) return;
        if (!problem_.policy().passes_reduction_to_operand(module_, user)) return;
        link.kind = Link::Kind::kReread;
        link.to = made(user, problem_.is_array(user) ? 0 : problem_.tree(user).child(0, number));
        return links_.push_back(link);
      default: return;
    }
  }

  // Readings of operands.

  LayoutId first_reading(InstructionId user, std::size_t number, Position at) const {
    const pass::OperandId operand = problem_.operand(user, number);
    if (constraints_.operand(operand).is_set) {
      if (const auto layout = constraints_.leaves_of(operand)[at]) return *layout;
    }
    return constraints_.layout_of(problem_.values().source(module_.operand(user, number), at));
  }

  Reading reading_of(InstructionId user, std::size_t number, Position at, NodeId value) {
    Reading result{.operand = problem_.operand(user, number), .at = at, .node = value};
    const LayoutId first = first_reading(user, number, at);
    const bool is_mandatory = is_read_as_first(user, number, at);
    if (const Through through = through_of(user, number); through != Through::kNothing) {
      result.through = through;
      result.node = made(user, 0);
      if (is_mandatory) requirements_.push_back({result.node, through, user, first});
      return result;
    }
    if (const auto node = wanted_node(user, number, at, first)) {
      result.node = read_as(*node, first);
      if (is_mandatory) nodes().fix(result.node);
    } else if (is_mandatory) {
      result.node = arrays_.fixed(first);
    } else if (!nodes().same_order(nodes().first(value), first)) {
      // No rule requires this layout, but the first answer has a copy here.
      result.node = nodes().add(first);
    }
    return result;
  }

  bool has_mandatory(pass::OperandId operand, Position at) const {
    const LeafLayouts& mandatory = mandatory_.operands[index_of(operand)];
    return !mandatory.empty() && mandatory[at].has_value();
  }

  /// Keeps the first answer possible, even where it violates these rules.
  NodeId read_as(NodeId node, LayoutId first) {
    if (nodes().same_order(nodes().first(node), first)) return node;
    nodes().fix(node);
    return arrays_.fixed(first);
  }

  Through through_of(InstructionId user, std::size_t number) const {
    if (module_[user].opcode == Opcode::kBroadcast) return Through::kBroadcast;
    const bool changes_rank = problem_.rank(module_.operand(user, number)) != problem_.rank(user);
    return module_[user].opcode == Opcode::kBitcastConvert && changes_rank
               ? Through::kBitcastConvert
               : Through::kNothing;
  }

  /// Nothing: the operand is read in its own layout.
  std::optional<NodeId> wanted_node(InstructionId user, std::size_t number, Position at,
                                    LayoutId first) {
    const Instruction& instruction = module_[user];
    switch (instruction.opcode) {
      case Opcode::kCall: return arrays_.parameter_of(called(user, 0), number, at);
      case Opcode::kWhile: return made(user, at);
      case Opcode::kConditional:
        return number == 0 ? std::nullopt
                           : std::optional(arrays_.parameter_of(called(user, number - 1), 0, at));
      case Opcode::kReduce: return alike(user, number, at, first);
      default: return is_alike(user) ? alike(user, number, at, first) : std::nullopt;
    }
  }

  /// One node for all arrays of that rank that the instruction reads or makes.
  std::optional<NodeId> alike(InstructionId user, std::size_t number, Position at, LayoutId first) {
    const InstructionId operand = module_.operand(user, number);
    const std::size_t own_rank = rank(problem_.tree(operand).shape(at));
    const bool is_only_one =
        module_[user].opcode == Opcode::kReduce && module_.operands(user).size() == 2;
    if (is_only_one) return std::nullopt;
    const auto [known, is_new] = alike_.try_emplace({user, own_rank}, NodeId{});
    if (is_new) known->second = nodes().add(first);
    return known->second;
  }

  // Layouts that instructions share with the computations that they call.

  ComputationId called(InstructionId id, std::size_t number) const {
    return called_computations(module_[id])[number];
  }

  void join_called(InstructionId id) {
    if (module_[id].opcode == Opcode::kWhile) return join_loop(id);
    for (const ComputationId callee : called_computations(module_[id])) {
      for_each_choice(
          id, [&](Position at) { nodes().join(made(id, at), arrays_.result_of(callee, at)); });
    }
  }

  void join_loop(InstructionId id) {
    const auto body = *attribute_of<ComputationId>(module_[id], AttributeKey::kBody);
    const auto condition = *attribute_of<ComputationId>(module_[id], AttributeKey::kCondition);
    for_each_choice(id, [&](Position at) {
      nodes().join(made(id, at), arrays_.result_of(body, at));
      nodes().join(made(id, at), arrays_.parameter_of(body, 0, at));
      nodes().join(made(id, at), arrays_.parameter_of(condition, 0, at));
    });
  }

  template <class Visit>
  void for_each_choice(InstructionId id, const Visit& visit) {
    for (const Position at : problem_.tree(id).arrays()) {
      if (rank(problem_.tree(id).shape(at)) > 1) visit(at);
    }
  }

  /// Computations of custom calls, asynchronous operations and the like keep the layouts of their
  /// parameters and results.
  void fix_called(InstructionId id) {
    if (module_[id].opcode == Opcode::kFusion) return;
    for (const ComputationId callee : called_computations(module_[id])) {
      for (const InstructionId parameter : module_[callee].parameters) {
        for_each_choice(parameter, [&](Position at) { nodes().fix(made(parameter, at)); });
      }
      const InstructionId root = *module_[callee].root;
      for_each_choice(root, [&](Position at) { nodes().fix(arrays_.result_of(callee, at)); });
    }
  }

  // Arrays that share memory have the same layout.

  void share_memory(InstructionId call) {
    const auto* const aliases =
        attribute_of<OperandAliases>(module_[call], AttributeKey::kOutputToOperandAliasing);
    if (aliases == nullptr) return;
    for (const OperandAlias& alias : *aliases) {
      const pass::OperandId operand =
          problem_.operand(call, static_cast<std::size_t>(alias.operand));
      const auto output = problem_.tree(call).find(alias.output);
      const auto from = problem_.tree(operand).find(alias.index);
      if (!output || !from || rank(problem_.tree(call).shape(*output)) < 2) continue;
      join_reading(operand, *from, made(call, *output));
    }
  }

  void join_reading(pass::OperandId operand, Position at, NodeId node) {
    const auto is_it = [&](const Reading& r) { return r.operand == operand && r.at == at; };
    const auto reading = std::find_if(readings_.rbegin(), readings_.rend(), is_it);
    if (reading != readings_.rend()) nodes().join(reading->node, node);
  }

  const pass::LayoutConstraints& constraints_;
  const pass::ComputationLayouts& computations_;
  const pass::MandatoryLayouts& mandatory_;
  const pass::Executions& executions_;
  const Problem& problem_;
  const Module& module_;
  ArrayNodes arrays_;
  std::vector<Reading> readings_ = {};
  std::vector<Link> links_ = {};
  std::vector<Requirement> requirements_ = {};
  /// For an instruction whose arrays of one rank have the same layout.
  std::map<std::pair<InstructionId, std::size_t>, NodeId> alike_ = {};
};

}  // namespace

LayoutLinks layout_links(const pass::UnwrittenAssignment& first,
                         const pass::MandatoryLayouts& mandatory,
                         const pass::Executions& executions) {
  return Gathering(first, mandatory, executions).gather();
}

}  // namespace tileglot::hlo::optimal
