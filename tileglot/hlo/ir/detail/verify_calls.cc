// SPDX-License-Identifier: Apache-2.0
// The arguments that an instruction passes to the computations it calls, and their results.
#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

const Shape& result_of(const Module& module, ComputationId called) {
  return module.shape_of(*module[called].root);
}

Status takes(const Module& module, InstructionId id, ComputationId called, std::size_t count) {
  const std::size_t parameters = module[called].parameters.size();
  if (parameters == count) return {};
  return wrong(module, id,
               fmt::format("{} has {} parameters, and is called with {}", module[called].name,
                           parameters, count));
}

Status takes_operands(const Module& module, InstructionId id, ComputationId called,
                      std::span<const InstructionId> operands) {
  TILEGLOT_TRY_STATUS(takes(module, id, called, operands.size()));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Shape& wanted = module.shape_of(module[called].parameters[i]);
    if (compatible(wanted, module.shape_of(operands[i]))) continue;
    return wrong(module, id,
                 fmt::format("parameter {} of {} is {}, and gets {}", i, module[called].name,
                             print(wanted), print(module.shape_of(operands[i]))));
  }
  return {};
}

Status gives(const Module& module, InstructionId id, ComputationId called, const Shape& wanted) {
  const Shape& given = result_of(module, called);
  if (compatible(given, wanted)) return {};
  return wrong(
      module, id,
      fmt::format("{} gives {}, not {}", module[called].name, print(given), print(wanted)));
}

Status verify_while(const Module& module, InstructionId id) {
  const auto* const body = attribute_of<ComputationId>(module[id], AttributeKey::kBody);
  const auto* const condition = attribute_of<ComputationId>(module[id], AttributeKey::kCondition);
  if (body == nullptr || condition == nullptr) return {};
  TILEGLOT_TRY_STATUS(takes_operands(module, id, *body, module.operands(id)));
  TILEGLOT_TRY_STATUS(takes_operands(module, id, *condition, module.operands(id)));
  TILEGLOT_TRY_STATUS(gives(module, id, *body, module.shape_of(id)));
  return gives(module, id, *condition, Shape{.type = PrimitiveType::kPred});
}

Status verify_conditional(const Module& module, InstructionId id) {
  const std::vector<ComputationId> branches = called_computations(module[id]);
  const auto operands = module.operands(id);
  if (operands.size() != branches.size() + 1) {
    return wrong(
        module, id,
        fmt::format("{} branches and {} operands for them", branches.size(), operands.size() - 1));
  }
  for (std::size_t i = 0; i < branches.size(); ++i) {
    TILEGLOT_TRY_STATUS(takes_operands(module, id, branches[i], operands.subspan(i + 1, 1)));
    TILEGLOT_TRY_STATUS(gives(module, id, branches[i], module.shape_of(id)));
  }
  return {};
}

/// call and fusion: the operands are the arguments, the root is the result.
Status verify_call(const Module& module, InstructionId id, AttributeKey key) {
  const auto* const called = attribute_of<ComputationId>(module[id], key);
  if (called == nullptr) return {};
  TILEGLOT_TRY_STATUS(takes_operands(module, id, *called, module.operands(id)));
  return gives(module, id, *called, module.shape_of(id));
}

/// How many scalars the computation of a reduction, a sort and others takes.
Status verify_scalar_function(const Module& module, InstructionId id) {
  const auto* const called = attribute_of<ComputationId>(module[id], AttributeKey::kToApply);
  if (called == nullptr) return {};
  const std::size_t operands = module.operands(id).size();
  switch (module[id].opcode) {
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
      if (operands % 2 != 0) return wrong(module, id, "each operand needs an initial value");
      return takes(module, id, *called, operands);
    case Opcode::kSort: return takes(module, id, *called, 2 * operands);
    case Opcode::kMap: return takes(module, id, *called, operands);
    case Opcode::kScatter: return takes(module, id, *called, operands / 2 * 2);
    default: return {};
  }
}

}  // namespace

Status verify_calls(const Module& module, InstructionId id) {
  for (const ComputationId called : called_computations(module[id])) {
    if (index_of(called) < module.computation_count() && module[called].root) continue;
    return wrong(module, id, "it calls a computation that is not there");
  }
  switch (module[id].opcode) {
    case Opcode::kWhile: return verify_while(module, id);
    case Opcode::kConditional: return verify_conditional(module, id);
    case Opcode::kCall: return verify_call(module, id, AttributeKey::kToApply);
    case Opcode::kFusion: return verify_call(module, id, AttributeKey::kCalls);
    default: return verify_scalar_function(module, id);
  }
}

}  // namespace tileglot::hlo
