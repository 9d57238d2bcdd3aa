// SPDX-License-Identifier: Apache-2.0
// order.h: orders in which instructions and computations can be visited.
//
// What     post_order(computation) is XLA's order of instructions: for each unused instruction, in
//          list order, everything that it needs, directly or not (control predecessors, then
//          operands, operand 0 first), then the instruction itself. memory_order: parameters by
//          their numbers, then all others in list order. computation_post_order: called
//          computations before their callers; computations that nothing calls, such as the entry,
//          in the order in which they were added.
//          post_orders returns all computations' post orders, by computation, for code that visits
//          a whole module.
// Why      Passes and printed texts depend on the order; recursion would overflow the stack on long
//          chains.
// Example  In p, q, a = f(p), b = g(q), root (b, a) the post order is q, b, p, a, root.
//          [tests: hlo/ir/order_test.cc, "operand zero is visited first"]
// Errors   Instructions that use one another in a cycle are left out of post_order; verify.h names
//          them.
// Source   XLA, HloComputation::MakeInstructionPostOrder, HloModule::MakeComputationPostOrder.
#pragma once

#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

std::vector<InstructionId> post_order(const Module& module, ComputationId computation);
std::vector<std::vector<InstructionId>> post_orders(const Module& module);
std::vector<InstructionId> memory_order(const Module& module, ComputationId computation);
std::vector<ComputationId> computation_post_order(const Module& module);
/// The same, with calls visited in these instruction orders, one for each computation.
std::vector<ComputationId> computation_post_order(
    const Module& module, const std::vector<std::vector<InstructionId>>& orders);

/// For each computation the instructions that call it, in the order of their computations.
std::vector<std::vector<InstructionId>> callers(const Module& module);

}  // namespace tileglot::hlo
