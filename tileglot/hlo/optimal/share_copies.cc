// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/share_copies.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/layout_links.h"
#include "tileglot/hlo/optimal/layout_network.h"
#include "tileglot/hlo/optimal/link.h"
#include "tileglot/hlo/optimal/order_table.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::optimal {
namespace {

void let_serve(Module& module, InstructionId kept, InstructionId removed) {
  std::vector<Use> uses;
  for (const Use use : module.uses(removed)) uses.push_back(use);
  for (const Use use : uses) module.replace_operand(use.user, use.operand, kept);
  module.remove(removed);
}

notation::xla::Shape lying(const notation::xla::Shape& shape, const Order& order) {
  return {.type = shape.type,
          .dimensions = shape.dimensions,
          .layout = notation::xla::Layout::of_minor_to_major(order)};
}

Order read_order(pass::Problem& problem, const LayoutNetwork& network, const Reading& reading,
                 std::span<const Choice> choices) {
  const Order& order = network.order_of(reading.node, choices);
  if (reading.through == Through::kNothing) return order;
  pass::LayoutTable& layouts = problem.layouts();
  return layouts.order(read_through(problem, reading.through, problem.user_of(reading.operand),
                                    layouts.of_minor_to_major(order)));
}

}  // namespace

std::int64_t share_copies(Module& module, std::vector<pass::InsertedCopy>& copies,
                          const pass::Executions& executions) {
  std::int64_t saved = 0;
  std::unordered_set<InstructionId> inserted;
  for (const pass::InsertedCopy& copy : copies) inserted.insert(copy.copy);
  std::unordered_set<InstructionId> removed;
  for (const ComputationId computation : module.computations()) {
    std::map<std::pair<InstructionId, ShapeId>, InstructionId> kept;
    for (const InstructionId id : module.instructions(computation)) {
      if (!inserted.contains(id) || module.is_root(id)) continue;
      const auto [first, is_new] = kept.try_emplace({module.operand(id, 0), module[id].shape}, id);
      if (is_new) continue;
      saved = core::saturating_add(saved, core::saturating_mul(pass::moved_by(module, id).total(),
                                                               executions.of(computation)));
      let_serve(module, first->second, id);
      removed.insert(id);
    }
  }
  std::erase_if(copies,
                [&](const pass::InsertedCopy& copy) { return removed.contains(copy.copy); });
  return saved;
}

std::int64_t saved_by_sharing(pass::Problem& problem, const LayoutNetwork& network,
                              std::span<const Choice> choices, const pass::Executions& executions) {
  std::int64_t saved = 0;
  std::set<std::pair<InstructionId, Order>> copied;
  for (const Reading& reading : network.links.readings) {
    const pass::ShapeTree& tree = problem.tree(reading.operand);
    const InstructionId value = problem.definition_of(reading.operand);
    const auto& node = network.links.values[index_of(problem.values().source(value, reading.at))];
    if (!tree.is_array() || !node) continue;
    const Order& made = network.order_of(*node, choices);
    const Order read = read_order(problem, network, reading, choices);
    if (read == made || copied.emplace(value, read).second) continue;
    const std::int64_t bytes =
        pass::moved_between(lying(tree.shape(0), made), lying(tree.shape(0), read)).total();
    saved = core::saturating_add(
        saved, core::saturating_mul(bytes, executions.of(problem.module(), value)));
  }
  return saved;
}

}  // namespace tileglot::hlo::optimal
