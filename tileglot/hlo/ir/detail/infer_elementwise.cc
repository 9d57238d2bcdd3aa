// SPDX-License-Identifier: Apache-2.0
// Operations on the places of their operands.
#include <fmt/format.h>

#include <cstddef>
#include <optional>

#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/detail/precision.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

PrimitiveType part_of(PrimitiveType type) {
  if (type == PrimitiveType::kC64) return PrimitiveType::kF32;
  return type == PrimitiveType::kC128 ? PrimitiveType::kF64 : type;
}

PrimitiveType complex_of(PrimitiveType type) {
  return type == PrimitiveType::kF64 ? PrimitiveType::kC128 : PrimitiveType::kC64;
}

Shape of_type(Shape shape, PrimitiveType type) {
  shape.type = type;
  return shape;
}

/// The shape of operand `first`, if those after it have its dimensions and its type; of floats the
/// type of the highest precision. The layout is that of `first`.
InferredShape common_shape(const Operation& operation, std::size_t first) {
  Shape result = operation.operand(first);
  for (std::size_t i = first + 1; i < operation.operands.size(); ++i) {
    const Shape& other = operation.operand(i);
    if (!same_dimensions(result, other) || !same_but_for_precision(result.type, other.type)) {
      return no_shape(fmt::format("{} of {} and {}, which differ", name_of(operation.opcode),
                                  print(operation.operand(first)), print(other)));
    }
    result.type = higher_precision(result.type, other.type);
    for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
      result.dimensions[d] = common(result.dimensions[d], other.dimensions[d]);
    }
  }
  return result;
}

/// Scalars apply to every place.
InferredShape infer_clamp(const Operation& operation) {
  const Shape& value = operation.operand(1);
  for (const std::size_t bound : {std::size_t{0}, std::size_t{2}}) {
    const Shape& shape = operation.operand(bound);
    const bool fits = shape.dimensions.empty() || same_dimensions(shape, value);
    if (fits && same_but_for_precision(shape.type, value.type)) continue;
    return no_shape(fmt::format("clamp of {} by {}", print(value), print(shape)));
  }
  return value;
}

/// The layout is that of the array that chooses, if it is one.
InferredShape infer_select(const Operation& operation) {
  const Shape& which = operation.operand(0);
  const bool fits = which.dimensions.empty() || same_dimensions(which, operation.operand(1));
  if (which.type != PrimitiveType::kPred || !fits) {
    return no_shape(fmt::format("select of {} by {}", print(operation.operand(1)), print(which)));
  }
  TILEGLOT_TRY(result, common_shape(operation, 1));
  if (!which.dimensions.empty()) result->layout = which.layout;
  return result;
}

}  // namespace

InferredShape infer_elementwise(const Operation& operation) {
  for (const InstructionId id : operation.operands) {
    const Shape& shape = operation.module.shape_of(id);
    if (operation.opcode == Opcode::kCopy) return shape;
    if (is_array(shape)) continue;
    return no_shape(
        fmt::format("{} of {}, which is not an array", name_of(operation.opcode), print(shape)));
  }
  const Shape& shape = operation.operand(0);
  switch (operation.opcode) {
    case Opcode::kConvert:
    case Opcode::kStochasticConvert:
    case Opcode::kReducePrecision: return std::nullopt;
    case Opcode::kSelect: return infer_select(operation);
    case Opcode::kClamp: return infer_clamp(operation);
    case Opcode::kAbs:
    case Opcode::kReal:
    case Opcode::kImag: return of_type(shape, part_of(shape.type));
    case Opcode::kIsFinite: return of_type(shape, PrimitiveType::kPred);
    default: break;
  }
  TILEGLOT_TRY(result, common_shape(operation, 0));
  if (operation.opcode == Opcode::kCompare) return of_type(*result, PrimitiveType::kPred);
  if (operation.opcode == Opcode::kComplex) return of_type(*result, complex_of(result->type));
  return result;
}

}  // namespace tileglot::hlo
