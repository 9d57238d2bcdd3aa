// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

/// Depth-first search without recursion: a node comes after all nodes that `push_needs` names for
/// it, the last named first. Nodes of a cycle are visited once, too.
template <class Id>
class PostOrder {
 public:
  explicit PostOrder(std::size_t bound) : states_(bound, State::kNew) {}

  template <class PushNeeds>
  void visit(Id root, const PushNeeds& push_needs) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const Id at = stack_.back();
      State& state = states_[index_of(at)];
      if (state == State::kNew) {
        state = State::kOpen;
        push_needs(at, [this](Id need) { push(need); });
      } else {
        stack_.pop_back();
        if (state == State::kOpen) result_.push_back(at);
        state = State::kDone;
      }
    }
  }

  /// Returns the nodes visited since the last call.
  std::vector<Id> take() { return std::exchange(result_, {}); }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };

  void push(Id need) {
    if (states_[index_of(need)] == State::kNew) stack_.push_back(need);
  }

  std::vector<State> states_;
  std::vector<Id> stack_ = {};
  std::vector<Id> result_ = {};
};

template <class Push>
void push_needs_of(const Module& module, InstructionId id, const Push& push) {
  const auto operands = module.operands(id);
  for (std::size_t i = operands.size(); i > 0; --i) push(operands[i - 1]);
  const auto* const before =
      attribute_of<Instructions>(module[id], AttributeKey::kControlPredecessors);
  if (before == nullptr) return;
  for (const InstructionId predecessor : *before) push(predecessor);
}

/// One search serves all computations, since no instruction is in two.
std::vector<InstructionId> instruction_order(const Module& module, ComputationId computation,
                                             PostOrder<InstructionId>& order) {
  const auto push_needs = [&module](InstructionId id, const auto& push) {
    push_needs_of(module, id, push);
  };
  for (const InstructionId id : module.instructions(computation)) {
    if (!module.has_uses(id)) order.visit(id, push_needs);
  }
  return order.take();
}

}  // namespace

std::vector<InstructionId> post_order(const Module& module, ComputationId computation) {
  PostOrder<InstructionId> order(module.instruction_bound());
  return instruction_order(module, computation, order);
}

std::vector<std::vector<InstructionId>> post_orders(const Module& module) {
  PostOrder<InstructionId> order(module.instruction_bound());
  std::vector<std::vector<InstructionId>> result;
  result.reserve(module.computation_count());
  for (const ComputationId computation : module.computations()) {
    result.push_back(instruction_order(module, computation, order));
  }
  return result;
}

std::vector<InstructionId> memory_order(const Module& module, ComputationId computation) {
  std::vector<InstructionId> result = module[computation].parameters;
  result.reserve(module[computation].instruction_count);
  for (const InstructionId id : module.instructions(computation)) {
    if (module[id].opcode != Opcode::kParameter) result.push_back(id);
  }
  return result;
}

std::vector<ComputationId> computation_post_order(const Module& module) {
  return computation_post_order(module, post_orders(module));
}

std::vector<ComputationId> computation_post_order(
    const Module& module, const std::vector<std::vector<InstructionId>>& orders) {
  PostOrder<ComputationId> order(module.computation_count());
  const auto push_needs = [&module, &orders](ComputationId id, const auto& push) {
    std::vector<ComputationId> called;
    for (const InstructionId instruction : orders[index_of(id)]) {
      const auto more = called_computations(module[instruction]);
      called.insert(called.end(), more.begin(), more.end());
    }
    std::for_each(called.rbegin(), called.rend(), push);
  };
  const auto called_by = callers(module);
  for (const ComputationId id : module.computations()) {
    if (called_by[index_of(id)].empty()) order.visit(id, push_needs);
  }
  for (const ComputationId id : module.computations()) order.visit(id, push_needs);
  return order.take();
}

std::vector<std::vector<InstructionId>> callers(const Module& module) {
  std::vector<std::vector<InstructionId>> result(module.computation_count());
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      for (const ComputationId called : called_computations(module[id])) {
        auto& list = result[index_of(called)];
        if (list.empty() || list.back() != id) list.push_back(id);
      }
    }
  }
  return result;
}

}  // namespace tileglot::hlo
