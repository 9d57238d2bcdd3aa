// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/problem.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

namespace {

std::vector<InstructionId> users_of_computations(const Module& module) {
  std::vector<InstructionId> result;
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (!called_computations(module[id]).empty()) result.push_back(id);
    }
  }
  return result;
}

}  // namespace

core::Result<std::unique_ptr<Problem>> Problem::of(const Module& module,
                                                   const LayoutPolicy& policy) {
  TILEGLOT_TRY(values, Values::of(module));
  return std::unique_ptr<Problem>(new Problem(module, policy, std::move(values)));
}

Problem::Problem(const Module& module, const LayoutPolicy& policy, Values values)
    : module_(&module),
      policy_(&policy),
      values_(std::move(values)),
      reshapes_(policy.keeps_ones_beside_neighbours()),
      post_order_(pass::post_orders(module)),
      value_order_(value_orders(module)) {
  number_operands();
  find_loop_bodies();
}

void Problem::number_operands() {
  begins_.resize(module_->instruction_bound(), 0);
  can_change_.resize(module_->instruction_bound(), true);
  for (const ComputationId computation : module_->computations()) {
    for (const InstructionId id : module_->instructions(computation)) {
      begins_[index_of(id)] = static_cast<std::uint32_t>(users_.size());
      users_.insert(users_.end(), module_->operands(id).size(), id);
      can_change_[index_of(id)] = policy_->can_change_layout((*module_)[id]);
      brings_most_.resize(users_.size(), true);
      if ((*module_)[id].opcode == Opcode::kConcatenate) find_what_brings_most(id);
    }
  }
}

void Problem::find_what_brings_most(InstructionId concatenate) {
  const Ints& dimensions = integers_of((*module_)[concatenate], AttributeKey::kDimensions);
  const auto extent = [&](InstructionId id) {
    const auto d = static_cast<std::size_t>(dimensions[0]);
    return module_->shape_of(id).dimensions[d].bound.value_or(0);
  };
  const auto operands = module_->operands(concatenate);
  const std::int64_t most = extent(*std::ranges::max_element(operands, {}, extent));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    brings_most_[index_of(operand(concatenate, i))] = extent(operands[i]) == most;
  }
}

void Problem::find_loop_bodies() {
  is_loop_body_.resize(module_->computation_count(), false);
  std::vector<bool> is_called(module_->computation_count(), false);
  for (const InstructionId id : users_of_computations(*module_)) {
    const auto* const body = attribute_of<ComputationId>((*module_)[id], AttributeKey::kBody);
    for (const ComputationId called : called_computations((*module_)[id])) {
      const bool is_only_body = body != nullptr && *body == called && !is_called[index_of(called)];
      is_loop_body_[index_of(called)] = is_only_body;
      is_called[index_of(called)] = true;
    }
  }
}

bool Problem::has_rank(LayoutId layout, const notation::xla::Shape& array) const {
  return layouts_.order(layout).size() == notation::xla::rank(array);
}

bool Problem::have_ranks(std::span<const std::optional<LayoutId>> leaves,
                         const ShapeTree& tree) const {
  if (leaves.size() != tree.size()) return false;
  return std::ranges::all_of(tree.arrays(), [&](Position at) {
    return !leaves[at] || has_rank(*leaves[at], tree.shape(at));
  });
}

LayoutId Problem::written_layout(InstructionId id, Position at) {
  const notation::xla::Shape& shape = tree(id).shape(at);
  return shape.layout ? layouts_.keep(*shape.layout) : layouts_.descending(shape.dimensions.size());
}

LeafLayouts Problem::written_layouts(const ShapeTree& tree) {
  LeafLayouts result(tree.size());
  for (const Position at : tree.arrays()) {
    result[at] = layouts_.keep(layout_or_default(tree.shape(at)));
  }
  return result;
}

LeafLayouts Problem::written_layouts(const notation::xla::Shape& shape) {
  return written_layouts(ShapeTree(shape));
}

}  // namespace tileglot::hlo::pass
