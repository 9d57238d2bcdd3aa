// SPDX-License-Identifier: Apache-2.0
// Operations that read or write at indices that are data.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// The dimensions of the indices except that of the index vector, in order.
std::vector<Dimension> batch_dimensions(const Shape& indices, std::int64_t vector_dimension) {
  std::vector<Dimension> result;
  for (std::size_t i = 0; i < rank(indices); ++i) {
    if (static_cast<std::int64_t>(i) != vector_dimension) result.push_back(indices.dimensions[i]);
  }
  return result;
}

std::vector<Dimension> window_dimensions(const Ints& sizes, const Ints& collapsed,
                                         const Ints& batching) {
  std::vector<Dimension> result;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!contains(collapsed, i) && !contains(batching, i)) result.push_back({.bound = sizes[i]});
  }
  return result;
}

InferredShape infer_gather(const Operation& operation) {
  const Shape& shape = operation.operand(0);
  const Ints& sizes = operation.integers(AttributeKey::kSliceSizes);
  const auto batch =
      batch_dimensions(operation.operand(1), operation.integer(AttributeKey::kIndexVectorDim, 0));
  const auto window =
      window_dimensions(sizes, operation.integers(AttributeKey::kCollapsedSliceDims),
                        operation.integers(AttributeKey::kOperandBatchingDims));
  const Ints& offsets = operation.integers(AttributeKey::kOffsetDims);
  if (sizes.size() != rank(shape) || offsets.size() != window.size()) {
    return no_shape(
        fmt::format("gather of {}: slice_sizes names {} dimensions, and offset_dims {} of "
                    "the {} that a slice keeps",
                    print(shape), sizes.size(), offsets.size(), window.size()));
  }
  std::vector<Dimension> dimensions;
  auto next_batch = batch.begin();
  auto next_window = window.begin();
  for (std::size_t i = 0; i < batch.size() + window.size(); ++i) {
    const bool is_offset =
        contains(offsets, i) ? next_window != window.end() : next_batch == batch.end();
    dimensions.push_back(is_offset ? *next_window++ : *next_batch++);
  }
  return array_of(shape.type, dimensions);
}

InferredShape infer_scatter(const Operation& operation) {
  const std::size_t count = operation.operands.size() / 2;
  if (count == 1) return operation.operand(0);
  Shape result{.type = PrimitiveType::kTuple};
  for (std::size_t i = 0; i < count; ++i) result.elements.push_back(operation.operand(i));
  return result;
}

}  // namespace

InferredShape infer_gathering(const Operation& operation) {
  if (operation.opcode == Opcode::kScatter) return infer_scatter(operation);
  for (const InstructionId id : operation.operands) {
    const Shape& shape = operation.module.shape_of(id);
    if (!is_array(shape))
      return no_shape(fmt::format("gather of {}, which is not an array", print(shape)));
  }
  return infer_gather(operation);
}

}  // namespace tileglot::hlo
