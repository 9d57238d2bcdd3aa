// SPDX-License-Identifier: Apache-2.0
// eliminate.h: the cheapest choices of a network, one variable after another.
//
// What     eliminated(network, limits) gives the cheapest choices of all variables; nothing where that
//          would take a larger table, or more steps, than the limits say.
// Why      A variable with few neighbours goes out of the problem: for each way in which its neighbours
//          may choose, its own best choice is known. Programs are long and thin, so this ends soon.
// How      The variable whose neighbours have the fewest choices together goes first. What is left when
//          it goes is one table over its neighbours, and the choice that it would make for each cell.
// Time     The sum of all tables' cells, each times the choices of the variable that went.
// Example  A chain of n variables with k choices each takes n k^2 steps, a ring n k^3.
//          [tests: hlo/optimal/eliminate_test.cc, "no choices are cheaper"]
// Source   Bertelè and Brioschi, Nonserial Dynamic Programming, 1972.
#pragma once

#include <cstddef>
#include <optional>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

struct EliminationLimits {
  std::size_t cells = std::size_t{1} << 22;  ///< of one table, with the choices of what goes
  std::size_t steps = std::size_t{1} << 30;  ///< of all tables together
};

std::optional<Choices> eliminated(const CostNetwork& network, const EliminationLimits& limits);

}  // namespace tileglot::hlo::optimal
