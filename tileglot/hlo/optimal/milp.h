// SPDX-License-Identifier: Apache-2.0
// milp.h: a network as a mixed integer program, for external solvers.
//
// What     milp_of(network) is the program as text in the LP format, which CBC and HiGHS read. A
//          solver's answer is a MilpAnswer; choices_of(network, answer) reads the choices from it.
// Why      Where every elimination order is too expensive, branch and bound with linear programs
//          may not be.
// How      x_v_c is 1 if variable v takes choice c; y_t_a_b is 1 if the variables of term t take
//          choices a and b, since each row and each column of y sums to the x of its choice. Costs
//          are divided by the greatest, since solvers compute in floating point; so a bound is
//          accurate to about six digits.
// Example  Two variables, a term {0, 5, 5, 0}: "y_0_0_1 + y_0_1_0" is minimised.
//          [tests: hlo/optimal/milp_test.cc, "a network is written as a program"]
// Errors   optimal.answer: an answer without exactly one choice for each variable.
// Source   Schlesinger, Sintaksicheskiy analiz dvumernykh zritelnikh signalov, 1976: this
//          relaxation.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

std::string milp_of(const CostNetwork& network);

struct MilpAnswer {
  /// By name; a missing one is 0. Empty: no solution was found in time.
  std::map<std::string, double> values = {};
  std::optional<double> bound = {};  ///< no solution is below it, in the program's units
};

/// Runs a solver on a program.
using MilpSolver = std::function<core::Result<MilpAnswer>(const std::string& program)>;

core::Result<Choices> choices_of(const CostNetwork& network, const MilpAnswer& answer);

/// The bound in the network's units, minus the possible floating-point error.
Cost bound_of(const CostNetwork& network, const MilpAnswer& answer);

/// A bound at most this far below an answer proves it, within the solver's precision.
Cost tolerance_of(const CostNetwork& network);

}  // namespace tileglot::hlo::optimal
