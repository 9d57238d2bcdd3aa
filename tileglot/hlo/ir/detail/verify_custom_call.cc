// SPDX-License-Identifier: Apache-2.0
// Custom calls: constrained layouts and known targets; and what results share with operands.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/frontend_attributes.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

std::string target_of(const Subject& subject) {
  return unquoted_of(subject.instruction(), AttributeKey::kCustomCallTarget);
}

Status verify_layout_constraints(const Subject& subject, std::string_view target) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleCustomCall";
  const auto* const constraints =
      attribute_of<Shapes>(subject.instruction(), AttributeKey::kOperandLayoutConstraints);
  if (constraints == nullptr || target == "LayoutConstraint" || target == "control_dep") return {};
  if (constraints->size() != subject.operand_count()) {
    return subject.refuse(kCheck,
                          fmt::format("operand_layout_constraints has {} shapes for {} operands",
                                      constraints->size(), subject.operand_count()));
  }
  for (std::size_t i = 0; i < constraints->size(); ++i) {
    const Shape& constraint = subject.module.shape((*constraints)[i]);
    if (compatible(constraint, subject.operand(i))) continue;
    return subject.refuse(kCheck, fmt::format("operand_layout_constraints has {} for operand {}, "
                                              "which is {}",
                                              print(constraint), i, print(subject.operand(i))));
  }
  return {};
}

Status verify_seed(const Subject& subject) {
  if (target_of(subject) != "GetRngSeed") return {};
  if (subject.operand_count() == 0 && compatible(subject.shape(), scalar_of(PrimitiveType::kU64))) {
    return {};
  }
  return subject.refuse("InstructionVerifier::HandleCustomCall",
                        fmt::format("GetRngSeed with {} operands gives {}, not u64[]",
                                    subject.operand_count(), print(subject.shape())));
}

/// Which checks of what is shared the operation runs through.
std::string_view alias_check(Opcode opcode) {
  switch (opcode) {
    case Opcode::kFusion: return "ShapeVerifier::HandleFusion";
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate: return "ShapeVerifier::CheckAsyncOpAliasConfig";
    default: return "ShapeVerifier::HandleCustomCall";
  }
}

bool skips_shapes(const Subject& subject) {
  const std::string_view attributes =
      text_of(subject.instruction(), AttributeKey::kFrontendAttributes);
  return frontend_value(attributes, "xla_skip_custom_call_alias_shape_check").has_value();
}

/// Pin and Unpin change an array into a buffer and back; async operations may do either.
bool ignores_buffer(const Subject& subject) {
  if (subject.opcode() == Opcode::kAsyncStart) return true;
  const std::string target = target_of(subject);
  return target == "Pin" || target == "Unpin";
}

/// What outputs are numbered in: of `custom-call-start`, the result of the custom call.
const Shape& aliased_shape(const Subject& subject) {
  const Shape& shape = subject.shape();
  const bool inner = subject.instruction().wrapped && shape.elements.size() > 1;
  return inner ? shape.elements[1] : shape;
}

Status verify_alias(const Subject& subject, const OperandAlias& alias) {
  const std::string_view check = alias_check(subject.opcode());
  if (alias.operand < 0 || static_cast<std::size_t>(alias.operand) >= subject.operand_count()) {
    return subject.refuse(check, fmt::format("output_to_operand_aliasing names operand {} of {}",
                                             alias.operand, subject.operand_count()));
  }
  const Shape& operand = subject.operand(static_cast<std::size_t>(alias.operand));
  const auto from = notation::xla::subshape(operand, alias.index);
  const auto to = notation::xla::subshape(aliased_shape(subject), alias.output);
  if (!from || !to) {
    return subject.refuse(check, fmt::format("output_to_operand_aliasing names a part that {} does "
                                             "not have",
                                             print(from ? aliased_shape(subject) : operand)));
  }
  const notation::xla::ShapeIgnores ignores{
      .layout = true, .dynamic = true, .buffer = ignores_buffer(subject)};
  if (skips_shapes(subject) || notation::xla::equal(*from, *to, ignores)) return {};
  return subject.refuse(check, fmt::format("{} and {} share memory", print(*to), print(*from)));
}

}  // namespace

Status verify_custom_call(const Subject& subject) {
  if (subject.opcode() != Opcode::kCustomCall) return {};
  TILEGLOT_TRY_STATUS(verify_layout_constraints(subject, target_of(subject)));
  return verify_seed(subject);
}

Status verify_operand_aliases(const Subject& subject) {
  if (subject.opcode() == Opcode::kCall) return {};
  const auto* const aliases =
      attribute_of<OperandAliases>(subject.instruction(), AttributeKey::kOutputToOperandAliasing);
  if (aliases == nullptr) return {};
  for (const OperandAlias& alias : *aliases) TILEGLOT_TRY_STATUS(verify_alias(subject, alias));
  return {};
}

}  // namespace tileglot::hlo
