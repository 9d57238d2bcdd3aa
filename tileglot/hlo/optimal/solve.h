// SPDX-License-Identifier: Apache-2.0
// solve.h: the cheapest choices of a network.
//
// What     solve(network, first, options) improves the choices `first` until none are cheaper, and
//          says how it knows: `bound` is a lower bound for all choices. The answer never costs more
//          than `first`, and is `first` itself where nothing is cheaper.
//
// How      Variables that a minimum cut proves optimal keep their choice (persistency.h). The rest
//          falls into independent pieces; in each, dominated choices are dropped (dominated.h), and
//          its variables eliminated (eliminate.h). A piece too entangled for that is improved
//          (descend.h) and tested for persistency again; what is left of it then goes to the solver
//          of mixed integer programs, if there is one; else it stays as it is and its bound
//          (diffusion.h) says how much better it might be. A solver's answer is evaluated again
//          here and used if it is cheaper; a solver that found only a bound raises the bound.
// Example  [tests: hlo/optimal/solve_test.cc, "no choices of a small network are cheaper"]
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/eliminate.h"
#include "tileglot/hlo/optimal/milp.h"

namespace tileglot::hlo::optimal {

struct SolveOptions {
  EliminationLimits elimination = {};
  MilpSolver milp = {};  ///< nothing: there is none
};

/// How many variables each method decided.
struct SolveCounts {
  std::size_t persistent = 0;
  std::size_t eliminated = 0;
  std::size_t by_milp = 0;
  std::size_t left = 0;  ///< in pieces without a proof
};

struct Solved {
  Choices choices = {};
  Cost cost = 0;
  Cost bound = 0;  ///< equal to the cost: there is nothing cheaper
  SolveCounts counts = {};
  std::vector<core::Error> failures = {};  ///< of the solver of mixed integer programs
};

/// Precondition: one valid choice for each variable.
Solved solve(const CostNetwork& network, std::span<const Choice> first,
             const SolveOptions& options);

}  // namespace tileglot::hlo::optimal
