// SPDX-License-Identifier: Apache-2.0
// Tuples, calls, and operations that keep the shape of an operand.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

InferredShape infer_tuple(const Operation& operation) {
  Shape result{.type = PrimitiveType::kTuple};
  result.elements.reserve(operation.operands.size());
  for (std::size_t i = 0; i < operation.operands.size(); ++i) {
    result.elements.push_back(operation.operand(i));
  }
  return result;
}

InferredShape infer_element(const Operation& operation) {
  const Shape& tuple = operation.operand(0);
  const std::int64_t index = operation.integer(AttributeKey::kIndex, 0);
  if (index >= 0 && index < static_cast<std::int64_t>(tuple.elements.size())) {
    return tuple.elements[static_cast<std::size_t>(index)];
  }
  return no_shape(fmt::format("there is no element {} in {}", index, print(tuple)));
}

InferredShape infer_conditional(const Operation& operation) {
  if (auto result = operation.result_of(AttributeKey::kTrueComputation)) return result;
  const auto* const branches = operation.find<Computations>(AttributeKey::kBranchComputations);
  if (branches == nullptr || branches->empty()) return std::nullopt;
  return operation.module.shape_of(*operation.module[branches->front()].root);
}

InferredShape infer_set_dimension_size(const Operation& operation) {
  Shape result = operation.operand(0);
  const Ints& which = operation.integers(AttributeKey::kDimensions);
  TILEGLOT_TRY_STATUS(check_dimensions(which, result, AttributeKey::kDimensions));
  for (const std::int64_t d : which) result.dimensions[static_cast<std::size_t>(d)].dynamic = true;
  return result;
}

Shape scalar(PrimitiveType type) { return array_of(type, {}); }

}  // namespace

InferredShape infer_structure(const Operation& operation) {
  switch (operation.opcode) {
    case Opcode::kTuple: return infer_tuple(operation);
    case Opcode::kGetTupleElement: return infer_element(operation);
    case Opcode::kConditional: return infer_conditional(operation);
    case Opcode::kCall: return operation.result_of(AttributeKey::kToApply);
    case Opcode::kAddDependency:
    case Opcode::kBatchNormInference:
    case Opcode::kCholesky:
    case Opcode::kDomain:
    case Opcode::kOptBarrier:
    case Opcode::kWhile: return operation.operand(0);
    case Opcode::kTriangularSolve: return operation.operand(1);
    case Opcode::kGetDimensionSize: return scalar(PrimitiveType::kS32);
    case Opcode::kSetDimensionSize: return infer_set_dimension_size(operation);
    case Opcode::kPartitionId:
    case Opcode::kReplicaId: return scalar(PrimitiveType::kU32);
    case Opcode::kAfterAll: return Shape{.type = PrimitiveType::kToken};
    default: return std::nullopt;
  }
}

}  // namespace tileglot::hlo
