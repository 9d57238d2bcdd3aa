// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/copy_insertion.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/shape_writer.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/fusion_layouts.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool same_order(const xla::Shape& array, const LayoutTable& table, std::optional<LayoutId> layout) {
  return !layout || !array.layout || array.layout->minor_to_major == table.order(*layout);
}

/// Makes copies of one value, after an instruction and after one another.
class Copier {
 public:
  Copier(Module& module, ShapeWriter& shapes, const LayoutTable& layouts, const LeafLayouts& leaves,
         InstructionId behind)
      : module_(module), shapes_(shapes), layouts_(layouts), leaves_(leaves), last_(behind) {}

  /// `at` is where the value's layouts are in the leaves.
  InstructionId copied(InstructionId id, Position at = 0) {
    const xla::Shape& shape = module_.shape_of(id);
    if (xla::is_array(shape)) return copied_array(id, at);
    return xla::array_in(shape) != nullptr ? copied_buffer(id, at) : copied_tuple(id, at);
  }

  struct Made {
    InstructionId copy = {};
    InstructionId value = {};
    Position at = 0;
    std::vector<std::int64_t> path = {};
  };
  const std::vector<Made>& made() const { return made_; }

 private:
  InstructionId put(const NewInstruction& made) {
    last_ = module_.add_after(last_, made);
    return last_;
  }

  InstructionId copied_array(InstructionId id, Position at) {
    const ShapeId shape = shapes_.array_lying(module_[id].shape, *leaves_[at]);
    const InstructionId copy = put({.opcode = Opcode::kCopy,
                                    .shape = shape,
                                    .operands = {id},
                                    .attributes = inherited_attributes(module_[id])});
    made_.push_back({copy, id, at, path_});
    return copy;
  }

  /// No buffer is copied: its array leaves it, and another buffer pins the copy.
  InstructionId copied_buffer(InstructionId id, Position at) {
    const xla::Shape array = module_.shape_of(id).elements[0];
    const InstructionId copy = copied_array(shared("\"Unpin\"", id, array), at);
    const xla::Shape buffer{.type = xla::PrimitiveType::kBuffer,
                            .elements = {module_.shape_of(copy)}};
    return shared("\"Pin\"", copy, buffer);
  }

  /// A call whose result is in its operand's memory.
  InstructionId shared(std::string_view target, InstructionId id, const xla::Shape& shape) {
    return put(
        {.opcode = Opcode::kCustomCall,
         .shape = module_.keep(shape),
         .operands = {id},
         .attributes = {{AttributeKey::kCustomCallTarget, Text{module_.keep(target)}},
                        {AttributeKey::kOutputToOperandAliasing, OperandAliases{OperandAlias()}}}});
  }

  InstructionId element(InstructionId id, std::size_t number) {
    const xla::Shape shape = module_.shape_of(id).elements[number];
    return put({.opcode = Opcode::kGetTupleElement,
                .shape = module_.keep(shape),
                .operands = {id},
                .attributes = {{AttributeKey::kIndex, static_cast<std::int64_t>(number)}}});
  }

  bool differs(const ShapeTree& tree, Position at) const {
    for (Position i = 0; i < tree.size(); ++i) {
      if (xla::is_array(tree.shape(i)) && !same_order(tree.shape(i), layouts_, leaves_[at + i])) {
        return true;
      }
    }
    return false;
  }

  InstructionId copied_tuple(InstructionId id, Position at) {
    const std::size_t count = module_.shape_of(id).elements.size();
    std::vector<InstructionId> elements;
    elements.reserve(count);
    Position next = at + 1;
    for (std::size_t i = 0; i < count; ++i) {
      path_.push_back(static_cast<std::int64_t>(i));
      const InstructionId taken = element(id, i);
      const ShapeTree tree(module_.shape_of(taken));
      elements.push_back(differs(tree, next) ? copied(taken, next) : taken);
      next += tree.size();
      path_.pop_back();
    }
    return tuple_of(elements);
  }

  InstructionId tuple_of(const std::vector<InstructionId>& elements) {
    xla::Shape shape{.type = xla::PrimitiveType::kTuple};
    shape.elements.reserve(elements.size());
    for (const InstructionId id : elements) shape.elements.push_back(module_.shape_of(id));
    return put({.opcode = Opcode::kTuple, .shape = module_.keep(shape), .operands = elements});
  }

  Module& module_;
  ShapeWriter& shapes_;
  const LayoutTable& layouts_;
  const LeafLayouts& leaves_;
  InstructionId last_;
  std::vector<std::int64_t> path_ = {};
  std::vector<Made> made_ = {};
};

class CopyInsertion {
 public:
  CopyInsertion(Module& module, const LayoutConstraints& constraints,
                const ComputationLayouts& computations, DecisionLog& log)
      : module_(module),
        constraints_(constraints),
        computations_(computations),
        log_(log),
        problem_(constraints.problem()),
        shapes_(module, problem_.layouts()),
        callers_(callers(module)) {}

  std::vector<InsertedCopy> write() {
    const std::vector<bool> is_fused = fused_computations(module_);
    // A copy that belongs in a branch goes into a computation that is already done.
    for (const ComputationId computation : computation_post_order(module_)) {
      if (is_fused[index_of(computation)]) continue;
      const std::vector<InstructionId> list = memory_order(module_, computation);
      for (const InstructionId id : list) write_shape(id);
      for (const InstructionId id : list) copy_operands(id);
      copy_result(computation);
    }
    write_fusion_layouts(module_);
    return std::move(copies_);
  }

 private:
  void write_shape(InstructionId id) {
    const ShapeTree& tree = problem_.tree(id);
    LeafLayouts leaves(tree.size());
    for (const Position at : tree.arrays()) {
      leaves[at] = constraints_.layout_of(problem_.values().source(id, at));
    }
    module_[id].shape = shapes_.lying(module_[id].shape, leaves);
  }

  /// The requested layouts, and the value's own for arrays without a request.
  LeafLayouts completed(std::span<const std::optional<LayoutId>> requested,
                        InstructionId id) const {
    LeafLayouts result(requested.begin(), requested.end());
    for (const Position at : problem_.tree(id).arrays()) {
      if (!result[at]) result[at] = constraints_.layout_of(problem_.values().source(id, at));
    }
    return result;
  }

  bool differs(const LeafLayouts& leaves, InstructionId id) const {
    for (const Position at : problem_.tree(id).arrays()) {
      const LayoutId made = constraints_.layout_of(problem_.values().source(id, at));
      if (!problem_.layouts().same_order(*leaves[at], made)) return true;
    }
    return false;
  }

  void copy_operands(InstructionId user) {
    const std::size_t count = module_.operands(user).size();
    for (std::size_t i = 0; i < count; ++i) {
      const OperandId operand = problem_.operand(user, i);
      if (!constraints_.operand(operand).is_set) continue;
      const InstructionId value = module_.operand(user, i);
      const LeafLayouts leaves = completed(constraints_.leaves_of(operand), value);
      if (differs(leaves, value)) copy_operand(user, i, leaves);
    }
  }

  void copy_operand(InstructionId user, std::size_t number, const LeafLayouts& leaves) {
    const InstructionId value = module_.operand(user, number);
    const OperandConstraint& constraint = constraints_.operand(problem_.operand(user, number));
    if (belongs_into_branch(user, number)) {
      return copy_in_branch(user, number, leaves, constraint.decision);
    }
    Copier copier(module_, shapes_, problem_.layouts(), leaves, *module_[user].previous);
    module_.replace_operand(user, number, copier.copied(value));
    remember(copier, value, user, number, constraint.decision);
  }

  void remember(const Copier& copier, InstructionId value, std::optional<InstructionId> user,
                std::size_t number, DecisionId read) {
    for (const Copier::Made& made : copier.made()) {
      const ValueId source = problem_.values().source(value, made.at);
      copies_.push_back({.copy = made.copy,
                         .value = made.value,
                         .user = user,
                         .operand = static_cast<std::uint32_t>(number),
                         .path = made.path,
                         .read = read,
                         .made = constraints_.value(source).decision});
    }
  }

  bool is_used_once(InstructionId id) const {
    const UseList uses = module_.uses(id);
    const InstructionId first = (*uses.begin()).user;
    for (const Use use : uses) {
      if (use.user != first) return false;
    }
    return !module_.is_root(id);
  }

  bool belongs_into_branch(InstructionId user, std::size_t number) const {
    if (module_[user].opcode != Opcode::kConditional || number == 0) return false;
    const ComputationId branch = called_computations(module_[user])[number - 1];
    return is_used_once(module_.operand(user, number)) && callers_[index_of(branch)].size() == 1 &&
           is_called_once(user, branch);
  }

  bool is_called_once(InstructionId user, ComputationId branch) const {
    std::size_t count = 0;
    for (const ComputationId called : called_computations(module_[user])) count += called == branch;
    return count == 1;
  }

  /// The branch takes its parameter in the order it is passed and begins with the copy.
  void copy_in_branch(InstructionId user, std::size_t number, const LeafLayouts& leaves,
                      DecisionId read) {
    const InstructionId value = module_.operand(user, number);
    const ComputationId branch = called_computations(module_[user])[number - 1];
    const InstructionId parameter = module_[branch].parameters[0];
    module_[parameter].shape = module_[value].shape;
    std::vector<Use> uses;
    for (const Use use : module_.uses(parameter)) uses.push_back(use);
    const bool was_root = module_.is_root(parameter);
    Copier copier(module_, shapes_, problem_.layouts(), leaves, parameter);
    const InstructionId copied = copier.copied(parameter);
    for (const Use use : uses) module_.replace_operand(use.user, use.operand, copied);
    if (was_root) module_.set_root(branch, copied);
    remember(copier, value, user, number, read);
  }

  void copy_result(ComputationId computation) {
    const bool is_entry = computation == module_.entry();
    if (is_entry && computations_.any_given() && !computations_.result_is_given()) return;
    const InstructionId root = *module_[computation].root;
    const LeafLayouts leaves = completed(computations_.of(computation).result, root);
    if (!differs(leaves, root)) return;
    const DecisionId read = log_.add(reason_of_result(computation));
    Copier copier(module_, shapes_, problem_.layouts(), leaves, *module_[computation].last);
    module_.set_root(computation, copier.copied(root));
    remember(copier, root, std::nullopt, 0, read);
  }

  Decision reason_of_result(ComputationId computation) const {
    const ComputationLayout& layout = computations_.of(computation);
    const InstructionId root = *module_[computation].root;
    Decision result{.rule = Rule::kCalledResult,
                    .priority = static_cast<std::int16_t>(layout.priority),
                    .by = root,
                    .about = root};
    if (computation == module_.entry()) {
      result.rule = computations_.any_given() ? Rule::kEntryResult : Rule::kOpenResult;
    }
    if (layout.follows_branch) result.rule = Rule::kBranch;
    if (layout.result.size() == 1) {
      result.layout = layout.result[0];
      result.cause = layout.result_reasons[0];
    }
    return result;
  }

  Module& module_;
  const LayoutConstraints& constraints_;
  const ComputationLayouts& computations_;
  DecisionLog& log_;
  const Problem& problem_;
  ShapeWriter shapes_;
  std::vector<std::vector<InstructionId>> callers_;
  std::vector<InsertedCopy> copies_ = {};
};

}  // namespace

std::vector<InsertedCopy> write_layouts(Module& module, const LayoutConstraints& constraints,
                                        const ComputationLayouts& computations, DecisionLog& log) {
  return CopyInsertion(module, constraints, computations, log).write();
}

}  // namespace tileglot::hlo::pass
