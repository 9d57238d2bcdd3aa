// SPDX-License-Identifier: Apache-2.0
// greedy_propagation.h: greedy propagation of one choice.
//
// What     propagated(network, root, choice) fixes one variable and lets the others follow,
//          neighbours first: each takes its cheapest choice given those that were chosen before it.
//          best_propagated tries many roots and choices, lets each answer descend (descend.h), and
//          returns the cheapest.
// Why      Layouts follow from one another through transposes and broadcasts. Where one order suits
//          a whole part of a program, changing single arrays never finds it, but propagation does
//          at once.
// Example  [tests: hlo/optimal/solve_test.cc, "what suits all is found by following"]
#pragma once

#include <cstddef>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

/// Variables that are not connected to the root take their cheapest choices.
Choices propagated(const CostNetwork& network, std::size_t root, Choice choice);

/// Precondition: at least one variable.
Choices best_propagated(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
