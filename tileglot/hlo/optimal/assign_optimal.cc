// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/assign_optimal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/layout_links.h"
#include "tileglot/hlo/optimal/layout_network.h"
#include "tileglot/hlo/optimal/layout_nodes.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/optimal/share_copies.h"
#include "tileglot/hlo/optimal/solve.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::optimal {
namespace {

using pass::DecisionId;
using pass::LayoutId;
using pass::LeafLayouts;
using pass::Position;
using pass::Problem;
using pass::ValueId;

/// Replaces the first answer's decisions by the chosen layouts.
class Choosing {
 public:
  Choosing(pass::UnwrittenAssignment first, const LayoutNetwork& network, const Choices& choices)
      : first_(std::move(first)),
        network_(network),
        choices_(choices),
        problem_(*first_.assignment.problem),
        old_(*first_.assignment.constraints),
        log_(*first_.assignment.decisions),
        new_(std::make_unique<pass::LayoutConstraints>(problem_, log_)) {
    new_->begin_round(0);
  }

  pass::UnwrittenAssignment choose() {
    choose_values();
    choose_readings();
    choose_computations();
    first_.assignment.constraints = std::move(new_);
    return std::move(first_);
  }

  std::size_t changed() const { return changed_; }

 private:
  /// Everything but the order stays as in the first answer's layout.
  LayoutId lying(NodeId node, LayoutId first) {
    notation::xla::Layout layout = problem_.layouts().at(first);
    layout.minor_to_major = network_.order_of(node, choices_);
    return problem_.layouts().keep(layout);
  }

  void choose_values() {
    for (std::size_t i = 0; i < problem_.values().count(); ++i) {
      const ValueId value{static_cast<std::uint32_t>(i)};
      if (problem_.values().is_source(value) && old_.has_layout(value)) choose_value(value);
    }
  }

  void choose_value(ValueId value) {
    const LayoutId first = old_.layout_of(value);
    const auto& node = network_.links.values[index_of(value)];
    const LayoutId layout = node ? lying(*node, first) : first;
    const DecisionId before = old_.value(value).decision;
    const InstructionId id = problem_.values().instruction_of(value);
    const bool stays = problem_.layouts().same_order(layout, first);
    if (!stays) ++changed_;
    new_->fix_value(value, layout,
                    stays ? before
                          : log_.add({.rule = pass::Rule::kCheapest,
                                      .mandatory = false,
                                      .by = id,
                                      .about = id,
                                      .part = problem_.values().position_of(value),
                                      .layout = layout,
                                      .displaced = before}));
  }

  void choose_readings() {
    std::map<pass::OperandId, LeafLayouts> leaves;
    for (const Reading& reading : network_.links.readings) {
      LeafLayouts& own = leaves[reading.operand];
      own.resize(problem_.tree(reading.operand).size());
      own[reading.at] = read_layout(reading);
    }
    for (const auto& [operand, layouts] : leaves) {
      new_->fix_operand(operand, layouts, reading_decision(operand, layouts));
    }
  }

  LayoutId read_layout(const Reading& reading) {
    const LayoutId by = lying(reading.node, network_.links.nodes.first(reading.node));
    return read_through(problem_, reading.through, problem_.user_of(reading.operand), by);
  }

  bool was_read_so(pass::OperandId operand, const LeafLayouts& layouts) const {
    if (!old_.operand(operand).is_set) return false;
    const auto before = old_.leaves_of(operand);
    for (std::size_t at = 0; at < layouts.size(); ++at) {
      if (layouts[at] && before[at] && !problem_.layouts().same_order(*layouts[at], *before[at])) {
        return false;
      }
    }
    return true;
  }

  DecisionId reading_decision(pass::OperandId operand, const LeafLayouts& layouts) {
    const pass::OperandConstraint& before = old_.operand(operand);
    if (was_read_so(operand, layouts)) return before.decision;
    return log_.add({.rule = pass::Rule::kCheapest,
                     .mandatory = false,
                     .about_operand = true,
                     .by = problem_.user_of(operand),
                     .about = problem_.user_of(operand),
                     .part = problem_.number_of(operand),
                     .layout = layouts.size() == 1 ? layouts[0] : std::nullopt,
                     .displaced = before.is_set ? std::optional(before.decision) : std::nullopt});
  }

  /// Leaves that the caller left open are given now, so that they are honoured like the others.
  EntryLayout filled() {
    EntryLayout result = first_.assignment.requested;
    const Module& module = problem_.module();
    for (std::size_t i = 0; i < result.parameters.size(); ++i) {
      fill(result.parameters[i], made_layouts(module[module.entry()].parameters[i]));
    }
    fill(result.result, result_layouts(module.entry()));
    return result;
  }

  void fill(notation::xla::Shape& shape, const LeafLayouts& leaves) const {
    Position next = 0;
    const auto write = [&](notation::xla::Shape& part, const auto& self) -> void {
      const std::optional<LayoutId>& layout = leaves[next++];
      if (notation::xla::array_in(part) != nullptr) {
        if (layout) lay(is_array(part) ? part : part.elements[0], problem_.layouts().at(*layout));
        return;
      }
      for (notation::xla::Shape& element : part.elements) self(element, self);
    };
    write(shape, write);
  }

  /// A requested result layout that was not accepted is written as the layout that was chosen.
  static void lay(notation::xla::Shape& array, const notation::xla::Layout& layout) {
    if (!array.layout) array.layout = layout;
    array.layout->minor_to_major = layout.minor_to_major;
  }

  LeafLayouts made_layouts(InstructionId id) const {
    LeafLayouts result(problem_.tree(id).size());
    for (const Position at : problem_.tree(id).arrays()) {
      result[at] = new_->layout_of(problem_.values().source(id, at));
    }
    return result;
  }

  LeafLayouts result_layouts(ComputationId computation) {
    LeafLayouts result = made_layouts(*problem_.module()[computation].root);
    for (const ResultNode& leaf : results_[computation]) {
      result[leaf.at] = lying(leaf.node, network_.links.nodes.first(leaf.node));
    }
    return result;
  }

  void choose_computations() {
    for (const ResultNode& leaf : network_.links.results) {
      results_[leaf.computation].push_back(leaf);
    }
    auto chosen = std::make_unique<pass::ComputationLayouts>(problem_, filled());
    const Module& module = problem_.module();
    const std::vector<bool> is_fused = pass::fused_computations(module);
    for (const ComputationId id : module.computations()) {
      if (id != module.entry() && !is_fused[index_of(id)]) choose_computation(chosen->of(id), id);
    }
    first_.computations = std::move(chosen);
  }

  void choose_computation(pass::ComputationLayout& own, ComputationId id) {
    own = first_.computations->of(id);
    own.result = result_layouts(id);
    for (std::size_t i = 0; i < own.parameters.size(); ++i) {
      own.parameters[i] = made_layouts(problem_.module()[id].parameters[i]);
    }
  }

  pass::UnwrittenAssignment first_;
  const LayoutNetwork& network_;
  const Choices& choices_;
  Problem& problem_;
  const pass::LayoutConstraints& old_;
  pass::DecisionLog& log_;
  std::unique_ptr<pass::LayoutConstraints> new_;
  std::map<ComputationId, std::vector<ResultNode>> results_ = {};
  std::size_t changed_ = 0;
};

/// XLA's answer again, if sharing copies makes it the cheaper one.
void weigh_sharing(Problem& problem, const LayoutNetwork& network,
                   const pass::Executions& executions, Solved& solved) {
  const Cost first_cost = cost_of(network.network, network.first_choices);
  const auto shared = [&](Cost cost, const Choices& choices) {
    return cost / network.unit - saved_by_sharing(problem, network, choices, executions);
  };
  if (shared(first_cost, network.first_choices) >= shared(solved.cost, solved.choices)) return;
  solved.choices = network.first_choices;
  solved.cost = first_cost;
}

OptimalSummary summary_of(Problem& problem, const LayoutNetwork& network, const Solved& solved) {
  OptimalSummary result{
      .is_whole = network.is_whole, .counts = solved.counts, .failures = solved.failures};
  result.xla_bytes = cost_of(network.network, network.first_choices) / network.unit;
  result.bytes = solved.cost / network.unit;
  result.bound = solved.bound / network.unit;
  result.xla_parts = parts_of(problem, network, network.first_choices);
  result.parts = parts_of(problem, network, solved.choices);
  result.free_layouts = static_cast<std::size_t>(
      std::ranges::count_if(network.orders, [](const auto& orders) { return orders.size() > 1; }));
  return result;
}

}  // namespace

core::Result<OptimalAssignment> assign_optimal(Module& module, const pass::LayoutPolicy& policy,
                                               const OptimalOptions& options) {
  pass::MandatoryLayouts mandatory;
  TILEGLOT_TRY(first, pass::decide_layouts(module, policy, &mandatory));
  pass::Executions executions = pass::executions_of(module, options.loop_trips);
  TILEGLOT_TRY(network, layout_network(first, mandatory, executions));
  Problem& problem = *first.assignment.problem;
  Solved solved = solve(network.network, network.first_choices, options.solve);
  if (options.share_copies) weigh_sharing(problem, network, executions, solved);
  Choosing choosing(std::move(first), network, solved.choices);
  pass::UnwrittenAssignment chosen = choosing.choose();
  OptimalAssignment result{.summary = summary_of(problem, network, solved)};
  result.summary.changed = choosing.changed();
  result.assignment = pass::written(module, std::move(chosen));
  if (options.share_copies) {
    result.summary.shared_bytes = share_copies(module, result.assignment.copies, executions);
  }
  result.summary.executions = std::move(executions);
  return result;
}

}  // namespace tileglot::hlo::optimal
