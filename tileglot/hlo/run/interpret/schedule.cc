// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/interpret/schedule.h"

#include <cstdint>
#include <ranges>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::run {
namespace {

/// Marks the instructions that the roots need, and counts uses by those.
std::vector<std::uint32_t> needed_uses(const Module& module) {
  std::vector<std::uint32_t> uses(module.instruction_bound());
  for (const ComputationId computation : module.computations()) {
    std::vector<InstructionId> list;
    list.reserve(module[computation].instruction_count);
    for (const InstructionId id : module.instructions(computation)) list.push_back(id);
    if (module[computation].root) ++uses[index_of(*module[computation].root)];
    for (const InstructionId id : std::views::reverse(list)) {
      if (uses[index_of(id)] == 0) continue;
      for (const InstructionId operand : module.operands(id)) ++uses[index_of(operand)];
    }
  }
  return uses;
}

std::vector<std::uint32_t> numbers_in_computations(const Module& module) {
  std::vector<std::uint32_t> slots(module.instruction_bound());
  for (const ComputationId computation : module.computations()) {
    std::uint32_t next = 0;
    for (const InstructionId id : module.instructions(computation)) slots[index_of(id)] = next++;
  }
  return slots;
}

}  // namespace

Schedule::Schedule(const Module& module)
    : module_(module), slots_(numbers_in_computations(module)), uses_(needed_uses(module)) {}

core::Error Schedule::placed(core::Error error, InstructionId id) const {
  const core::Span place = module_[id].place;
  if (!error->span && place.end > place.begin) error->span = place;
  return error;
}

}  // namespace tileglot::hlo::run
