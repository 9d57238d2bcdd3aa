// SPDX-License-Identifier: Apache-2.0
// The arguments that an instruction passes to the computations it calls, and their results.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/frontend_attributes.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
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
  const bool fused = module[id].opcode == Opcode::kFusion;
  return wrong(module, id,
               fused ? "ShapeVerifier::HandleFusion" : "ShapeVerifier::CheckParameterCount",
               fmt::format("{} has {} parameters, and is called with {}", module[called].name,
                           parameters, count));
}

Status takes_operands(const Module& module, InstructionId id, ComputationId called,
                      std::span<const InstructionId> operands) {
  TILEGLOT_TRY_STATUS(takes(module, id, called, operands.size()));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Shape& wanted = module.shape_of(module[called].parameters[i]);
    if (compatible(wanted, module.shape_of(operands[i]))) continue;
    return wrong(module, id, "ShapeVerifier::CheckOperandAndParameter",
                 fmt::format("parameter {} of {} is {}, and gets {}", i, module[called].name,
                             print(wanted), print(module.shape_of(operands[i]))));
  }
  return {};
}

Status gives(const Module& module, InstructionId id, ComputationId called, const Shape& wanted) {
  const Shape& given = result_of(module, called);
  if (compatible(given, wanted)) return {};
  return wrong(
      module, id, "ShapeVerifier::CheckShape",
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

/// pred chooses between two branches, s32 among any number.
Status verify_choice(const Module& module, InstructionId id, std::size_t branches) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleConditional";
  const Shape& choice = module.shape_of(module.operand(id, 0));
  const bool two = choice.type == PrimitiveType::kPred;
  if (is_scalar(choice) && (two || choice.type == PrimitiveType::kS32)) {
    if (two ? branches == 2 : branches >= 1) return {};
    return wrong(module, id, kCheck,
                 fmt::format("{} chooses among {} branches", print(choice), branches));
  }
  return wrong(module, id, kCheck,
               fmt::format("it chooses by {}, not pred[] or s32[]", print(choice)));
}

Status verify_conditional(const Module& module, InstructionId id) {
  const std::vector<ComputationId> branches = called_computations(module[id]);
  const auto operands = module.operands(id);
  TILEGLOT_TRY_STATUS(verify_choice(module, id, branches.size()));
  if (operands.size() != branches.size() + 1) {
    return wrong(
        module, id, "ShapeVerifier::HandleConditional",
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

/// A composite has a name, and a version that is a number.
Status verify_composite(const Module& module, InstructionId id) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleCall";
  if (!flag_of(module[id], AttributeKey::kIsComposite)) return {};
  const std::string_view attributes = text_of(module[id], AttributeKey::kFrontendAttributes);
  const auto name = frontend_value(attributes, "composite.name");
  if (!name || name->text.empty()) {
    return wrong(module, id, kCheck, "is_composite without composite.name");
  }
  const auto given = frontend_value(attributes, "composite.attributes");
  if (given && given->text.empty()) {
    return wrong(module, id, kCheck, "its composite.attributes is empty");
  }
  const auto version = frontend_value(attributes, "composite.version");
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!version || (!version->text.empty() && std::ranges::all_of(version->text, is_digit))) {
    return {};
  }
  return wrong(module, id, kCheck,
               fmt::format("composite.version '{}' is not a number from 0 on", version->text));
}

}  // namespace

Status verify_calls(const Module& module, InstructionId id) {
  for (const ComputationId called : called_computations(module[id])) {
    if (index_of(called) < module.computation_count() && module[called].root) continue;
    return wrong(module, id, "VerifyHloStructure", "it calls a computation that is not there");
  }
  switch (module[id].opcode) {
    case Opcode::kWhile: return verify_while(module, id);
    case Opcode::kConditional: return verify_conditional(module, id);
    case Opcode::kCall:
      TILEGLOT_TRY_STATUS(verify_composite(module, id));
      return verify_call(module, id, AttributeKey::kToApply);
    case Opcode::kFusion: return verify_call(module, id, AttributeKey::kCalls);
    default: return {};
  }
}

}  // namespace tileglot::hlo
