// SPDX-License-Identifier: Apache-2.0
// optimal_brute_force.h: the cheapest layouts of a small module, by trying all.
//
// What     brute_force(rules, most_tried) goes depth-first through every order of every slot that is
//          not fixed and keeps the cheapest. A branch is left only where what is already decided costs
//          as much as the best that was found.
// Why      What hlo/optimal finds is to be the least there is; this is how that is known.
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
  SlotOrders orders = {};                  ///< that cost so much
  std::int64_t tried = 0;
};

BruteForce brute_force(const LayoutRules& rules, std::int64_t most_tried);

}  // namespace tileglot::hlo::pass
