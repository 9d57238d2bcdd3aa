// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/verify.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {
namespace {

using core::Status;

Status verify_parameters(const Module& module, ComputationId c) {
  const auto& parameters = module[c].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Instruction& parameter = module[parameters[i]];
    const bool is_one = parameter.opcode == Opcode::kParameter && parameter.computation == c;
    const auto number = static_cast<std::int64_t>(i);
    if (is_one && integer_of(parameter, AttributeKey::kParameterNumber, -1) == number) continue;
    return wrong(module, parameters[i], "HloComputation::AddParameter",
                 fmt::format("it is not parameter {} of {}", i, module[c].name));
  }
  return {};
}

tl::unexpected<core::Error> before_definition(const Module& module, InstructionId id,
                                              InstructionId operand) {
  auto error = wrong(module, id, "HloSchedule::Verify",
                     fmt::format("it comes before its operand {}", module[operand].name));
  error.value()->code = "hlo.cycle";
  error.value()->help = "either the order is wrong, or the two use each other";
  return error;
}

/// Checks each instruction, and that it comes after its operands.
Status verify_computation(const Module& module, ComputationId c, std::vector<bool>& defined) {
  const Computation& computation = module[c];
  if (!computation.root || module[*computation.root].computation != c) {
    return wrong_module("VerifyHloStructure",
                        fmt::format("the computation {} has no root", computation.name));
  }
  TILEGLOT_TRY_STATUS(verify_parameters(module, c));
  for (const InstructionId id : module.instructions(c)) {
    for (const InstructionId operand : module.operands(id)) {
      if (!defined[index_of(operand)] && module[operand].computation == c) {
        return before_definition(module, id, operand);
      }
    }
    defined[index_of(id)] = true;
    TILEGLOT_TRY_STATUS(verify_instruction(module, id));
  }
  return {};
}

/// A computation that calls itself, directly or through others.
Status verify_no_recursion(const Module& module) {
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  std::vector<State> states(module.computation_count(), State::kNew);
  std::vector<std::vector<ComputationId>> calls(module.computation_count());
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      const auto called = called_computations(module[id]);
      calls[index_of(c)].insert(calls[index_of(c)].end(), called.begin(), called.end());
    }
  }
  for (const ComputationId start : module.computations()) {
    std::vector<ComputationId> stack{start};
    while (!stack.empty()) {
      const ComputationId at = stack.back();
      State& state = states[index_of(at)];
      if (state != State::kNew) {
        state = State::kDone;
        stack.pop_back();
        continue;
      }
      state = State::kOpen;
      for (const ComputationId called : calls[index_of(at)]) {
        if (states[index_of(called)] == State::kNew) stack.push_back(called);
        if (states[index_of(called)] != State::kOpen) continue;
        return core::fail({.code = "hlo.cycle",
                           .message = fmt::format("the computation {} calls itself, over {}",
                                                  module[called].name, module[at].name)});
      }
    }
  }
  return {};
}

/// What concerns several instructions; each of them has been checked.
Status verify_together(const Module& module) {
  const Callers callers = callers_of(module);
  TILEGLOT_TRY_STATUS(verify_pairs(module, callers));
  TILEGLOT_TRY_STATUS(verify_channels(module));
  TILEGLOT_TRY_STATUS(verify_threads(module));
  TILEGLOT_TRY_STATUS(verify_fusions(module, callers));
  TILEGLOT_TRY_STATUS(verify_async_computations(module, callers));
  TILEGLOT_TRY_STATUS(verify_shared_shardings(module));
  return verify_buffers(module, callers);
}

}  // namespace

Status verify(const Module& module) {
  if (!module.has_entry())
    return wrong_module("HloModule::CreateFromProto", "the module has no entry");
  TILEGLOT_TRY_STATUS(verify_no_recursion(module));
  std::vector<bool> defined(module.instruction_bound());
  for (const ComputationId c : module.computations()) {
    TILEGLOT_TRY_STATUS(verify_computation(module, c, defined));
  }
  TILEGLOT_TRY_STATUS(verify_together(module));
  return verify_header(module);
}

}  // namespace tileglot::hlo
