// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/normalized_computations.h"

#include <algorithm>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

std::vector<bool> wrapped_computations(const Module& module) {
  std::vector<bool> result(module.computation_count(), false);
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode != Opcode::kAsyncStart) continue;
      for (const ComputationId called : called_computations(module[id])) {
        result[index_of(called)] = true;
      }
    }
  }
  return result;
}

}  // namespace

std::vector<ComputationId> normalized_computations(const Module& module) {
  const std::vector<bool> is_wrapped = wrapped_computations(module);
  std::vector<ComputationId> result = outside_fusions(module);
  std::erase_if(result, [&is_wrapped](ComputationId c) { return is_wrapped[index_of(c)]; });
  return result;
}

bool reads_and_writes_row_major(const Module& module, InstructionId id) {
  const notation::xla::Shape& shape = module.shape_of(id);
  return is_row_major(shape) && std::ranges::all_of(shape.elements, is_row_major) &&
         std::ranges::all_of(module.operands(id), [&module](InstructionId operand) {
           return is_row_major(module.shape_of(operand));
         });
}

}  // namespace tileglot::hlo::pass
