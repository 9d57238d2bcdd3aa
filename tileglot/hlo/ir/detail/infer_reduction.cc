// SPDX-License-Identifier: Apache-2.0
// Operations that combine elements by a computation.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// One array of each type; alone, or in a tuple.
Shape one_or_tuple(std::vector<Shape> shapes) {
  if (shapes.size() == 1) return std::move(shapes[0]);
  return {.type = PrimitiveType::kTuple, .elements = std::move(shapes)};
}

/// The types of the computation's results; those of the first `count` operands if they are not
/// known.
std::vector<PrimitiveType> result_types(const Operation& operation, std::size_t count) {
  std::vector<PrimitiveType> types;
  const auto result = operation.result_of(AttributeKey::kToApply);
  for (std::size_t i = 0; i < count; ++i) {
    const bool in_tuple = result && result->elements.size() == count;
    const bool alone = result && count == 1 && is_array(*result);
    types.push_back(in_tuple ? result->elements[i].type
                    : alone  ? result->type
                             : operation.operand(i).type);
  }
  return types;
}

Shape arrays(const Operation& operation, std::size_t count,
             const std::vector<Dimension>& dimensions) {
  std::vector<Shape> shapes;
  for (const PrimitiveType type : result_types(operation, count)) {
    shapes.push_back(array_of(type, dimensions));
  }
  return one_or_tuple(std::move(shapes));
}

InferredShape infer_reduce(const Operation& operation) {
  const std::size_t count = operation.operands.size() / 2;
  const Shape& shape = operation.operand(0);
  const Ints& reduced = operation.integers(AttributeKey::kDimensions);
  TILEGLOT_TRY_STATUS(check_dimensions(reduced, shape, AttributeKey::kDimensions));
  std::vector<Dimension> kept;
  for (std::size_t i = 0; i < rank(shape); ++i) {
    const auto dimension = static_cast<std::int64_t>(i);
    const bool is_reduced = std::find(reduced.begin(), reduced.end(), dimension) != reduced.end();
    if (!is_reduced) kept.push_back(shape.dimensions[i]);
  }
  return arrays(operation, count, kept);
}

/// The elements have the types of the initial values.
InferredShape infer_reduce_window(const Operation& operation) {
  const auto* const window = operation.find<Window>(AttributeKey::kWindow);
  std::vector<Dimension> dimensions = operation.operand(0).dimensions;
  if (window == nullptr) return std::nullopt;
  if (window->size() != dimensions.size()) {
    return no_shape(fmt::format("a window of {} dimensions over {}", window->size(),
                                print(operation.operand(0))));
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (!dimensions[i].bound) return std::nullopt;
    dimensions[i].bound = windowed_extent(*dimensions[i].bound, (*window)[i]);
    if (!dimensions[i].bound) {
      return no_shape(fmt::format("the window is not possible along dimension {} of {}", i,
                                  print(operation.operand(0))));
    }
  }
  const std::size_t count = operation.operands.size() / 2;
  std::vector<Shape> shapes;
  shapes.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    shapes.push_back(array_of(operation.operand(count + i).type, dimensions));
  }
  return one_or_tuple(std::move(shapes));
}

InferredShape infer_top_k(const Operation& operation) {
  std::vector<Dimension> dimensions = operation.operand(0).dimensions;
  const std::int64_t k = operation.integer(AttributeKey::kK, 0);
  if (dimensions.empty() || k < 0 || k > dimensions.back().bound.value_or(k)) {
    return no_shape(fmt::format("the largest {} elements of {}", k, print(operation.operand(0))));
  }
  dimensions.back() = {.bound = k};
  return one_or_tuple(
      {array_of(operation.operand(0).type, dimensions), array_of(PrimitiveType::kS32, dimensions)});
}

InferredShape infer_sort(const Operation& operation) {
  std::vector<Shape> shapes;
  shapes.reserve(operation.operands.size());
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    shapes.push_back(operation.operand(i));
  return one_or_tuple(std::move(shapes));
}

}  // namespace

InferredShape infer_reduction(const Operation& operation) {
  for (const InstructionId id : operation.operands) {
    const Shape& shape = operation.module.shape_of(id);
    if (is_array(shape)) continue;
    return no_shape(
        fmt::format("{} of {}, which is not an array", name_of(operation.opcode), print(shape)));
  }
  switch (operation.opcode) {
    case Opcode::kReduce: return infer_reduce(operation);
    case Opcode::kReduceWindow: return infer_reduce_window(operation);
    case Opcode::kTopK: return infer_top_k(operation);
    case Opcode::kSort: return infer_sort(operation);
    case Opcode::kMap:
      if (operation.operands.empty()) return std::nullopt;
      return arrays(operation, 1, operation.operand(0).dimensions);
    default: return operation.operand(0);
  }
}

}  // namespace tileglot::hlo
