// SPDX-License-Identifier: Apache-2.0
// Products of arrays: dot and convolution.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/detail/precision.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::Shape;

const Dimension& dimension_at(const Shape& shape, std::int64_t number) {
  return shape.dimensions[static_cast<std::size_t>(number)];
}

tl::unexpected<core::Error> cannot_multiply(const Operation& operation, std::string_view why) {
  return no_shape(fmt::format("{} of {} and {}: {}", name_of(operation.opcode),
                              print(operation.operand(0)), print(operation.operand(1)), why));
}

core::Status check_pairs(const Operation& operation, AttributeKey left, AttributeKey right) {
  const Ints& lhs = operation.integers(left);
  const Ints& rhs = operation.integers(right);
  TILEGLOT_TRY_STATUS(check_dimensions(lhs, operation.operand(0), left));
  TILEGLOT_TRY_STATUS(check_dimensions(rhs, operation.operand(1), right));
  if (lhs.size() != rhs.size()) {
    return cannot_multiply(operation, fmt::format("{} and {} name different numbers of dimensions",
                                                  name_of(left), name_of(right)));
  }
  for (std::size_t i = 0; i < lhs.size(); ++i) {
    const auto& a = dimension_at(operation.operand(0), lhs[i]);
    const auto& b = dimension_at(operation.operand(1), rhs[i]);
    if (same_extent(a, b)) continue;
    return cannot_multiply(operation,
                           fmt::format("dimension {} has {} elements, and {} has {}", lhs[i],
                                       a.bound.value_or(0), rhs[i], b.bound.value_or(0)));
  }
  return {};
}

void append_free(const Shape& shape, const Ints& batch, const Ints& contracting,
                 std::vector<Dimension>& out) {
  for (std::size_t i = 0; i < rank(shape); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    if (!contains(batch, number) && !contains(contracting, number))
      out.push_back(shape.dimensions[i]);
  }
}

InferredShape infer_dot(const Operation& operation) {
  TILEGLOT_TRY_STATUS(
      check_pairs(operation, AttributeKey::kLhsContractingDims, AttributeKey::kRhsContractingDims));
  TILEGLOT_TRY_STATUS(
      check_pairs(operation, AttributeKey::kLhsBatchDims, AttributeKey::kRhsBatchDims));
  std::vector<Dimension> dimensions;
  const Ints& batch = operation.integers(AttributeKey::kLhsBatchDims);
  for (const std::int64_t d : batch) dimensions.push_back(dimension_at(operation.operand(0), d));
  append_free(operation.operand(0), batch, operation.integers(AttributeKey::kLhsContractingDims),
              dimensions);
  append_free(operation.operand(1), operation.integers(AttributeKey::kRhsBatchDims),
              operation.integers(AttributeKey::kRhsContractingDims), dimensions);
  return array_of(higher_precision(operation.operand(0).type, operation.operand(1).type),
                  dimensions);
}

/// The scales are operands 2 and 3; that operands 0 and 2 count is copied from XLA's parser, which
/// reads most scaled dots only if they state their shape.
InferredShape infer_scaled_dot(Operation operation) {
  const std::array factors{operation.operands[0], operation.operands[2]};
  operation.operands = factors;
  return infer_dot(operation);
}

/// Groups of rows: the free dimensions of both sides without that of the groups. Where the
/// contracted dimension is ragged, there is one product for each group.
InferredShape infer_ragged_dot(const Operation& operation) {
  const Shape& groups = operation.operand(2);
  TILEGLOT_TRY_STATUS(
      check_pairs(operation, AttributeKey::kLhsContractingDims, AttributeKey::kRhsContractingDims));
  TILEGLOT_TRY_STATUS(
      check_pairs(operation, AttributeKey::kLhsBatchDims, AttributeKey::kRhsBatchDims));
  const Ints& contracting = operation.integers(AttributeKey::kLhsContractingDims);
  const Ints& ragged = operation.integers(AttributeKey::kLhsRaggedDims);
  std::vector<Dimension> dimensions;
  for (const std::int64_t d : ragged) {
    if (contains(contracting, d) && !groups.dimensions.empty())
      dimensions.push_back(groups.dimensions.back());
  }
  const Ints& batch = operation.integers(AttributeKey::kLhsBatchDims);
  for (const std::int64_t d : batch) dimensions.push_back(dimension_at(operation.operand(0), d));
  append_free(operation.operand(0), batch, contracting, dimensions);
  Ints not_free = operation.integers(AttributeKey::kRhsBatchDims);
  const Ints& of_groups = operation.integers(AttributeKey::kRhsGroupDims);
  not_free.insert(not_free.end(), of_groups.begin(), of_groups.end());
  append_free(operation.operand(1), not_free, operation.integers(AttributeKey::kRhsContractingDims),
              dimensions);
  return array_of(higher_precision(operation.operand(0).type, operation.operand(1).type),
                  dimensions);
}

/// Checks that the labels of input or kernel are dimensions of the labelled array.
bool label(const Shape& shape, std::int64_t first, std::int64_t second,
           const std::vector<std::int64_t>& spatial) {
  const auto count = static_cast<std::int64_t>(rank(shape));
  const auto inside = [count](std::int64_t d) { return d >= 0 && d < count; };
  return spatial.size() + 2 == rank(shape) && inside(first) && inside(second) &&
         std::all_of(spatial.begin(), spatial.end(), inside);
}

InferredShape infer_convolution(const Operation& operation) {
  const auto* const labels =
      operation.find<Shared<ConvolutionDimensions>>(AttributeKey::kDimLabels);
  const auto* const found = operation.find<Window>(AttributeKey::kWindow);
  if (labels == nullptr) return std::nullopt;
  const ConvolutionDimensions& d = **labels;
  const Shape& input = operation.operand(0);
  const Shape& kernel = operation.operand(1);
  const Window window = found == nullptr ? Window{} : *found;
  if (!label(input, d.input_batch, d.input_feature, d.input_spatial) ||
      !label(kernel, d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial) ||
      window.size() != d.input_spatial.size()) {
    return cannot_multiply(operation, "dim_labels and window name other dimensions");
  }
  std::vector<Dimension> dimensions(rank(input));
  const auto place = [&dimensions](std::int64_t at, Dimension dimension) {
    if (at >= 0 && at < static_cast<std::int64_t>(dimensions.size())) {
      dimensions[static_cast<std::size_t>(at)] = dimension;
    }
  };
  const std::int64_t groups =
      std::max<std::int64_t>(operation.integer(AttributeKey::kBatchGroupCount, 1), 1);
  Dimension batch = dimension_at(input, d.input_batch);
  if (batch.bound) *batch.bound /= groups;
  place(d.output_batch, batch);
  place(d.output_feature, dimension_at(kernel, d.kernel_output_feature));
  for (std::size_t i = 0; i < window.size(); ++i) {
    Dimension extent = dimension_at(input, d.input_spatial[i]);
    if (!extent.bound) return std::nullopt;
    extent.bound = windowed_extent(*extent.bound, window[i]);
    if (!extent.bound) return cannot_multiply(operation, "the window is not possible");
    place(d.output_spatial[i], extent);
  }
  return array_of(higher_precision(input.type, kernel.type), dimensions);
}

}  // namespace

InferredShape infer_contraction(const Operation& operation) {
  for (const InstructionId id : operation.operands) {
    const Shape& shape = operation.module.shape_of(id);
    if (is_array(shape)) continue;
    return no_shape(
        fmt::format("{} of {}, which is not an array", name_of(operation.opcode), print(shape)));
  }
  switch (operation.opcode) {
    case Opcode::kDot: return infer_dot(operation);
    case Opcode::kScaledDot: return infer_scaled_dot(operation);
    case Opcode::kRaggedDot: return infer_ragged_dot(operation);
    default: return infer_convolution(operation);
  }
}

}  // namespace tileglot::hlo
