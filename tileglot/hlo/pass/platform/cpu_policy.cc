// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/platform/collective_dimension.h"
#include "tileglot/hlo/pass/platform/cpu_dot.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// dims[i] == begin + i for each i.
bool counts_from(const std::vector<std::int64_t>& dims, std::int64_t begin) {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != begin + static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

/// Batch, spatial, features; for the kernel spatial, input features, output features.
bool has_row_major_roles(const ConvolutionDimensions& d) {
  const auto n = static_cast<std::int64_t>(d.input_spatial.size());
  return d.input_batch == 0 && counts_from(d.input_spatial, 1) && d.input_feature == n + 1 &&
         d.output_batch == 0 && counts_from(d.output_spatial, 1) && d.output_feature == n + 1 &&
         counts_from(d.kernel_spatial, 0) && d.kernel_input_feature == n &&
         d.kernel_output_feature == n + 1;
}

bool is_empty(const Shape& shape) {
  return std::ranges::any_of(shape.dimensions, [](const auto& d) { return d.bound == 0; });
}

/// Whether the library computes the convolution; others are plain loops.
bool is_library_convolution(const Module& module, InstructionId id) {
  const Instruction& convolution = module[id];
  const auto* const labels =
      attribute_of<Shared<ConvolutionDimensions>>(convolution, AttributeKey::kDimLabels);
  const auto* const window = attribute_of<Window>(convolution, AttributeKey::kWindow);
  if (labels == nullptr || is_empty(module.shape_of(module.operand(id, 0))) ||
      is_empty(module.shape_of(module.operand(id, 1)))) {
    return false;
  }
  const bool is_reversed =
      window != nullptr &&
      std::ranges::any_of(*window, [](const WindowDimension& d) { return d.reversed; });
  const PrimitiveType type = module.shape_of(id).type;
  const std::size_t places = (*labels)->input_spatial.size();
  return !is_reversed && (type == PrimitiveType::kF16 || type == PrimitiveType::kF32) &&
         places >= 1 && places <= 3 && has_row_major_roles(**labels);
}

class CpuConstraints {
 public:
  explicit CpuConstraints(LayoutConstraints& constraints)
      : constraints_(constraints), problem_(constraints.problem()), module_(problem_.module()) {}

  void add(ComputationId computation) {
    for (const InstructionId id : memory_order(module_, computation)) {
      if (is_row_major_operation(id)) {
        add_for_row_major_operation(id);
      } else if (const auto constant = constant_read_by_columns(id)) {
        add_for_column_major_constant(id, *constant);
      } else if (!add_for_collective(constraints_, id)) {
        add_for_operands(id);
      }
    }
  }

 private:
  bool is_row_major_operation(InstructionId id) const {
    switch (module_[id].opcode) {
      case Opcode::kConvolution: return is_library_convolution(module_, id);
      case Opcode::kDot: return is_row_major_dot(module_, id);
      default: return calls_target(module_[id], "TopK");
    }
  }

  LayoutId row_major(InstructionId id) { return problem_.layouts().descending(problem_.rank(id)); }

  void add_for_row_major_operation(InstructionId id) {
    const ConstraintRequest request{.rule = Rule::kCpuRowMajorOperation, .by = id};
    LeafLayouts leaves(problem_.tree(id).size());
    for (const Position at : problem_.tree(id).arrays()) {
      leaves[at] = problem_.layouts().descending(rank(problem_.tree(id).shape(at)));
    }
    constraints_.request_result(id, leaves, request);
    for (std::size_t i = 0; i < module_.operands(id).size(); ++i) {
      const InstructionId operand = module_.operand(id, i);
      if (problem_.is_array(operand))
        constraints_.request_operand(id, i, row_major(operand), request);
    }
  }

  /// The operand that is a constant which all its users read by columns.
  std::optional<std::size_t> constant_read_by_columns(InstructionId id) {
    const auto number = operand_read_by_columns(module_, id);
    if (!number) return std::nullopt;
    const InstructionId matrix = module_.operand(id, *number);
    if (module_[matrix].opcode != Opcode::kConstant) return std::nullopt;
    const auto [known, is_new] = are_read_by_columns_.try_emplace(matrix, true);
    if (is_new) known->second = all_read_by_columns(matrix);
    return known->second ? number : std::nullopt;
  }

  bool all_read_by_columns(InstructionId matrix) const {
    for (const Use use : module_.uses(matrix)) {
      if (operand_read_by_columns(module_, use.user) != use.operand) return false;
    }
    return true;
  }

  void add_for_column_major_constant(InstructionId id, std::size_t number) {
    std::vector<std::int64_t> ascending(problem_.rank(module_.operand(id, number)));
    std::iota(ascending.begin(), ascending.end(), 0);
    constraints_.request_operand(id, number,
                                 problem_.layouts().of_minor_to_major(std::move(ascending)),
                                 {.rule = Rule::kCpuColumnMajorConstant, .by = id});
  }

  void add_for_operands(InstructionId id) {
    for (std::size_t i = 0; i < module_.operands(id).size(); ++i) {
      const InstructionId operand = module_.operand(id, i);
      const bool is_decided = constraints_.operand(problem_.operand(id, i)).is_set;
      const bool is_array = notation::xla::is_array(module_.shape_of(operand));  // and no buffer
      if (!is_array || is_decided || passes_on(module_, id, i)) continue;
      constraints_.request_operand(id, i, row_major(operand),
                                   {.rule = Rule::kCpuRowMajorOperand, .by = id});
    }
  }

  LayoutConstraints& constraints_;
  Problem& problem_;
  const Module& module_;
  std::unordered_map<InstructionId, bool> are_read_by_columns_ = {};
};

class CpuPolicy final : public LayoutPolicy {
 public:
  Platform platform() const override { return Platform::kCpu; }

  void add_constraints(LayoutConstraints& constraints, ComputationId computation) const override {
    CpuConstraints(constraints).add(computation);
  }
};

}  // namespace

std::unique_ptr<LayoutPolicy> cpu_policy() { return std::make_unique<CpuPolicy>(); }

}  // namespace tileglot::hlo::pass
