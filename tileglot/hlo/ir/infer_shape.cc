// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/infer_shape.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {

using notation::xla::Shape;

const Ints& Operation::integers(AttributeKey key) const {
  static const Ints none;
  const auto* const list = find<Ints>(key);
  return list == nullptr ? none : *list;
}

std::int64_t Operation::integer(AttributeKey key, std::int64_t absent) const {
  const auto* const value = find<std::int64_t>(key);
  return value == nullptr ? absent : *value;
}

std::optional<Shape> Operation::result_of(AttributeKey key) const {
  const auto* const called = find<ComputationId>(key);
  if (called == nullptr || !module[*called].root) return std::nullopt;
  return module.shape_of(*module[*called].root);
}

tl::unexpected<core::Error> no_shape(std::string message) {
  return core::fail({.code = "hlo.shape", .message = std::move(message)});
}

Shape array_of(notation::xla::PrimitiveType type,
               std::span<const notation::xla::Dimension> dimensions) {
  return {.type = type,
          .dimensions = {dimensions.begin(), dimensions.end()},
          .layout = notation::xla::descending_layout(dimensions.size())};
}

core::Status check_dimensions(std::span<const std::int64_t> numbers, const Shape& shape,
                              AttributeKey key) {
  std::vector<bool> seen(rank(shape));
  for (const std::int64_t number : numbers) {
    if (number < 0 || number >= static_cast<std::int64_t>(seen.size())) {
      return no_shape(fmt::format("{} names the dimension {}, which {} does not have", name_of(key),
                                  number, print(shape)));
    }
    if (seen[static_cast<std::size_t>(number)]) {
      return no_shape(fmt::format("{} names the dimension {} twice", name_of(key), number));
    }
    seen[static_cast<std::size_t>(number)] = true;
  }
  return {};
}

InferredShape infer_shape(const Module& module, Opcode opcode,
                          std::span<const InstructionId> operands,
                          std::span<const Attribute> attributes) {
  const Operation operation{module, opcode, operands, attributes};
  if (is_elementwise(opcode) && opcode != Opcode::kMap) return infer_elementwise(operation);
  switch (opcode) {
    case Opcode::kBroadcast:
    case Opcode::kConcatenate:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kPad:
    case Opcode::kReverse:
    case Opcode::kSlice:
    case Opcode::kTranspose: return infer_movement(operation);
    case Opcode::kMap:
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
    case Opcode::kSelectAndScatter:
    case Opcode::kSort:
    case Opcode::kTopK: return infer_reduction(operation);
    case Opcode::kConvolution:
    case Opcode::kDot: return infer_contraction(operation);
    case Opcode::kGather:
    case Opcode::kScatter: return infer_gathering(operation);
    default: return infer_structure(operation);
  }
}

InferredShape infer_unstated_shape(const Module& module, Opcode opcode,
                                   std::span<const InstructionId> operands,
                                   std::span<const Attribute> attributes) {
  const Operation operation{module, opcode, operands, attributes};
  switch (opcode) {
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot: return infer_contraction(operation);
    case Opcode::kBatchNormGrad:
    case Opcode::kBatchNormTraining:
    case Opcode::kBroadcast:
    case Opcode::kFft:
    case Opcode::kScan: return infer_transform(operation);
    default: return infer_shape(module, opcode, operands, attributes);
  }
}

bool must_say_shape(Opcode opcode) {
  switch (opcode) {
    case Opcode::kSlice:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kOptBarrier: return true;
    default: return false;
  }
}

}  // namespace tileglot::hlo
