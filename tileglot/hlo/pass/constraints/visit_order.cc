// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/visit_order.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/order.h"

namespace tileglot::hlo::pass {
namespace {

/// Depth-first, without recursion: chains are as long as a module.
class DepthFirst {
 public:
  DepthFirst(const Module& module, std::vector<InstructionId>& list)
      : module_(module), list_(list), seen_(module.instruction_bound(), false) {}

  void visit(InstructionId root) {
    open(root);
    while (!stack_.empty()) step();
  }

 private:
  struct Open {
    InstructionId id = {};
    std::size_t next = 0;  ///< operand
  };

  void open(InstructionId id) {
    if (seen_[index_of(id)]) return;
    seen_[index_of(id)] = true;
    stack_.push_back({id, 0});
  }

  void step() {
    Open& top = stack_.back();
    const auto operands = module_.operands(top.id);
    if (top.next < operands.size()) return open(operands[top.next++]);
    list_.push_back(top.id);
    stack_.pop_back();
  }

  const Module& module_;
  std::vector<InstructionId>& list_;
  std::vector<bool> seen_;
  std::vector<Open> stack_ = {};
};

}  // namespace

VisitOrders post_orders(const Module& module) {
  VisitOrders result;
  DepthFirst search(module, result.list_);
  for (const ComputationId computation : module.computations()) {
    result.begins_.push_back(result.list_.size());
    for (const InstructionId id : memory_order(module, computation)) {
      if (!module.has_uses(id)) search.visit(id);
    }
  }
  result.begins_.push_back(result.list_.size());
  return result;
}

VisitOrders value_orders(const Module& module) {
  VisitOrders result;
  DepthFirst search(module, result.list_);
  for (const ComputationId computation : module.computations()) {
    const InstructionId root = *module[computation].root;
    result.begins_.push_back(result.list_.size());
    for (const InstructionId id : memory_order(module, computation)) {
      if (!module.has_uses(id) && id != root) search.visit(id);
    }
    search.visit(root);
  }
  result.begins_.push_back(result.list_.size());
  return result;
}

}  // namespace tileglot::hlo::pass
