// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/detail/verify_instruction.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/infer_shape.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::Shape;

Status verify_operands(const Module& module, InstructionId id) {
  const OpcodeRow& row = row_of(module[id].opcode);
  const std::size_t count = module.operands(id).size();
  if (count < row.min_operands || (row.max_operands && count > *row.max_operands)) {
    return wrong(module, id, "CheckOperandCount",
                 fmt::format("{} with {} operands", row.name, count));
  }
  for (const InstructionId operand : module.operands(id)) {
    if (module[operand].computation == module[id].computation && !module[operand].removed) continue;
    return wrong(module, id, "VerifyHloStructure",
                 fmt::format("the operand {} is not in its computation", module[operand].name));
  }
  return {};
}

Status verify_attributes(const Module& module, InstructionId id) {
  const Instruction& instruction = module[id];
  if (instruction.wrapped) return {};
  for (const AttributeKey key : required_attributes(instruction.opcode)) {
    bool found = false;
    for (const Attribute& attribute : instruction.attributes) found |= attribute.key == key;
    if (!found)
      return wrong(module, id, "HloParserImpl::ParseAttributes",
                   fmt::format("{} without {}", name_of(instruction.opcode), name_of(key)));
  }
  return {};
}

/// Products may be summed in a wider type than the factors have.
bool chooses_type(Opcode opcode) {
  switch (opcode) {
    case Opcode::kConvolution:
    case Opcode::kDot:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot: return true;
    default: return false;
  }
}

/// A broadcast states its shape: a text without one names sizes where others name dimensions. So
/// does an update of a buffer.
bool is_stated(const Module& module, InstructionId id) {
  const Opcode opcode = module[id].opcode;
  if (opcode == Opcode::kBroadcast) return true;
  return opcode == Opcode::kDynamicUpdateSlice &&
         module.shape_of(module.operand(id, 0)).type == notation::xla::PrimitiveType::kBuffer;
}

Status verify_shape(const Module& module, InstructionId id) {
  constexpr std::string_view kCheck = "ShapeVerifier::CheckShape";
  const Instruction& instruction = module[id];
  if (is_stated(module, id)) return {};
  auto inferred =
      infer_shape(module, instruction.opcode, module.operands(id), instruction.attributes);
  if (!inferred) return wrong(module, id, kCheck, std::move(inferred).error()->message);
  if (!*inferred) return {};
  if (chooses_type(instruction.opcode)) (*inferred)->type = module.shape_of(id).type;
  if (compatible(**inferred, module.shape_of(id))) return {};
  return wrong(
      module, id, kCheck,
      fmt::format("its shape is written as {}, and {} gives {}", print(module.shape_of(id)),
                  name_of(instruction.opcode), print(**inferred)));
}

Status verify_layout(const Module& module, InstructionId id) {
  auto status = notation::xla::validate_layout_in_shape(module.shape_of(id),
                                                        notation::xla::MissingLayouts::kAllowed);
  if (status) return {};
  return wrong(module, id, "LayoutUtil::ValidateLayoutInShape", std::move(status).error()->message);
}

using Check = Status (*)(const Subject&);
constexpr std::array<Check, 16> kChecks{
    verify_element_types, verify_collective,  verify_collective_permute, verify_transfer,
    verify_async,         verify_dots,        verify_convolution,        verify_solvers,
    verify_fft,           verify_reduction,   verify_indexing,           verify_random,
    verify_batch_norm,    verify_custom_call, verify_operand_aliases,    verify_annotations};

}  // namespace

Status verify_instruction(const Module& module, InstructionId id) {
  TILEGLOT_TRY_STATUS(verify_operands(module, id));
  TILEGLOT_TRY_STATUS(verify_attributes(module, id));
  TILEGLOT_TRY_STATUS(verify_calls(module, id));
  TILEGLOT_TRY_STATUS(verify_shape(module, id));
  TILEGLOT_TRY_STATUS(verify_stated_shape(module, id));
  for (const Check check : kChecks) TILEGLOT_TRY_STATUS(check({.module = module, .id = id}));
  return verify_layout(module, id);
}

}  // namespace tileglot::hlo
