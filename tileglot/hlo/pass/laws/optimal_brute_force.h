// SPDX-License-Identifier: Apache-2.0
// optimal_brute_force.h: the cheapest layouts of a small module, by exhaustive search.
//
// What     brute_force(rules, most_tried) goes depth-first through every order of every slot that
//          is not fixed and keeps the cheapest. A branch is pruned only if the choices made so far
//          cost at least as much as the best found.
// Why      hlo/optimal must find the minimum; this search verifies it.
// Limits   Nothing where more than most_tried choices were made, or a slot has a rank above 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/hlo/pass/laws/layout_rules.h"

namespace tileglot::hlo::pass {

struct BruteForce {
  std::size_t free_slots = 0;              ///< not fixed, and something depends on them
  std::optional<std::int64_t> least = {};  ///< bytes; kForbidden where no choice is allowed
  SlotOrders orders = {};                  ///< with that cost
  std::int64_t tried = 0;
};

BruteForce brute_force(const LayoutRules& rules, std::int64_t most_tried);

}  // namespace tileglot::hlo::pass
