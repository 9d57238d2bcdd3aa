// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/control_order.h"

#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

std::vector<bool> instructions_under_control(const Module& module) {
  std::vector<bool> marked(module.instruction_bound(), false);
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      const auto* const before =
          attribute_of<Instructions>(module[id], AttributeKey::kControlPredecessors);
      if (before == nullptr || before->empty()) continue;
      marked[index_of(id)] = true;
      for (const InstructionId predecessor : *before) marked[index_of(predecessor)] = true;
    }
  }
  return marked;
}

}  // namespace tileglot::hlo::pass
