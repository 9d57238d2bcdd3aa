// SPDX-License-Identifier: Apache-2.0
// layout_rules.h: what layouts a module may have and what each costs, by the letter of the rules.
//
// What     LayoutRules lists for a module that layout assignment has decided (decide_layouts): the slots,
//          each an array whose order is to be chosen, those that must lie alike as one; and the terms,
//          each what one operation or one operand costs for the orders of the slots that it speaks of.
//          cost(orders) is their sum, kForbidden where a rule is broken.
// Why      hlo/optimal has a model of its own, made for speed. This one is made to be read against the
//          rules, shares nothing with it but hard_layouts.h and layout_cost.h, and is for tests.
// Rules    Given and needed layouts are fixed. An operation that cannot change layout reads operands of
//          its rank as its results lie, and its results of one rank lie alike. A broadcast reads its
//          operand in the order that its result has of those dimensions; a bitcast-convert of another
//          rank without or with a most minor last dimension. A reduction reads all that it adds up in
//          one order. A call passes what the called computation reads and gives; a loop keeps its state;
//          branches give alike. What is passed on lies as it was made; aliased parameters and results
//          lie alike. All else reads what is there.
// Cost     An operand that must be read otherwise than it lies: a copy. A copy, a reshape, a transpose
//          that is no bitcast: what it moves. A reduction of what does not lie in rows: one read. The
//          result of a computation that must lie otherwise than it is made: a copy.
// Careful  What layout assignment itself does not keep is no rule: a need that it had to leave, two
//          aliases that do not agree stay as they are there. Beside an open leaf of the entry's result
//          the others are wishes: those that it grants are needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/hard_layouts.h"

namespace tileglot::hlo::pass {

using SlotOrder = std::vector<std::int64_t>;  ///< minor_to_major
/// One order for each slot.
using SlotOrders = std::vector<SlotOrder>;

inline constexpr std::int64_t kForbidden = std::numeric_limits<std::int64_t>::max();

struct LayoutSlot {
  std::size_t rank = 0;    ///< 2 or more
  bool is_fixed = false;   ///< it stays as it was decided
  SlotOrder decided = {};  ///< by layout assignment
  std::size_t arrays = 1;  ///< values that lie alike
};

struct LayoutTerm {
  std::vector<std::size_t> slots = {};  ///< ascending; those that it asks for
  std::function<std::int64_t(const SlotOrders&)> cost = {};
};

struct LayoutRules {
  std::vector<LayoutSlot> slots = {};
  std::vector<LayoutTerm> terms = {};

  SlotOrders decided() const;
  std::int64_t cost(const SlotOrders& orders) const;
};

/// All of the arguments must live as long.
LayoutRules layout_rules(const Module& module, const UnwrittenAssignment& decided,
                         const HardLayouts& hard);

}  // namespace tileglot::hlo::pass
