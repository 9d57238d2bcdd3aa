// SPDX-License-Identifier: Apache-2.0
// eliminate.h: the cheapest choices of a network, by variable elimination.
//
// What     eliminated(network, limits) returns the cheapest choices of all variables; nothing if
//          that would need a larger table, or more steps, than the limits allow.
// Why      A variable with few neighbours can be removed: for each combination of its neighbours'
//          choices, its own best choice is known. Programs are long and thin, so this is fast.
// How      The variable whose neighbours have the fewest combinations goes first. It leaves one
//          table of costs over its neighbours, and its best choice for each cell.
// Time     The sum of all tables' cells, each times the choices of the eliminated variable.
// Example  A chain of n variables with k choices each takes n k^2 steps, a ring n k^3.
//          [tests: hlo/optimal/eliminate_test.cc, "no choices are cheaper"]
// Source   Bertelè and Brioschi, Nonserial Dynamic Programming, 1972.
#pragma once

#include <cstddef>
#include <optional>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

struct EliminationLimits {
  std::size_t cells = std::size_t{1} << 22;  ///< of one table, times the eliminated choices
  std::size_t steps = std::size_t{1} << 30;  ///< of all tables together
};

std::optional<Choices> eliminated(const CostNetwork& network, const EliminationLimits& limits);

}  // namespace tileglot::hlo::optimal
