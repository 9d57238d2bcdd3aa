// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/packed_values.h"

#include <algorithm>
#include <unordered_set>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

bool has_small_elements(const notation::xla::Shape& shape) {
  return is_array(shape) && notation::xla::is_sub_byte(shape.type);
}

bool computes_from_one_or_two(const Instruction& instruction) {
  return is_elementwise(instruction.opcode) && instruction.operand_count <= 2;
}

}  // namespace

std::unordered_set<InstructionId> packed_values(const Module& module, ComputationId computation) {
  std::unordered_set<InstructionId> packed;
  const auto is_packed = [&packed](InstructionId id) { return packed.contains(id); };
  for (const InstructionId id : module.instructions(computation)) {
    if (has_small_elements(module.shape_of(id)) ||
        (computes_from_one_or_two(module[id]) &&
         std::ranges::any_of(module.operands(id), is_packed))) {
      packed.insert(id);
    }
  }
  return packed;
}

}  // namespace tileglot::hlo::pass
