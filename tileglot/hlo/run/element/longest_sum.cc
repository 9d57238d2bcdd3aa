// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/longest_sum.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/operation/array_operation.h"

namespace tileglot::hlo::run {
namespace {

/// The product of an operand's extents along some dimensions.
std::int64_t extent_along(const Module& module, InstructionId operand, const Ints& dimensions) {
  const Extents extents = extents_of(module.shape_of(operand));
  std::int64_t product = 1;
  for (const std::int64_t d : dimensions) product *= extents[static_cast<std::size_t>(d)];
  return product;
}

std::int64_t places_of_window(const Instruction& instruction) {
  std::int64_t product = 1;
  for (const WindowDimension& along : *attribute_of<Window>(instruction, AttributeKey::kWindow)) {
    product *= along.size;
  }
  return product;
}

/// Roundings that the instruction itself may do; nothing if it only moves or chooses.
std::int64_t own_roundings(const Module& module, InstructionId id) {
  const Instruction& instruction = module[id];
  switch (instruction.opcode) {
    case Opcode::kAdd:
    case Opcode::kSubtract:
    case Opcode::kMultiply:
    case Opcode::kMap:
    case Opcode::kScatter: return 1;
    case Opcode::kTanh:
    case Opcode::kSine:
    case Opcode::kCosine:
    case Opcode::kLogistic:
    case Opcode::kAsinh: return 2;
    case Opcode::kReduce:
      return extent_along(module, module.operand(id, 0),
                          integers_of(instruction, AttributeKey::kDimensions));
    case Opcode::kReduceWindow: return places_of_window(instruction);
    case Opcode::kDot:
      return extent_along(module, module.operand(id, 0),
                          integers_of(instruction, AttributeKey::kLhsContractingDims));
    case Opcode::kConvolution:
      // The kernel's features follow its one window dimension.
      return places_of_window(instruction) * extent_along(module, module.operand(id, 1), {1});
    default: return 0;
  }
}

}  // namespace

std::int64_t longest_sum(const Module& module) {
  std::vector<std::int64_t> longest(module.instruction_bound());
  std::int64_t result = 0;
  for (const InstructionId id : module.instructions(module.entry())) {
    const std::int64_t own = own_roundings(module, id);
    std::int64_t all = 0;
    std::int64_t largest = 0;
    for (const InstructionId operand : module.operands(id)) {
      all += longest[index_of(operand)];
      largest = std::max(largest, longest[index_of(operand)]);
    }
    longest[index_of(id)] = own == 0 ? largest : own + all;
    result = std::max(result, longest[index_of(id)]);
  }
  return result;
}

}  // namespace tileglot::hlo::run
