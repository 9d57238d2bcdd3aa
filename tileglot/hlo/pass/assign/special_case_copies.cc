// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/special_case_copies.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/layout_freedom.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

bool is_buffer(const Module& module, InstructionId id) {
  return module.shape_of(id).type == notation::xla::PrimitiveType::kBuffer;
}

/// A buffer is written over on purpose, and is never copied.
std::vector<std::size_t> operands_written_over(const Module& module, InstructionId id) {
  const Instruction& instruction = module[id];
  if (instruction.opcode == Opcode::kSend) return {0};
  std::vector<std::size_t> result;
  const auto* const aliases =
      attribute_of<OperandAliases>(instruction, AttributeKey::kOutputToOperandAliasing);
  if (aliases == nullptr || !is_layout_constrained_call(instruction)) return result;
  for (const OperandAlias& alias : *aliases) {
    const auto number = static_cast<std::size_t>(alias.operand);
    if (!is_buffer(module, module.operand(id, number))) result.push_back(number);
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool is_own_copy(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kCopy || module.is_root(id)) return false;
  auto uses = module.uses(id).begin();
  return ++uses == module.uses(id).end();
}

InstructionId insert_copy(Module& module, InstructionId user, std::size_t number) {
  const InstructionId value = module.operand(user, number);
  const InstructionId copy = module.add_after(
      *module[user].previous,
      {.opcode = Opcode::kCopy, .shape = module[value].shape, .operands = {value}});
  module.replace_operand(user, number, copy);
  return copy;
}

}  // namespace

std::vector<InstructionId> insert_special_case_copies(Module& module) {
  std::vector<InstructionId> result;
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      for (const std::size_t number : operands_written_over(module, id)) {
        if (is_own_copy(module, module.operand(id, number))) continue;
        result.push_back(insert_copy(module, id, number));
      }
    }
  }
  return result;
}

}  // namespace tileglot::hlo::pass
