// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/canonical_attributes.h"

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
void fill_in(Instruction& canonical, AttributeKey key, T value) {
  if (attribute_of<T>(canonical, key) == nullptr) set_attribute(canonical, key, std::move(value));
}

void canonicalize_custom_call(Instruction& canonical) {
  const auto* const one = attribute_of<ComputationId>(canonical, AttributeKey::kToApply);
  if (one == nullptr) return;
  const Computations list{*one};
  remove_attribute(canonical, AttributeKey::kToApply);
  set_attribute(canonical, AttributeKey::kCalledComputations, list);
}

void canonicalize_conditional(const Shape& condition, Instruction& canonical) {
  const Computations branches = called_computations(canonical);
  for (const AttributeKey key : {AttributeKey::kTrueComputation, AttributeKey::kFalseComputation,
                                 AttributeKey::kBranchComputations}) {
    remove_attribute(canonical, key);
  }
  if (condition.type == PrimitiveType::kPred && branches.size() == 2) {
    set_attribute(canonical, AttributeKey::kTrueComputation, branches[0]);
    set_attribute(canonical, AttributeKey::kFalseComputation, branches[1]);
  } else {
    set_attribute(canonical, AttributeKey::kBranchComputations, branches);
  }
}

void canonicalize_map(const Shape& operand, Instruction& canonical) {
  Ints all(rank(operand));
  std::iota(all.begin(), all.end(), 0);
  fill_in(canonical, AttributeKey::kDimensions, std::move(all));
}

std::string_view usual_comparison(PrimitiveType type) {
  if (notation::xla::is_floating_point(type) || is_complex(type)) return "FLOAT";
  return is_unsigned(type) ? "UNSIGNED" : "SIGNED";
}

void canonicalize_compare(const Shape& operand, Instruction& canonical) {
  if (text_of(canonical, AttributeKey::kType) != usual_comparison(operand.type)) return;
  remove_attribute(canonical, AttributeKey::kType);
}

void canonicalize_dot(Instruction& canonical) {
  fill_in(canonical, AttributeKey::kLhsContractingDims, Ints{});
  fill_in(canonical, AttributeKey::kRhsContractingDims, Ints{});
}

void canonicalize_operation(const Module& module, const NewInstruction& made, Opcode opcode,
                            Instruction& canonical) {
  const auto operand = [&]() -> const Shape& { return module.shape_of(made.operands[0]); };
  switch (opcode) {
    case Opcode::kBroadcast: return fill_in(canonical, AttributeKey::kDimensions, Ints{});
    case Opcode::kCompare: return canonicalize_compare(operand(), canonical);
    case Opcode::kConditional: return canonicalize_conditional(operand(), canonical);
    case Opcode::kCustomCall: return canonicalize_custom_call(canonical);
    case Opcode::kDot:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot: return canonicalize_dot(canonical);
    case Opcode::kMap:
      if (!made.operands.empty()) canonicalize_map(operand(), canonical);
      return;
    case Opcode::kRaggedAllToAll: remove_attribute(canonical, AttributeKey::kDimensions); break;
    case Opcode::kScan: return fill_in(canonical, AttributeKey::kIsAssociative, false);
    case Opcode::kOutfeed:
      return fill_in(canonical, AttributeKey::kOutfeedShape, module[made.operands[0]].shape);
    default: break;
  }
  if (is_allowed(opcode, AttributeKey::kReplicaGroups)) {
    fill_in(canonical, AttributeKey::kReplicaGroups, Shared<ReplicaGroups>(ListedGroups{}));
  }
}

}  // namespace

Opcode attribute_opcode(const NewInstruction& made) {
  return made.wrapped && made.opcode == Opcode::kAsyncStart ? *made.wrapped : made.opcode;
}

void canonicalize(const Module& module, NewInstruction& made) {
  std::sort(made.attributes.begin(), made.attributes.end(),
            [](const Attribute& a, const Attribute& b) { return a.key < b.key; });
  const Opcode opcode = attribute_opcode(made);
  const bool takes_operands = made.operands.size() >= row_of(opcode).min_operands;
  if (!takes_operands) return;
  Instruction canonical{.attributes = std::move(made.attributes)};
  canonicalize_operation(module, made, opcode, canonical);
  made.attributes = std::move(canonical.attributes);
}

}  // namespace tileglot::hlo
