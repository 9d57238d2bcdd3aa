// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/settle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

template <class T>
void fill_in(Instruction& settled, AttributeKey key, T value) {
  if (attribute_of<T>(settled, key) == nullptr) set_attribute(settled, key, std::move(value));
}

void settle_custom_call(Instruction& settled) {
  const auto* const one = attribute_of<ComputationId>(settled, AttributeKey::kToApply);
  if (one == nullptr) return;
  const Computations list{*one};
  remove_attribute(settled, AttributeKey::kToApply);
  set_attribute(settled, AttributeKey::kCalledComputations, list);
}

void settle_conditional(const Shape& condition, Instruction& settled) {
  const Computations branches = called_computations(settled);
  for (const AttributeKey key : {AttributeKey::kTrueComputation, AttributeKey::kFalseComputation,
                                 AttributeKey::kBranchComputations}) {
    remove_attribute(settled, key);
  }
  if (condition.type == PrimitiveType::kPred && branches.size() == 2) {
    set_attribute(settled, AttributeKey::kTrueComputation, branches[0]);
    set_attribute(settled, AttributeKey::kFalseComputation, branches[1]);
  } else {
    set_attribute(settled, AttributeKey::kBranchComputations, branches);
  }
}

void settle_map(const Shape& operand, Instruction& settled) {
  Ints all(rank(operand));
  std::iota(all.begin(), all.end(), 0);
  fill_in(settled, AttributeKey::kDimensions, std::move(all));
}

std::string_view usual_comparison(PrimitiveType type) {
  if (notation::xla::is_floating_point(type) || is_complex(type)) return "FLOAT";
  return is_unsigned(type) ? "UNSIGNED" : "SIGNED";
}

void settle_compare(const Shape& operand, Instruction& settled) {
  if (text_of(settled, AttributeKey::kType) != usual_comparison(operand.type)) return;
  remove_attribute(settled, AttributeKey::kType);
}

void settle_dot(Instruction& settled) {
  fill_in(settled, AttributeKey::kLhsContractingDims, Ints{});
  fill_in(settled, AttributeKey::kRhsContractingDims, Ints{});
}

void settle_operation(const Module& module, const NewInstruction& made, Opcode opcode,
                      Instruction& settled) {
  const auto operand = [&]() -> const Shape& { return module.shape_of(made.operands[0]); };
  switch (opcode) {
    case Opcode::kBroadcast: return fill_in(settled, AttributeKey::kDimensions, Ints{});
    case Opcode::kCompare: return settle_compare(operand(), settled);
    case Opcode::kConditional: return settle_conditional(operand(), settled);
    case Opcode::kCustomCall: return settle_custom_call(settled);
    case Opcode::kDot:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot: return settle_dot(settled);
    case Opcode::kMap:
      if (!made.operands.empty()) settle_map(operand(), settled);
      return;
    case Opcode::kOutfeed:
      return fill_in(settled, AttributeKey::kOutfeedShape, module[made.operands[0]].shape);
    default: break;
  }
  if (is_allowed(opcode, AttributeKey::kReplicaGroups)) {
    fill_in(settled, AttributeKey::kReplicaGroups, Shared<ReplicaGroups>(ListedGroups{}));
  }
}

}  // namespace

Opcode attribute_opcode(const NewInstruction& made) {
  return made.wrapped && made.opcode == Opcode::kAsyncStart ? *made.wrapped : made.opcode;
}

void settle(const Module& module, NewInstruction& made) {
  std::sort(made.attributes.begin(), made.attributes.end(),
            [](const Attribute& a, const Attribute& b) { return a.key < b.key; });
  const Opcode opcode = attribute_opcode(made);
  const bool takes_operands = made.operands.size() >= row_of(opcode).min_operands;
  if (!takes_operands) return;
  Instruction settled{.attributes = std::move(made.attributes)};
  settle_operation(module, made, opcode, settled);
  made.attributes = std::move(settled.attributes);
}

}  // namespace tileglot::hlo
