// SPDX-License-Identifier: Apache-2.0
// descend.h: improves choices one variable at a time (coordinate descent).
//
// What     descended(network, choices) changes single variables while that makes the total cheaper,
//          and stops when no single change does.
// Why      Quick, and never worse; the better the choices are, the more of them are persistent
//          (persistency.h).
// Example  [tests: hlo/optimal/solve_test.cc, "no single change is cheaper after a descent"]
// Source   Iterated conditional modes: Besag, On the statistical analysis of dirty pictures, 1986.
#pragma once

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

Choices descended(const CostNetwork& network, Choices choices);

}  // namespace tileglot::hlo::optimal
