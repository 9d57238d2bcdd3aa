// SPDX-License-Identifier: Apache-2.0
// problem.h: the module whose layouts are assigned, prepared for it.
//
// What     A Problem has the module, the policy, where each value comes from (values.h), the
//          layouts used so far (layout_table.h), and a number for each operand of each instruction.
// Why      All steps of the pass read these. None changes the layouts written in the module before
//          everything is decided, since they affect the GPU's rules.
// Units    An OperandId counts operands over all instructions; an instruction's are consecutive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/reshape_layouts.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/constraints/visit_order.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

enum class OperandId : std::uint32_t {};

constexpr std::size_t index_of(OperandId id) { return static_cast<std::size_t>(id); }

/// A layout for each part of a shape, by its position; nothing if it is not an array or is open.
using LeafLayouts = std::vector<std::optional<LayoutId>>;

class Problem {
 public:
  static core::Result<std::unique_ptr<Problem>> of(const Module& module,
                                                   const LayoutPolicy& policy);

  const Module& module() const { return *module_; }
  const LayoutPolicy& policy() const { return *policy_; }
  const Values& values() const { return values_; }
  LayoutTable& layouts() { return layouts_; }
  const LayoutTable& layouts() const { return layouts_; }
  ReshapeLayouts& reshapes() { return reshapes_; }

  const VisitOrders& post_order() const { return post_order_; }
  const VisitOrders& value_order() const { return value_order_; }

  const ShapeTree& tree(InstructionId id) const { return values_.tree(id); }
  /// The rank of what is an array; a tuple has none.
  std::size_t rank(InstructionId id) const { return notation::xla::rank(tree(id).shape(0)); }
  bool is_array(InstructionId id) const { return tree(id).is_array(); }

  std::size_t operand_count() const { return users_.size(); }
  OperandId operand(InstructionId user, std::size_t number) const {
    return OperandId{begins_[index_of(user)] + static_cast<std::uint32_t>(number)};
  }
  InstructionId user_of(OperandId id) const { return users_[index_of(id)]; }
  std::uint32_t number_of(OperandId id) const {
    return static_cast<std::uint32_t>(index_of(id)) - begins_[index_of(user_of(id))];
  }
  InstructionId definition_of(OperandId id) const {
    return module_->operand(user_of(id), number_of(id));
  }
  const ShapeTree& tree(OperandId id) const { return tree(definition_of(id)); }

  bool can_change_layout(InstructionId id) const { return can_change_[index_of(id)]; }
  /// Whether the operand is the largest of a concatenate, or one of several as large: only these
  /// decide its layout. True for the operands of all other operations.
  bool brings_most(OperandId id) const { return brings_most_[index_of(id)]; }
  /// Whether the computation is the body of a loop and nothing else runs it.
  bool is_loop_body(ComputationId id) const { return is_loop_body_[index_of(id)]; }

  /// Whether the layout lists as many dimensions as the array has.
  bool has_rank(LayoutId layout, const notation::xla::Shape& array) const;
  /// The same of every part that has a layout.
  bool have_ranks(std::span<const std::optional<LayoutId>> leaves, const ShapeTree& tree) const;

  /// The layout in the module before the pass; row-major where there is none.
  LayoutId written_layout(InstructionId id, Position at = 0);
  LeafLayouts written_layouts(const ShapeTree& tree);
  LeafLayouts written_layouts(const notation::xla::Shape& shape);

 private:
  Problem(const Module& module, const LayoutPolicy& policy, Values values);
  void number_operands();
  void find_what_brings_most(InstructionId concatenate);
  void find_loop_bodies();

  const Module* module_;
  const LayoutPolicy* policy_;
  Values values_;
  LayoutTable layouts_ = {};
  ReshapeLayouts reshapes_;
  VisitOrders post_order_;
  VisitOrders value_order_;
  std::vector<std::uint32_t> begins_ = {};
  std::vector<InstructionId> users_ = {};
  std::vector<bool> can_change_ = {};
  std::vector<bool> brings_most_ = {};
  std::vector<bool> is_loop_body_ = {};
};

}  // namespace tileglot::hlo::pass
