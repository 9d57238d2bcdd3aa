// SPDX-License-Identifier: Apache-2.0
// Operations that move elements and compute nothing.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/detail/precision.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::Shape;

tl::unexpected<core::Error> impossible(const Operation& operation) {
  return no_shape(fmt::format("{} of {} is not possible with these attributes",
                              name_of(operation.opcode), print(operation.operand(0))));
}

InferredShape infer_transpose(const Operation& operation) {
  const Shape& shape = operation.operand(0);
  const Ints& order = operation.integers(AttributeKey::kDimensions);
  TILEGLOT_TRY_STATUS(check_dimensions(order, shape, AttributeKey::kDimensions));
  if (order.size() != rank(shape)) return impossible(operation);
  TILEGLOT_TRY(result, notation::xla::permute_dimensions(order, shape));
  return result;
}

/// One dimension after the other: unbounded or dynamic if either is. Nothing if the sum overflows.
std::optional<Dimension> concatenated(const Dimension& a, const Dimension& b) {
  const bool dynamic = a.dynamic || b.dynamic;
  if (!a.bound || !b.bound) return Dimension{.bound = std::nullopt, .dynamic = dynamic};
  const auto sum = core::checked_add(*a.bound, *b.bound);
  if (!sum) return std::nullopt;
  return Dimension{.bound = sum, .dynamic = dynamic};
}

InferredShape infer_concatenate(const Operation& operation) {
  Shape result = operation.operand(0);
  const Ints& along = operation.integers(AttributeKey::kDimensions);
  if (along.size() != 1) return impossible(operation);
  TILEGLOT_TRY_STATUS(check_dimensions(along, result, AttributeKey::kDimensions));
  const auto axis = static_cast<std::size_t>(along[0]);
  for (std::size_t i = 1; i < operation.operands.size(); ++i) {
    Shape other = operation.operand(i);
    if (rank(other) != rank(result) || !same_but_for_precision(other.type, result.type)) {
      return impossible(operation);
    }
    result.type = higher_precision(result.type, other.type);
    const auto joined = concatenated(result.dimensions[axis], other.dimensions[axis]);
    other.dimensions[axis] = result.dimensions[axis];
    if (!joined || !same_dimensions(other, result)) return impossible(operation);
    for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
      result.dimensions[d] = common(result.dimensions[d], other.dimensions[d]);
    }
    result.dimensions[axis] = *joined;
  }
  return array_of(result.type, result.dimensions);
}

/// Maps each dimension's extent by `extent_of(extent, i)`; nothing if a dimension is unbounded.
template <class ExtentOf>
InferredShape infer_each(const Operation& operation, std::size_t count, const ExtentOf& extent_of) {
  Shape result = operation.operand(0);
  if (rank(result) != count) return impossible(operation);
  for (std::size_t i = 0; i < count; ++i) {
    auto& bound = result.dimensions[i].bound;
    if (!bound) return std::nullopt;
    bound = extent_of(*bound, i);
    if (!bound) return impossible(operation);
  }
  return array_of(result.type, result.dimensions);
}

InferredShape infer_pad(const Operation& operation) {
  const auto& padding = *operation.find<Padding>(AttributeKey::kPadding);
  const Shape& value = operation.operand(1);
  if (!same_but_for_precision(operation.operand(0).type, value.type)) return impossible(operation);
  TILEGLOT_TRY(
      result, infer_each(operation, padding.size(), [&padding](std::int64_t extent, std::size_t i) {
        return padded_extent(extent, padding[i]);
      }));
  if (result) result->type = higher_precision(result->type, value.type);
  return result;
}

InferredShape infer_slice(const Operation& operation) {
  const auto& ranges = *operation.find<SliceRanges>(AttributeKey::kSlice);
  return infer_each(operation, ranges.size(), [&ranges](std::int64_t extent, std::size_t i) {
    return sliced_extent(extent, ranges[i]);
  });
}

InferredShape infer_dynamic_slice(const Operation& operation) {
  const Ints& sizes = operation.integers(AttributeKey::kDynamicSliceSizes);
  return infer_each(operation, sizes.size(), [&sizes](std::int64_t extent, std::size_t i) {
    const bool fits = sizes[i] >= 0 && sizes[i] <= extent;
    return fits ? core::Checked(sizes[i]) : std::nullopt;
  });
}

}  // namespace

InferredShape infer_movement(const Operation& operation) {
  if (!is_array(operation.operand(0))) return impossible(operation);
  switch (operation.opcode) {
    case Opcode::kTranspose: return infer_transpose(operation);
    case Opcode::kConcatenate: return infer_concatenate(operation);
    case Opcode::kPad: return infer_pad(operation);
    case Opcode::kSlice: return infer_slice(operation);
    case Opcode::kDynamicSlice: return infer_dynamic_slice(operation);
    case Opcode::kReverse: {
      const Ints& along = operation.integers(AttributeKey::kDimensions);
      TILEGLOT_TRY_STATUS(check_dimensions(along, operation.operand(0), AttributeKey::kDimensions));
      return operation.operand(0);
    }
    case Opcode::kDynamicUpdateSlice: return operation.operand(0);
    default: return std::nullopt;
  }
}

}  // namespace tileglot::hlo
