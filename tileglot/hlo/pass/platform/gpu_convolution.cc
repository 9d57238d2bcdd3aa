// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/gpu_convolution.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/runtime/convolution_layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

constexpr std::string_view kPrefix = "__cudnn$conv";

/// In s8 arrays of five dimensions the fifth holds 4 or 32 channels.
constexpr std::size_t kVectorizedRank = 5;

struct Layouts {
  LayoutId input = {};
  LayoutId filter = {};
  LayoutId output = {};
};

class GpuConvolution {
 public:
  GpuConvolution(LayoutConstraints& constraints, InstructionId id)
      : constraints_(constraints),
        problem_(constraints.problem()),
        module_(problem_.module()),
        id_(id),
        kind_(unquoted_of(module_[id], AttributeKey::kCustomCallTarget).substr(kPrefix.size())) {}

  void add(const ConvolutionDimensions& labels, std::int64_t compute_capability, GpuFlags flags) {
    const Layouts all = layouts(labels, form(labels, compute_capability, flags));
    request_operand(0, kind_ == "BackwardInput" ? all.output : all.input);
    request_operand(1, kind_ == "BackwardFilter" ? all.output : all.filter);
    request_for_result(result(all));
    add_for_further_operands(all.output);
  }

 private:
  const xla::Shape& operand_shape(std::size_t number) const {
    return module_.shape_of(module_.operand(id_, number));
  }

  xla::ConvolutionForm form(const ConvolutionDimensions& labels, std::int64_t compute_capability,
                            GpuFlags flags) const {
    const xla::Shape& input = operand_shape(0);
    const std::size_t places = labels.input_spatial.size();
    if (input.type == xla::PrimitiveType::kS8 && places == 2 && rank(input) == kVectorizedRank) {
      return xla::ConvolutionForm::kNchwVectC;
    }
    if (xla::is_floating_point(input.type) && value_bits(input.type) > 8) {
      if (flags.force_conv_nchw) return xla::ConvolutionForm::kNchw;
      if (flags.force_conv_nhwc) return xla::ConvolutionForm::kNhwc;
    }
    return xla::convolution_form(input.type, places, compute_capability);
  }

  LayoutId lying(std::int64_t outer, std::int64_t inner, const std::vector<std::int64_t>& spatial,
                 xla::ConvolutionForm form) {
    return problem_.layouts().keep(
        xla::convolution_layout({.outer = outer, .inner = inner, .spatial = spatial}, form));
  }

  Layouts layouts(const ConvolutionDimensions& d, xla::ConvolutionForm form) {
    return {
        .input = lying(d.input_batch, d.input_feature, d.input_spatial, form),
        .filter = lying(d.kernel_output_feature, d.kernel_input_feature, d.kernel_spatial, form),
        .output = lying(d.output_batch, d.output_feature, d.output_spatial, form)};
  }

  LayoutId result(const Layouts& all) const {
    if (kind_ == "BackwardInput") return all.input;
    return kind_ == "BackwardFilter" ? all.filter : all.output;
  }

  /// Labels that name dimensions that the array does not have are ignored.
  bool fits(const xla::Shape& shape, LayoutId layout) const {
    const auto& order = problem_.layouts().order(layout);
    return rank(shape) == order.size() && core::is_permutation(order);
  }

  void request_operand(std::size_t number, LayoutId layout) {
    if (fits(operand_shape(number), layout)) {
      constraints_.request_operand(id_, number, layout, {.rule = Rule::kGpuConvolution, .by = id_});
    }
  }

  /// The result is the array itself, or the first of a tuple that also has cuDNN's workspace.
  void request_for_result(LayoutId layout) {
    const ShapeTree& tree = problem_.tree(id_);
    if (!tree.is_array() && tree.shape(0).elements.empty()) return;
    const Position at = tree.is_array() ? 0 : tree.child(0, 0);
    if (fits(tree.shape(at), layout)) {
      constraints_.request_value(problem_.values().source(id_, at), layout,
                                 {.rule = Rule::kGpuConvolution, .by = id_});
    }
  }

  void add_for_further_operands(LayoutId output) {
    const std::size_t count = module_.operands(id_).size();
    if (kind_ == "BiasActivationForward" && count == 4) request_operand(3, output);
    if (kind_ != "ForwardGraph") return;
    for (std::size_t i = 2; i < count; ++i) request_operand(i, output);
  }

  LayoutConstraints& constraints_;
  Problem& problem_;
  const Module& module_;
  InstructionId id_;
  std::string kind_;
};

}  // namespace

bool is_gpu_convolution(const Instruction& instruction) {
  return instruction.opcode == Opcode::kCustomCall &&
         text_of(instruction, AttributeKey::kCustomCallTarget)
             .starts_with("\"" + std::string(kPrefix));
}

void add_for_gpu_convolution(LayoutConstraints& constraints, InstructionId id,
                             std::int64_t compute_capability, GpuFlags flags) {
  const auto* const labels = attribute_of<Shared<ConvolutionDimensions>>(
      constraints.problem().module()[id], AttributeKey::kDimLabels);
  const Module& module = constraints.problem().module();
  if (labels == nullptr || module.operands(id).size() < 2) return;
  GpuConvolution(constraints, id).add(**labels, compute_capability, flags);
}

}  // namespace tileglot::hlo::pass
