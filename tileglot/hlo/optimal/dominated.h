// SPDX-License-Identifier: Apache-2.0
// dominated.h: removes dominated choices (dead-end elimination).
//
// What     without_dominated(network) is, for each variable, the choices that are left when a
//          choice is dropped wherever another one of the same variable never costs more, whatever
//          the other variables choose. The cheapest choices among those left are the cheapest of
//          all.
// Why      Of the 24 orders of an array of rank 4 one or two matter.
// Example  Choice 1 costs 7 by itself, and no term is worth more than 5 to it: it is dropped.
//          [tests: hlo/optimal/dominated_test.cc, "what never pays is dropped"]
// Time     Choices squared, times those of each neighbour, for each round; a round drops something.
// Source   Goldstein, Efficient rotamer elimination applied to protein side-chains, 1994.
#pragma once

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

KeptChoices without_dominated(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
