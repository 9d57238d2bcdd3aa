// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/platform/collective_dimension.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

void request_most_major(LayoutConstraints& constraints, InstructionId id, std::int64_t dimension) {
  Problem& problem = constraints.problem();
  LeafLayouts leaves(problem.tree(id).size());
  for (const Position at : problem.tree(id).arrays()) {
    std::vector<std::int64_t> order = problem.layouts().order(problem.written_layout(id, at));
    if (std::erase(order, dimension) == 0) continue;
    order.push_back(dimension);
    leaves[at] = problem.layouts().of_minor_to_major(std::move(order));
  }
  constraints.request_result(id, leaves, {.rule = Rule::kMostMajorDimension, .by = id});
}

bool add_for_collective(LayoutConstraints& constraints, InstructionId id) {
  const Instruction& instruction = constraints.problem().module()[id];
  if (instruction.opcode != Opcode::kReduceScatter && instruction.opcode != Opcode::kAllGather) {
    return false;
  }
  const Ints& dimensions = integers_of(instruction, AttributeKey::kDimensions);
  if (!dimensions.empty()) request_most_major(constraints, id, dimensions[0]);
  return true;
}

}  // namespace tileglot::hlo::pass
