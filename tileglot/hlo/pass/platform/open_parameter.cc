// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/open_parameter.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

bool is_open_parameter(const Module& module, InstructionId id) {
  const Instruction& parameter = module[id];
  if (parameter.opcode != Opcode::kParameter || parameter.computation != module.entry() ||
      !module.header.entry_layout) {
    return false;
  }
  const auto number =
      static_cast<std::size_t>(integer_of(parameter, AttributeKey::kParameterNumber));
  const notation::xla::Shape& given = module.header.entry_layout->parameters[number];
  return rank(given) > 0 && !given.layout;
}

bool passes_through(const Module& module, InstructionId id) {
  const Opcode opcode = module[id].opcode;
  if (opcode == Opcode::kConcatenate) return true;
  const bool has_one = module.operands(id).size() == 1;
  return has_one &&
         (is_elementwise(opcode) || opcode == Opcode::kTranspose || opcode == Opcode::kReshape);
}

}  // namespace

std::vector<bool> values_of_open_parameters(const Module& module) {
  std::vector<bool> marks(module.instruction_bound(), false);
  const auto is_marked = [&marks](InstructionId id) { return marks[index_of(id)]; };
  for (const InstructionId id : module.instructions(module.entry())) {
    marks[index_of(id)] =
        is_open_parameter(module, id) ||
        (passes_through(module, id) && std::ranges::any_of(module.operands(id), is_marked));
  }
  return marks;
}

}  // namespace tileglot::hlo::pass
