// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/fusion_layouts.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/has_layout.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::pass {
namespace {

std::vector<InstructionId> fusions(const Module& module) {
  std::vector<InstructionId> result;
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode == Opcode::kFusion) result.push_back(id);
    }
  }
  return result;
}

ComputationId fused_by(const Module& module, InstructionId fusion) {
  return *attribute_of<ComputationId>(module[fusion], AttributeKey::kCalls);
}

ShapeId element_shape(Module& module, InstructionId get_tuple_element) {
  const auto index = static_cast<std::size_t>(
      integer_of(module[get_tuple_element], AttributeKey::kIndex));
  notation::xla::Shape shape =
      module.shape_of(module.operand(get_tuple_element, 0)).elements[index];
  return module.keep(shape);
}

void write_inside(Module& module, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kConstant:
    case Opcode::kParameter:
      return;
    case Opcode::kGetTupleElement:
      module[id].shape = element_shape(module, id);
      return;
    default:
      module[id].shape = module.keep(notation::xla::clear_layout(module.shape_of(id)));
  }
}

void write_fusion(Module& module, InstructionId fusion) {
  const ComputationId fused = fused_by(module, fusion);
  const std::vector<InstructionId> parameters = module[fused].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    module[parameters[i]].shape = module[module.operand(fusion, i)].shape;
  }
  if (text_of(module[fusion], AttributeKey::kKind) == "kCustom") return;
  for (const InstructionId id : module.instructions(fused)) write_inside(module, id);
  module[*module[fused].root].shape = module[fusion].shape;
}

}  // namespace

std::vector<bool> fused_computations(const Module& module) {
  std::vector<bool> result(module.computation_count(), false);
  for (const InstructionId id : fusions(module)) result[index_of(fused_by(module, id))] = true;
  return result;
}

void write_fusion_layouts(Module& module) {
  for (const InstructionId id : fusions(module)) write_fusion(module, id);
}

}  // namespace tileglot::hlo::pass
