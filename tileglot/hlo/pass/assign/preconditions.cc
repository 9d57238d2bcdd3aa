// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/preconditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool are_distinct_below(const Ints& list, std::size_t rank) {
  std::vector<bool> seen(rank, false);
  for (const std::int64_t d : list) {
    if (d < 0 || std::cmp_greater_equal(d, rank) || seen[static_cast<std::size_t>(d)]) return false;
    seen[static_cast<std::size_t>(d)] = true;
  }
  return true;
}

/// Checks one instruction. Each check returns what is wrong, as a text that follows the
/// instruction's name; empty: nothing.
class Preconditions {
 public:
  Preconditions(const Module& module, InstructionId id)
      : module_(module), id_(id), own_(module[id]), shape_(module.shape_of(id)) {}

  std::string_view fault() const {
    if (!has_operands()) return "has another number of operands than its operation takes";
    if (!computations_are_given()) return "does not say which computations it calls";
    switch (own_.opcode) {
      case Opcode::kGetTupleElement: return element_fault();
      case Opcode::kTuple: return tuple_fault();
      case Opcode::kTranspose: return transpose_fault();
      case Opcode::kReduce: return reduce_fault();
      case Opcode::kBroadcast: return broadcast_fault();
      case Opcode::kConcatenate: return concatenate_fault();
      case Opcode::kDot: return dot_fault();
      case Opcode::kCall:
      case Opcode::kFusion: return call_fault();
      case Opcode::kWhile: return while_fault();
      case Opcode::kConditional: return conditional_fault();
      case Opcode::kCustomCall: return custom_call_fault();
      default: return other_fault();
    }
  }

 private:
  bool has_operands() const {
    const OpcodeRow& row = row_of(own_.opcode);
    const std::size_t count = own_.operand_count;
    return count >= row.min_operands && (!row.max_operands || count <= *row.max_operands);
  }

  bool computations_are_given() const {
    switch (own_.opcode) {
      case Opcode::kCall: return calls(AttributeKey::kToApply);
      case Opcode::kFusion: return calls(AttributeKey::kCalls);
      case Opcode::kWhile: return calls(AttributeKey::kBody) && calls(AttributeKey::kCondition);
      default: return true;
    }
  }

  bool calls(AttributeKey key) const { return attribute_of<ComputationId>(own_, key) != nullptr; }
  const xla::Shape& operand(std::size_t i) const {
    return module_.shape_of(module_.operand(id_, i));
  }
  const Ints& dimensions(AttributeKey key = AttributeKey::kDimensions) const {
    return integers_of(own_, key);
  }
  static bool fit(const xla::Shape& a, const xla::Shape& b) {
    return xla::equal(a, b, xla::kCompatible);
  }

  /// An array for one, a tuple of arrays for several.
  bool has_results(std::size_t count) const {
    return is_array(shape_) ? count == 1 : count == shape_.elements.size();
  }
  const xla::Shape& result(std::size_t i) const {
    return is_array(shape_) ? shape_ : shape_.elements[i];
  }

  std::string_view element_fault() const {
    const auto index = integer_of(own_, AttributeKey::kIndex, -1);
    const auto& elements = operand(0).elements;
    const bool is_there = index >= 0 && std::cmp_less(index, elements.size());
    if (is_there && fit(shape_, elements[static_cast<std::size_t>(index)])) return {};
    return "takes an element that its operand does not have, or not with this shape";
  }

  std::string_view tuple_fault() const {
    const auto operands = module_.operands(id_);
    const bool fits = std::ranges::equal(operands, shape_.elements,
                                         [this](InstructionId id, const xla::Shape& element) {
                                           return fit(module_.shape_of(id), element);
                                         });
    return fits ? std::string_view() : "is a tuple of other shapes than its operands have";
  }

  std::string_view transpose_fault() const {
    const bool fits = dimensions().size() == rank(shape_) && rank(operand(0)) == rank(shape_) &&
                      core::is_permutation(dimensions());
    return fits ? std::string_view()
                : "lists dimensions that are not a permutation of its operand's";
  }

  std::string_view reduce_fault() const {
    const std::size_t count = own_.operand_count / 2;
    bool fits = own_.operand_count % 2 == 0 && has_results(count);
    for (std::size_t i = 0; fits && i < count; ++i) {
      const std::size_t from = rank(operand(i));
      fits =
          from == rank(result(i)) + dimensions().size() && are_distinct_below(dimensions(), from);
    }
    return fits ? std::string_view() : "reduces dimensions that its operand does not have";
  }

  std::string_view broadcast_fault() const {
    const bool fits =
        dimensions().size() == rank(operand(0)) && are_distinct_below(dimensions(), rank(shape_));
    return fits ? std::string_view() : "lists dimensions that do not fit its operand and result";
  }

  std::string_view concatenate_fault() const {
    const auto same_rank = [this](InstructionId id) {
      return rank(module_.shape_of(id)) == rank(shape_);
    };
    const bool fits = dimensions().size() == 1 && are_distinct_below(dimensions(), rank(shape_)) &&
                      std::ranges::all_of(module_.operands(id_), same_rank);
    return fits ? std::string_view() : "joins along a dimension that not all its operands have";
  }

  bool dot_side_fits(std::size_t i, AttributeKey batch, AttributeKey contracting) const {
    Ints all = dimensions(batch);
    all.insert(all.end(), dimensions(contracting).begin(), dimensions(contracting).end());
    return are_distinct_below(all, rank(operand(i)));
  }

  std::string_view dot_fault() const {
    const std::size_t batch = dimensions(AttributeKey::kLhsBatchDims).size();
    const std::size_t contracting = dimensions(AttributeKey::kLhsContractingDims).size();
    const bool fits =
        dot_side_fits(0, AttributeKey::kLhsBatchDims, AttributeKey::kLhsContractingDims) &&
        dot_side_fits(1, AttributeKey::kRhsBatchDims, AttributeKey::kRhsContractingDims) &&
        dimensions(AttributeKey::kRhsBatchDims).size() == batch &&
        dimensions(AttributeKey::kRhsContractingDims).size() == contracting &&
        rank(shape_) + batch + 2 * contracting == rank(operand(0)) + rank(operand(1));
    return fits ? std::string_view() : "multiplies dimensions that its operands do not have";
  }

  /// The operands from `first` on are the computation's parameters.
  bool takes(ComputationId called, std::size_t first, std::size_t count) const {
    const auto& parameters = module_[called].parameters;
    if (parameters.size() != count || own_.operand_count < first + count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (!fit(module_.shape_of(parameters[i]), operand(first + i))) return false;
    }
    return true;
  }

  bool gives(ComputationId called, const xla::Shape& shape) const {
    return fit(module_.shape_of(*module_[called].root), shape);
  }

  std::string_view call_fault() const {
    const ComputationId called = called_computations(own_)[0];
    const bool fits = takes(called, 0, own_.operand_count) && gives(called, shape_);
    return fits ? std::string_view() : "passes or gets other shapes than its computation has";
  }

  std::string_view while_fault() const {
    const ComputationId body = *attribute_of<ComputationId>(own_, AttributeKey::kBody);
    const ComputationId condition = *attribute_of<ComputationId>(own_, AttributeKey::kCondition);
    const bool fits = fit(shape_, operand(0)) && takes(body, 0, 1) && takes(condition, 0, 1) &&
                      gives(body, shape_);
    return fits ? std::string_view() : "carries other shapes than its body or its condition has";
  }

  std::string_view conditional_fault() const {
    const std::vector<ComputationId> branches = called_computations(own_);
    bool fits = !branches.empty() && branches.size() + 1 == own_.operand_count;
    for (std::size_t i = 0; fits && i < branches.size(); ++i) {
      fits = takes(branches[i], i + 1, 1) && gives(branches[i], shape_);
    }
    return fits ? std::string_view() : "passes or gets other shapes than its branches have";
  }

  std::string_view custom_call_fault() const {
    const ShapeTree tree(shape_);
    const auto* const aliases =
        attribute_of<OperandAliases>(own_, AttributeKey::kOutputToOperandAliasing);
    for (const OperandAlias& alias : aliases == nullptr ? OperandAliases{} : *aliases) {
      if (!alias_fits(tree, alias))
        return "writes into an operand that it does not have, or no like it";
    }
    return operand_layouts_fault();
  }

  bool alias_fits(const ShapeTree& tree, const OperandAlias& alias) const {
    if (alias.operand < 0 || std::cmp_greater_equal(alias.operand, own_.operand_count))
      return false;
    const ShapeTree from(operand(static_cast<std::size_t>(alias.operand)));
    const auto output = tree.find(alias.output);
    const auto input = from.find(alias.index);
    return output && input && fit(tree.shape(*output), from.shape(*input));
  }

  std::string_view operand_layouts_fault() const {
    const auto* const shapes = attribute_of<Shapes>(own_, AttributeKey::kOperandLayoutConstraints);
    if (shapes == nullptr) return {};
    const bool fits =
        std::ranges::equal(module_.operands(id_), *shapes, [this](InstructionId id, ShapeId shape) {
          return fit(module_.shape_of(id), module_.shape(shape));
        });
    return fits ? std::string_view()
                : "lists operand_layout_constraints that do not fit its operands";
  }

  std::string_view other_fault() const {
    switch (own_.opcode) {
      case Opcode::kAddDependency:
      case Opcode::kCopy:
      case Opcode::kDomain:
      case Opcode::kOptBarrier:
        if (fit(shape_, operand(0))) return {};
        return "passes on a shape that its operand does not have";
      default: return {};
    }
  }

  const Module& module_;
  InstructionId id_;
  const Instruction& own_;
  const xla::Shape& shape_;
};

core::Status check_instruction(const Module& module, InstructionId id) {
  const Instruction& instruction = module[id];
  if (instruction.opcode == Opcode::kBitcast) {
    return core::fail({.code = "hlo.bitcast",
                       .message = fmt::format("{} is a bitcast, and layouts are not assigned yet",
                                              instruction.name),
                       .span = instruction.place,
                       .help = "layouts are assigned before bitcasts are made: write a reshape, a "
                               "transpose or a bitcast-convert"});
  }
  const std::string_view fault = Preconditions(module, id).fault();
  if (fault.empty()) return {};
  return core::fail({.code = "hlo.mismatch",
                     .message = fmt::format("{} {}", instruction.name, fault),
                     .span = instruction.place,
                     .help = "shapes and attributes of an instruction must agree with its operands "
                             "and with the computations that it calls"});
}

core::Status check_layouts(const Module& module) {
  for (std::uint32_t i = 0; i < module.shapes().size(); ++i) {
    TILEGLOT_TRY_STATUS(
        xla::validate_layout_in_shape(module.shape(ShapeId{i}), xla::MissingLayouts::kAllowed));
  }
  return {};
}

}  // namespace

core::Status check_preconditions(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts(module));
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      TILEGLOT_TRY_STATUS(check_instruction(module, id));
    }
  }
  return {};
}

}  // namespace tileglot::hlo::pass
