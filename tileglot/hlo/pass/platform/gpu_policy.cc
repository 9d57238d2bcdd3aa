// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/hlo/pass/platform/collective_dimension.h"
#include "tileglot/hlo/pass/platform/gpu_convolution.h"
#include "tileglot/hlo/pass/platform/gpu_dot.h"
#include "tileglot/hlo/pass/platform/open_parameter.h"
#include "tileglot/hlo/pass/platform/packed_values.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// From this many elements on, a copy pays off for a sum over strided ones.
constexpr std::int64_t kRowReductionElements = 32;

class GpuConstraints {
 public:
  GpuConstraints(LayoutConstraints& constraints, std::int64_t compute_capability, GpuFlags flags)
      : constraints_(constraints),
        problem_(constraints.problem()),
        module_(problem_.module()),
        compute_capability_(compute_capability),
        flags_(flags) {}

  void add(ComputationId computation) {
    if (flags_.pack_dot_operands_along_k) packed_ = packed_values(module_, computation);
    if (computation == module_.entry()) of_open_parameters_ = values_of_open_parameters(module_);
    const auto order = problem_.post_order().of(computation);
    std::for_each(order.rbegin(), order.rend(), [this](InstructionId id) { add_for(id); });
  }

 private:
  void add_for(InstructionId id) {
    switch (module_[id].opcode) {
      case Opcode::kDot:
        return add_for_gpu_dot(constraints_, id,
                               {compute_capability_, of_open_parameters_, packed_});
      case Opcode::kTranspose: return add_for_gpu_transpose_of_dot(constraints_, id);
      case Opcode::kFft: return request_row_major(id, Rule::kGpuFft);
      case Opcode::kSort: return add_for_sort(id);
      case Opcode::kBitcastConvert: return add_for_bitcast_convert(id);
      case Opcode::kTriangularSolve: return add_for_triangular_solve(id);
      case Opcode::kReduceScatter:
      case Opcode::kAllGather: add_for_collective(constraints_, id); return;
      case Opcode::kAllToAll: return add_for_all_to_all(id);
      case Opcode::kRaggedAllToAll: return request_most_major(constraints_, id, 0);
      case Opcode::kSend: return add_for_send(id);
      case Opcode::kRecv: return request_row_major_result(id, Rule::kGpuTransfer);
      case Opcode::kCustomCall: return add_for_custom_call(id);
      default: return;
    }
  }

  LayoutId row_major(InstructionId id) { return problem_.layouts().descending(problem_.rank(id)); }

  void request_row_major_result(InstructionId id, Rule rule) {
    const ShapeTree& tree = problem_.tree(id);
    LeafLayouts leaves(tree.size());
    for (const Position at : tree.arrays()) {
      if (problem_.values().is_source(problem_.values().place(id, at))) {
        leaves[at] = problem_.layouts().descending(rank(tree.shape(at)));
      }
    }
    constraints_.request_result(id, leaves, {.rule = rule, .by = id});
  }

  void request_row_major(InstructionId id, Rule rule) {
    for (std::size_t i = 0; i < module_.operands(id).size(); ++i) {
      const InstructionId operand = module_.operand(id, i);
      if (problem_.is_array(operand)) {
        constraints_.request_operand(id, i, row_major(operand), {.rule = rule, .by = id});
      }
    }
    request_row_major_result(id, rule);
  }

  void add_for_sort(InstructionId id) {
    if (problem_.rank(module_.operand(id, 0)) > 1) request_row_major(id, Rule::kGpuSort);
  }

  void add_for_custom_call(InstructionId id) {
    const Instruction& call = module_[id];
    if (calls_target(call, "__gpu$TopK")) {
      request_row_major_result(id, Rule::kGpuTopK);
    } else if (calls_target(call, "__cub$DeviceRadixSortUnassignedScratchSize")) {
      add_for_sort(id);
    } else if (calls_target(call, "MoveToHost") || calls_target(call, "MoveToDevice")) {
      request_row_major(id, Rule::kGpuTransfer);
    } else if (is_gpu_convolution(call)) {
      add_for_gpu_convolution(constraints_, id, compute_capability_, flags_);
    }
  }

  void add_for_send(InstructionId id) {
    const InstructionId sent = module_.operand(id, 0);
    if (!problem_.is_array(sent)) return;
    const ConstraintRequest request{.rule = Rule::kGpuTransfer, .by = id};
    constraints_.request_value(problem_.values().source(sent, 0), row_major(sent), request);
    if (module_[sent].opcode == Opcode::kCopy) {
      constraints_.request_operand(sent, 0, row_major(sent), request);
    }
  }

  void add_for_all_to_all(InstructionId id) {
    const Ints& dimensions = integers_of(module_[id], AttributeKey::kDimensions);
    if (problem_.is_array(id) && !dimensions.empty()) {
      request_most_major(constraints_, id, dimensions[0]);
    }
  }

  /// The dimension that is added or dropped becomes the most minor of the larger side.
  void add_for_bitcast_convert(InstructionId id) {
    const InstructionId operand = module_.operand(id, 0);
    if (problem_.rank(operand) == problem_.rank(id)) return;
    const bool joins = problem_.rank(operand) > problem_.rank(id);
    LayoutTable& layouts = problem_.layouts();
    auto order = layouts.order(problem_.written_layout(joins ? operand : id));
    const auto last = static_cast<std::int64_t>(order.size()) - 1;
    std::erase(order, last);
    const LayoutId smaller = layouts.of_minor_to_major(order);
    order.insert(order.begin(), last);
    const LayoutId larger = layouts.of_minor_to_major(std::move(order));
    const ConstraintRequest request{.rule = Rule::kGpuBitcastConvert, .by = id};
    constraints_.request_operand(id, 0, joins ? larger : smaller, request);
    constraints_.request_result(id, joins ? smaller : larger, request);
  }

  LayoutId column_major_matrices(InstructionId id) {
    auto order = problem_.layouts().order(row_major(id));
    if (order.size() > 1) std::swap(order[0], order[1]);
    return problem_.layouts().of_minor_to_major(std::move(order));
  }

  void add_for_triangular_solve(InstructionId id) {
    const ConstraintRequest request{.rule = Rule::kGpuTriangularSolve, .by = id};
    for (const std::size_t i : {0U, 1U}) {
      constraints_.request_operand(id, i, column_major_matrices(module_.operand(id, i)), request);
    }
    constraints_.request_result(id, column_major_matrices(id), request);
  }

  LayoutConstraints& constraints_;
  Problem& problem_;
  const Module& module_;
  std::int64_t compute_capability_;
  GpuFlags flags_;
  std::unordered_set<InstructionId> packed_ = {};
  std::vector<bool> of_open_parameters_ = {};  ///< empty: none in this computation
};

class GpuPolicy final : public LayoutPolicy {
 public:
  GpuPolicy(std::int64_t compute_capability, GpuFlags flags)
      : compute_capability_(compute_capability), flags_(flags) {}

  Platform platform() const override { return Platform::kGpu; }

  void add_constraints(LayoutConstraints& constraints, ComputationId computation) const override {
    GpuConstraints(constraints, compute_capability_, flags_).add(computation);
  }

  bool can_change_layout(const Instruction& instruction) const override {
    return pass::can_change_layout(instruction) && !calls_target(instruction, "__gpu$TopK");
  }

  bool passes_reduction_to_operand(const Module& module, InstructionId reduce) const override {
    const notation::xla::Shape& operand = module.shape_of(module.operand(reduce, 0));
    std::int64_t elements = 1;
    for (const std::int64_t d : integers_of(module[reduce], AttributeKey::kDimensions)) {
      const std::int64_t extent = operand.dimensions[static_cast<std::size_t>(d)].bound.value_or(0);
      elements =
          std::min(elements, kRowReductionElements) * std::min(extent, kRowReductionElements);
    }
    return elements >= kRowReductionElements;
  }

  bool keeps_ones_beside_neighbours() const override { return true; }

 private:
  std::int64_t compute_capability_;
  GpuFlags flags_;
};

}  // namespace

std::unique_ptr<LayoutPolicy> gpu_policy(std::int64_t compute_capability, GpuFlags flags) {
  return std::make_unique<GpuPolicy>(compute_capability, flags);
}

}  // namespace tileglot::hlo::pass
