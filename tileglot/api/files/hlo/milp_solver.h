// SPDX-License-Identifier: Apache-2.0
// milp_solver.h: runs the installed solver of mixed integer programs.
//
// What     solver_program(name) runs the program of that name, or without one HiGHS if `highs` is
//          installed, else CBC's `cbc`, on a program in the LP format (hlo/optimal/milp.h), and
//          reads its answer.
// Why      A solver is a large library that few requests need; an installed program will do.
// Example  A program whose answer is x_0_1 = 1: {"x_0_1": 1}, with the solver's bound.
//          [tests: milp_solver_test.cc, "an answer of cbc is read"]
// Errors   optimal.solver_missing, optimal.solver where it fails or its answer cannot be read;
//          process.time where it exceeds its own limit; those of os_error.h.
// Source   The formats of CBC 2.10 and HiGHS 1.15, as they write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/milp.h"

namespace tileglot::api::files {

/// Programs are found in PATH.
TimedSolver solver_program(std::optional<std::string> name = {});

/// Parses CBC's `solution FILE` and its standard output.
core::Result<hlo::optimal::MilpAnswer> cbc_answer(std::string_view solution, std::string_view log);
/// Parses HiGHS's --solution_file and its standard output.
core::Result<hlo::optimal::MilpAnswer> highs_answer(std::string_view solution,
                                                    std::string_view log);

}  // namespace tileglot::api::files
