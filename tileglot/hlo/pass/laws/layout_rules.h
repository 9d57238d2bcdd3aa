// SPDX-License-Identifier: Apache-2.0
// layout_rules.h: which layouts a module may have and what each costs, stated directly as rules.
//
// What     LayoutRules lists for a module that layout assignment has decided (decide_layouts): the
//          slots, each an array whose order is to be chosen (arrays that must have one layout share
//          a slot); and the terms, each the cost of one operation or one operand for the orders of
//          its slots. cost(orders) is their sum, kForbidden where a rule is broken.
// Why      hlo/optimal has its own model, made for speed. This one is made to be read against the
//          rules, shares only mandatory_layouts.h and layout_cost.h with it, and is for tests.
// Rules    Given and needed layouts are fixed. An operation that cannot change layout reads
//          operands of its rank in the layout of its results, and its results of one rank have one
//          layout. A broadcast reads its operand in the order that its result has of those
//          dimensions; a bitcast-convert of another rank without or with a most minor last
//          dimension. A reduction reads all its inputs in one order. A call passes what the called
//          computation reads and returns; a loop keeps its state's layouts; branches return the
//          same layouts. A value that is passed on keeps its layout; aliased parameters and results
//          have one layout. Convolutions and batch normalizations read and write what layout
//          assignment gave them. Everything else reads arrays as they are.
// Cost     An operand that must be read in another layout than it has: a copy. A copy, a reshape, a
//          transpose that is not a bitcast: what it moves. The result of a computation that must
//          have another layout than it is made in: a copy. Each times the runs of the computation
//          that it is in.
// Careful  What layout assignment itself does not keep is not a rule: a need that it had to leave,
//          and two aliases that do not agree, stay as they are there. Beside an open leaf of the
//          entry's result the other leaves are only requests: those that it accepts are needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/executions.h"

namespace tileglot::hlo::pass {

using SlotOrder = std::vector<std::int64_t>;  ///< minor_to_major
/// One order for each slot.
using SlotOrders = std::vector<SlotOrder>;

inline constexpr std::int64_t kForbidden = std::numeric_limits<std::int64_t>::max();

struct LayoutSlot {
  std::size_t rank = 0;    ///< 2 or more
  bool is_fixed = false;   ///< its order stays as decided
  SlotOrder decided = {};  ///< by layout assignment
  std::size_t arrays = 1;  ///< values that share the slot
};

struct LayoutTerm {
  std::vector<std::size_t> slots = {};  ///< ascending; those that it reads
  std::function<std::int64_t(const SlotOrders&)> cost = {};
};

struct LayoutRules {
  std::vector<LayoutSlot> slots = {};
  std::vector<LayoutTerm> terms = {};

  SlotOrders decided() const;
  std::int64_t cost(const SlotOrders& orders) const;
};

/// All of the arguments must live as long. `guess`: the trips of loops that are not known.
/// Precondition: simulated_runs(module, guess) has an answer.
LayoutRules layout_rules(const Module& module, const UnwrittenAssignment& decided,
                         const MandatoryLayouts& mandatory, std::int64_t guess = kGuessedTrips);

}  // namespace tileglot::hlo::pass
