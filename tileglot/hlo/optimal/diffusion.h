// SPDX-License-Identifier: Apache-2.0
// diffusion.h: a lower bound of a network's cost, without a solver.
//
// What     diffused_bound(network) moves costs between variables and their terms, which changes the
//          cost of no choices, until what each variable and each term costs at least, added up, no
//          longer grows. That sum is a lower bound.
// Why      Pieces that are too entangled for elimination may be too large for a solver's time as
//          well; a bound says how good the best choices so far are.
// Units    Those of the network. The bound is at least least_alone(network).
// Example  Terms that want a = b, b = c and a != c, at 5 each: every one alone costs 0, and the
//          bound is at most 5.
//          [tests: hlo/optimal/diffusion_test.cc, "no choices cost less than the bound"]
// Source   Globerson and Jaakkola, Fixing Max-Product: Convergent Message Passing Algorithms for
//          MAP LP-Relaxations, 2007: MPLP. It ascends the dual of the relaxation that milp.h
//          writes.
#pragma once

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

Cost diffused_bound(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
