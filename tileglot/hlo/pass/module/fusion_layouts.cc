// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/fusion_layouts.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/shape.h"

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
  const auto index =
      static_cast<std::size_t>(integer_of(module[get_tuple_element], AttributeKey::kIndex));
  notation::xla::Shape shape =
      module.shape_of(module.operand(get_tuple_element, 0)).elements[index];
  return module.keep(shape);
}

void write_inside(Module& module, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kConstant:
    case Opcode::kParameter: return;
    case Opcode::kGetTupleElement: module[id].shape = element_shape(module, id); return;
    default: module[id].shape = module.keep(notation::xla::clear_layout(module.shape_of(id)));
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
  const auto is_fusion = [&module](InstructionId id) {
    return module[id].opcode == Opcode::kFusion;
  };
  std::vector<bool> result(module.computation_count(), false);
  const auto called_by = callers(module);
  for (std::size_t i = 0; i < called_by.size(); ++i) {
    result[i] = !called_by[i].empty() && std::ranges::all_of(called_by[i], is_fusion);
  }
  return result;
}

void write_fusion_layouts(Module& module) {
  const std::vector<bool> is_fused = fused_computations(module);
  for (const InstructionId id : fusions(module)) {
    if (is_fused[index_of(fused_by(module, id))]) write_fusion(module, id);
  }
}

}  // namespace tileglot::hlo::pass
