// SPDX-License-Identifier: Apache-2.0
// Calls to cuDNN's convolutions, whose labels say all that there is to know of the order. Others are left
// as they are: what they do is not known.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/convolution_labels.h"
#include "tileglot/hlo/pass/gpu_convolution.h"
#include "tileglot/hlo/pass/layout_normalizer.h"
#include "tileglot/hlo/pass/normalize_rules.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The result: alone, or the first of arrays of which the others are room to work in.
const xla::Shape* computed_array(const xla::Shape& shape) {
  if (is_array(shape)) return &shape;
  const bool has_arrays =
      !shape.elements.empty() && std::ranges::all_of(shape.elements, xla::is_array);
  return has_arrays ? &shape.elements.front() : nullptr;
}

/// A gradient is what the labels call the input or the kernel.
LabelledArrays labelled(const Instruction& call, const xla::Shape& a, const xla::Shape& b,
                        const xla::Shape& result) {
  const std::string target = unquoted_of(call, AttributeKey::kCustomCallTarget);
  if (target.ends_with("BackwardInput")) return {.input = result, .kernel = b, .output = a};
  if (target.ends_with("BackwardFilter")) return {.input = a, .kernel = result, .output = b};
  return {.input = a, .kernel = b, .output = result};
}

/// What is added to the result has its dimensions, so it must lie as it does.
bool further_operands_fit(const LayoutNormalizer& normalizer, InstructionId id,
                          const xla::Shape& result) {
  for (std::size_t i = 0; i < normalizer.module().operands(id).size(); ++i) {
    const xla::Shape& operand = normalizer.operand_shape(id, i);
    if (!is_array(operand)) return false;
    if (i >= 2 && rank(operand) == rank(result) && !have_one_order(operand, result)) return false;
  }
  return true;
}

std::vector<InstructionId> bitcasts_of_operands(LayoutNormalizer& normalizer, InstructionId id) {
  const auto all = normalizer.module().operands(id);
  std::vector<InstructionId> operands(all.begin(), all.end());
  for (InstructionId& operand : operands) {
    operand = normalizer.bitcast(operand, normalizer.normal_shape_of(operand));
  }
  return operands;
}

/// Shapes that the call is told of its operands become normal as these do.
void add_operand_shapes(LayoutNormalizer& normalizer, InstructionId id,
                        std::vector<Attribute>& changed) {
  const auto* const shapes =
      attribute_of<Shapes>(normalizer.module()[id], AttributeKey::kOperandLayoutConstraints);
  if (shapes == nullptr) return;
  Shapes normal = *shapes;
  for (ShapeId& shape : normal) shape = normalizer.normal(shape);
  changed.push_back({AttributeKey::kOperandLayoutConstraints, std::move(normal)});
}

}  // namespace

core::Result<bool> normalize_custom_call(LayoutNormalizer& normalizer, InstructionId id) {
  const Instruction& call = normalizer.module()[id];
  const ConvolutionDimensions* const labels = labels_of(call);
  const xla::Shape* const result = computed_array(normalizer.shape(id));
  const bool is_convolution = is_gpu_convolution(call) && call.operand_count >= 2;
  if (!is_convolution || labels == nullptr || result == nullptr) return false;
  const LabelledArrays arrays =
      labelled(call, normalizer.operand_shape(id, 0), normalizer.operand_shape(id, 1), *result);
  if (!fit(*labels, arrays) || !further_operands_fit(normalizer, id, *result)) return false;
  ConvolutionDimensions moved = relabelled(*labels, arrays);
  const bool stays = moved == *labels && is_row_major(*result);
  if (stays) return false;
  std::vector<Attribute> changed{{AttributeKey::kDimLabels, Shared(std::move(moved))}};
  add_operand_shapes(normalizer, id, changed);
  std::vector<InstructionId> operands = bitcasts_of_operands(normalizer, id);
  normalizer.replace(id, std::move(operands), std::move(changed));
  return true;
}

}  // namespace tileglot::hlo::pass
