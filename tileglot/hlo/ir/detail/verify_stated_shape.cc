// SPDX-License-Identifier: Apache-2.0
// Shapes that an operation must state: what they must have in common with the operands.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/inference.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Checked;
using core::Status;
using notation::xla::Shape;

Status verify_broadcast(const Module& module, InstructionId id) {
  const Shape& from = module.shape_of(module.operand(id, 0));
  const Shape& to = module.shape_of(id);
  const Ints& dimensions = integers_of(module[id], AttributeKey::kDimensions);
  if (auto status = check_dimensions(dimensions, to, AttributeKey::kDimensions); !status) {
    return wrong(module, id, "ShapeVerifier::HandleBroadcast", std::move(status).error()->message);
  }
  bool fits = dimensions.size() == rank(from) && from.type == to.type;
  for (std::size_t i = 0; fits && i < dimensions.size(); ++i) {
    const auto& given = from.dimensions[i];
    const auto& wanted = to.dimensions[static_cast<std::size_t>(dimensions[i])];
    fits = same_extent(given, wanted);
  }
  if (fits) return {};
  return wrong(
      module, id, "ShapeVerifier::HandleBroadcast",
      fmt::format("a broadcast of {} along these dimensions is not {}", print(from), print(to)));
}

Status verify_same_count(const Module& module, InstructionId id) {
  const Shape& from = module.shape_of(module.operand(id, 0));
  const Shape& to = module.shape_of(id);
  const Checked a = element_count(from);
  const Checked b = element_count(to);
  if (from.type == to.type && (!a || !b || *a == *b)) return {};
  return wrong(
      module, id, "ShapeVerifier::HandleReshape",
      fmt::format("{} of {} is not {}", name_of(module[id].opcode), print(from), print(to)));
}

Status verify_same_dimensions(const Module& module, InstructionId id) {
  const Shape& from = module.shape_of(module.operand(id, 0));
  const Shape& to = module.shape_of(id);
  if (same_dimensions(from, to)) return {};
  return wrong(module, id, "ShapeVerifier::CheckShape",
               fmt::format("{} keeps the dimensions, and those of {} differ from those of {}",
                           name_of(module[id].opcode), print(to), print(from)));
}

bool holds(const Literal& literal, const Shape& shape) {
  if (literal.type != shape.type || literal.bounds.size() != rank(shape)) return false;
  if (literal.elements.size() != shape.elements.size()) return false;
  for (std::size_t i = 0; i < literal.elements.size(); ++i) {
    if (!holds(literal.elements[i], shape.elements[i])) return false;
  }
  for (std::size_t i = 0; i < literal.bounds.size(); ++i) {
    if (shape.dimensions[i].bound != literal.bounds[i]) return false;
  }
  return literal.elided || !is_array(shape) ||
         literal.bytes.size() == element_count(literal) * stored_bytes(literal.type);
}

Status verify_constant(const Module& module, InstructionId id) {
  const auto* const literal = attribute_of<Shared<Literal>>(module[id], AttributeKey::kLiteral);
  if (literal != nullptr && holds(**literal, module.shape_of(id))) return {};
  return wrong(module, id, "ShapeVerifier::HandleConstant",
               fmt::format("its value is not {}", print(module.shape_of(id))));
}

}  // namespace

Status verify_stated_shape(const Module& module, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kBroadcast: return verify_broadcast(module, id);
    case Opcode::kReshape:
    case Opcode::kDynamicReshape: return verify_same_count(module, id);
    case Opcode::kConvert:
    case Opcode::kReducePrecision: return verify_same_dimensions(module, id);
    case Opcode::kConstant: return verify_constant(module, id);
    default: return {};
  }
}

}  // namespace tileglot::hlo
