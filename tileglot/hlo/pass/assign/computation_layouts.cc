// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/computation_layouts.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// How much the priority of the layouts that a round settles is above the round's own.
constexpr int kRoundsAhead = 2;
constexpr int kGivenPriority = 3;

LeafLayouts row_major(Problem& problem, const ShapeTree& tree) {
  LeafLayouts result(tree.size());
  for (const Position at : tree.arrays()) {
    result[at] = problem.layouts().descending(rank(tree.shape(at)));
  }
  return result;
}

LeafLayouts given_layouts(Problem& problem, const xla::Shape& shape) {
  const ShapeTree tree(shape);
  LeafLayouts result(tree.size());
  for (const Position at : tree.arrays()) {
    const xla::Shape& array = tree.shape(at);
    if (array.layout) {
      result[at] = problem.layouts().keep(array.layout->in_memory_space(0));
    } else if (rank(array) == 0) {
      result[at] = problem.layouts().descending(0);
    }
  }
  return result;
}

/// Scalars have only one layout, so theirs do not show whether the caller gave any.
bool gives_any(const xla::Shape& shape) {
  const ShapeTree tree(shape);
  return std::ranges::any_of(tree.arrays(), [&tree](Position at) {
    return rank(tree.shape(at)) > 0 && tree.shape(at).layout.has_value();
  });
}

bool gives_all(const xla::Shape& shape) {
  const ShapeTree tree(shape);
  return std::ranges::all_of(tree.arrays(), [&tree](Position at) {
    return rank(tree.shape(at)) == 0 || tree.shape(at).layout.has_value();
  });
}

LeafLayouts chosen(const LayoutConstraints& constraints, InstructionId id) {
  const ShapeTree& tree = constraints.problem().tree(id);
  LeafLayouts result(tree.size());
  for (const Position at : tree.arrays()) {
    result[at] = constraints.layout_of(constraints.problem().values().source(id, at));
  }
  return result;
}

LeafReasons reasons(const LayoutConstraints& constraints, InstructionId id) {
  const ShapeTree& tree = constraints.problem().tree(id);
  LeafReasons result(tree.size());
  for (const Position at : tree.arrays()) {
    result[at] = constraints.value(constraints.problem().values().source(id, at)).decision;
  }
  return result;
}

void give_no_reasons(ComputationLayout& layout) {
  layout.result_reasons.assign(layout.result.size(), std::nullopt);
  layout.parameter_reasons.clear();
  for (const LeafLayouts& leaves : layout.parameters) {
    layout.parameter_reasons.emplace_back(leaves.size(), std::nullopt);
  }
}

}  // namespace

ComputationLayouts::ComputationLayouts(Problem& problem, const EntryLayout& entry)
    : problem_(problem) {
  const Module& module = problem.module();
  layouts_.resize(module.computation_count());
  for (const ComputationId id : module.computations()) {
    ComputationLayout& layout = of(id);
    for (const InstructionId parameter : module[id].parameters) {
      layout.parameters.push_back(row_major(problem, problem.tree(parameter)));
    }
    layout.result = row_major(problem, problem.tree(*module[id].root));
    give_no_reasons(layout);
  }
  for (const xla::Shape& shape : entry.parameters) {
    given_.parameters.push_back(given_layouts(problem, shape));
  }
  given_.result = given_layouts(problem, entry.result);
  give_no_reasons(given_);
  given_.priority = kGivenPriority;
  given_.parameters_settled = true;
  given_.result_settled = gives_any(entry.result);
  any_given_ = given_.result_settled || std::ranges::any_of(entry.parameters, gives_any);
  result_is_given_ = any_given_ && gives_all(entry.result);
  if (any_given_) of(module.entry()) = given_;
}

void ComputationLayouts::settle(const LayoutConstraints& constraints, ComputationId id) {
  ComputationLayout& layout = of(id);
  const int priority = constraints.priority() + kRoundsAhead;
  const bool is_first = constraints.priority() == 0 && layout.priority < priority;
  if (!is_first && !layout.follows_branch) return;
  const Module& module = problem_.module();
  if (!layout.follows_branch) {
    layout.result = chosen(constraints, *module[id].root);
    layout.result_reasons = reasons(constraints, *module[id].root);
  }
  for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
    layout.parameters[i] = chosen(constraints, module[id].parameters[i]);
    layout.parameter_reasons[i] = reasons(constraints, module[id].parameters[i]);
  }
  layout.priority = priority;
  layout.parameters_settled = layout.result_settled = true;
}

}  // namespace tileglot::hlo::pass
