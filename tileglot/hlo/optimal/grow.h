// SPDX-License-Identifier: Apache-2.0
// grow.h: choices that follow from one.
//
// What     grown(network, root, choice) fixes one variable and lets the others follow, neighbours first: each
//          takes what is cheapest beside those that have chosen before it. best_grown tries many roots and
//          choices, lets each answer descend (descend.h), and gives the cheapest.
// Why      Layouts follow from one another through transposes and broadcasts. Where one order suits a whole
//          piece of a program, changing single arrays never finds it, and following does at once.
// Example  [tests: hlo/optimal/solve_test.cc, "what suits all is found by following"]
#pragma once

#include <cstddef>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

/// Variables that nothing connects with the root take their cheapest choices.
Choices grown(const CostNetwork& network, std::size_t root, Choice choice);

/// Precondition: at least one variable.
Choices best_grown(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
