// SPDX-License-Identifier: Apache-2.0
// visit_order.h: the two orders in which layout assignment visits instructions.
//
// What     post_orders(module) has, for each computation, every instruction after its operands,
//          operand 0 first, beginning with the first unused instruction in list order. value_orders
//          is the same, but the root and the instructions that only it needs come last.
// Why      The visit order decides which of two constraints of equal priority wins, so the orders
//          are XLA's: GPU rules walk post_orders backwards; values without a constraint get their
//          layouts in value_orders. All computations are done at once: one table of marks serves
//          them all, and time is linear.
// Example  For p, q, dead = f(q), root = g(p) the value order is q, dead, p, root.
//          [tests: hlo/pass/constraints/values_test.cc, "the root comes last"]
// Source   XLA, HloComputation::MakeInstructionPostOrder and HloComputation::Accept.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// A list of instructions for each computation.
class VisitOrders {
 public:
  std::span<const InstructionId> of(ComputationId id) const {
    const std::size_t begin = begins_[index_of(id)];
    return std::span(list_).subspan(begin, begins_[index_of(id) + 1] - begin);
  }

 private:
  friend VisitOrders post_orders(const Module& module);
  friend VisitOrders value_orders(const Module& module);
  std::vector<InstructionId> list_ = {};
  std::vector<std::size_t> begins_ = {};
};

VisitOrders post_orders(const Module& module);
VisitOrders value_orders(const Module& module);

}  // namespace tileglot::hlo::pass
