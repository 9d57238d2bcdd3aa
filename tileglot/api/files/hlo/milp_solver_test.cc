// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/milp_solver.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/api/files/process/child.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/milp.h"
#include "tileglot/hlo/optimal/solve.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

namespace optimal = hlo::optimal;

constexpr std::string_view kCbcOptimal =
    "Optimal - objective value 1.50000000\n"
    "      1 x_0_1                     1                       0\n"
    "**    7 x_1_0                     0.99999999                       0\n";
constexpr std::string_view kCbcStopped =
    "Stopped on time - objective value 34.07652284\n"
    "     16 x_0_0                1                       0\n";
constexpr std::string_view kHighs =
    "Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 34.09\n"
    "# Columns 2\nx_0_0 1\nx_0_1 0\n# Rows 1\nv0 1\n\n# Dual solution values\nNone\n";

TEST(MilpSolver, AnAnswerOfCbcIsRead) {
  const auto optimal = cbc_answer(kCbcOptimal, "Result - Optimal\nObjective value:   1.5000000\n");
  ASSERT_TRUE(optimal);
  EXPECT_EQ(optimal->values.at("x_0_1"), 1);
  EXPECT_NEAR(optimal->values.at("x_1_0"), 1, 1e-6);
  EXPECT_EQ(optimal->bound, 1.5);
  const auto stopped = cbc_answer(kCbcStopped, "Objective value: 34.07\nLower bound:  26.131\n");
  ASSERT_TRUE(stopped);
  EXPECT_NEAR(*stopped->bound, 26.13, 1e-3);
  EXPECT_LT(*stopped->bound, 26.1305) << "it was rounded";
}

TEST(MilpSolver, TheBoundOfASearchThatFoundNothingInTimeIsKept) {
  const auto stopped = cbc_answer(
      "Stopped on time (no integer solution - continuous used) - objective value 46.03627485\n"
      "     16 y_0_1_3         0.094266333                       0\n",
      "Continuous objective value is 46.0363 - 4.43 seconds\nLower bound:      46.036\n");
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->values.empty()) << "parts of choices are not choices";
  EXPECT_NEAR(*stopped->bound, 46.036, 0.01);
  const auto early = cbc_answer("Stopped on time - objective value 0\n",
                                "Continuous objective value is 46.0363 - 4.43 seconds\n");
  ASSERT_TRUE(early);
  EXPECT_NEAR(*early->bound, 46.036, 0.01);
  const auto highs = highs_answer("Model status\nTime limit reached\n", "  Dual bound   26.25\n");
  ASSERT_TRUE(highs);
  EXPECT_EQ(highs->bound, 26.25);
}

TEST(MilpSolver, AnAnswerOfHighsIsRead) {
  const auto answer = highs_answer(kHighs, "  Primal bound      34.0\n  Dual bound        26.25\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->values.size(), 2U);
  EXPECT_EQ(answer->values.at("x_0_0"), 1);
  EXPECT_EQ(answer->bound, 26.25);
}

TEST(MilpSolver, NoAnswerIsToldWithWhatWasSaid) {
  const auto none = cbc_answer("Infeasible - objective value 0\n", "");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error()->code, "optimal.solver");
  EXPECT_NE(none.error()->message.find("Infeasible"), std::string::npos);
  EXPECT_EQ(highs_answer("", "").error()->code, "optimal.solver");
}

TEST(MilpSolver, ASolverThatFailsOrIsMissingIsTold) {
  const auto asked = [](const std::string& program) {
    return solver_program(program)("End\n", 1).error()->code;
  };
  EXPECT_EQ(asked("no-such-solver"), "optimal.solver_missing");
  EXPECT_EQ(asked("false"), "optimal.solver");
  EXPECT_EQ(asked("true"), "optimal.solver");
}

TEST(MilpSolver, AFileInPlaceOfTheFolderForTemporaryFilesIsTold) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "file", "");
  const char* const before = std::getenv("TMPDIR");
  const auto kept = before == nullptr ? std::nullopt : std::optional<std::string>(before);
  setenv("TMPDIR", (folder / "file").c_str(), 1);
  errno = 0;
  const auto answer = solver_program("true")("End\n", 1);
  kept ? setenv("TMPDIR", kept->c_str(), 1) : unsetenv("TMPDIR");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error()->code, "io.not_found");
}

/// All pairs of six variables that want to differ: nothing but a search knows.
optimal::CostNetwork tangled() {
  optimal::CostNetwork network;
  const auto table = [](std::size_t seed) {
    optimal::CostTable result{3, 3, {}};
    for (std::size_t i = 0; i < 9; ++i) {
      result.costs.push_back(static_cast<optimal::Cost>((seed * 7 + i * i * 5 + seed * i) % 11));
    }
    return std::make_shared<const optimal::CostTable>(result);
  };
  for (std::size_t v = 0; v < 6; ++v) {
    network.add_variable(3);
    for (std::size_t w = 0; w < v; ++w) network.add_term(w, v, table(6 * v + w));
  }
  return network;
}

TEST(MilpSolver, AnInstalledSolverFindsWhatEliminationFinds) {
  const optimal::CostNetwork network = tangled();
  const optimal::Choices first(6, 0);
  const optimal::Solved exact = optimal::solve(network, first, {});
  for (const std::string program : {"cbc", "highs"}) {
    const auto version = run_child({.program = program, .arguments = {"-exit"}, .seconds = 20});
    if (!version) {
      std::cout << "SKIP: " << program << " is not installed\n";
      continue;
    }
    const optimal::SolveOptions options{
        .elimination = {.cells = 0},
        .milp = [&](const std::string& model) { return solver_program(program)(model, 20); }};
    const optimal::Solved solved = optimal::solve(network, first, options);
    EXPECT_TRUE(solved.failures.empty()) << solved.failures[0]->message;
    EXPECT_EQ(solved.cost, exact.cost);
    EXPECT_EQ(solved.bound, exact.cost);
    EXPECT_GT(solved.counts.by_milp, 0U);
  }
}

}  // namespace
}  // namespace tileglot::api::files
