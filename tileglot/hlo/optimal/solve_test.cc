// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/solve.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/optimal/any_network.h"
#include "tileglot/hlo/optimal/cost_network.h"
#include "tileglot/hlo/optimal/descend.h"
#include "tileglot/hlo/optimal/greedy_propagation.h"
#include "tileglot/hlo/optimal/milp.h"

namespace tileglot::hlo::optimal {
namespace {

/// No table is small enough, so all that is not persistent or dominated is left to the next solver.
constexpr EliminationLimits kNoTables{.cells = 0};

MilpAnswer answer_with(const Choices& choices) {
  MilpAnswer result;
  for (std::size_t v = 0; v < choices.size(); ++v) {
    result.values["x_" + std::to_string(v) + "_" + std::to_string(choices[v])] = 1;
  }
  return result;
}

TEST(Solve, NoChoicesOfASmallNetworkAreCheaper) {
  core::check_law("solved", 8000, [] {
    const CostNetwork network = *any_network({.variables = 7, .choices = 4});
    const Choices first = *any_choices(network);
    const Solved solved = solve(network, first, {});
    EXPECT_EQ(cost_of(network, solved.choices), solved.cost);
    EXPECT_EQ(solved.cost, cost_of(network, cheapest_of_all(network)));
    EXPECT_EQ(solved.bound, solved.cost);
    EXPECT_EQ(solved.counts.left, 0U);
    EXPECT_EQ(solved.counts.persistent + solved.counts.eliminated, network.size());
    const bool was_best = solved.cost == cost_of(network, first);
    EXPECT_TRUE(!was_best || solved.choices == first);
  });
}

TEST(Solve, WithoutASolverTheBoundIsBelowAndNothingIsWorse) {
  static std::size_t gaps = 0;
  static std::size_t cases = 0;
  core::check_law("bounded", 8000, [] {
    const CostNetwork network = *any_network({.variables = 9, .choices = 3, .terms_each = 4});
    const Choices first = *any_choices(network);
    const Solved solved = solve(network, first, {.elimination = kNoTables});
    const Cost best = cost_of(network, cheapest_of_all(network));
    EXPECT_LE(solved.bound, best);
    EXPECT_GE(solved.cost, best);
    EXPECT_LE(solved.cost, cost_of(network, first));
    ++cases;
    if (solved.bound < solved.cost) ++gaps;
  });
  EXPECT_GE(gaps * 400, cases);
}

TEST(Solve, ASolversAnswerIsReckonedAgain) {
  core::check_law("milp_never_worse", 4000, [] {
    const CostNetwork network = *any_network({.variables = 6, .choices = 3});
    const Choices first = *any_choices(network);
    const SolveOptions lies{.elimination = kNoTables, .milp = [](const std::string& program) {
                              return MilpAnswer{.values = {{"x_0_0", program.empty() ? 0.0 : 1.0}}};
                            }};
    const Solved solved = solve(network, first, lies);
    EXPECT_LE(solved.cost, cost_of(network, first));
    EXPECT_LE(solved.bound, cost_of(network, cheapest_of_all(network)));
  });
}

TEST(Solve, NoSingleChangeIsCheaperAfterADescent) {
  core::check_law("descended", 4000, [] {
    const CostNetwork network = *any_network({.variables = 6, .choices = 4});
    const Choices first = *any_choices(network);
    const Choices found = descended(network, first);
    EXPECT_LE(cost_of(network, found), cost_of(network, first));
    for (std::size_t v = 0; v < network.size(); ++v) {
      for (Choice c = 0; c < network.choices(v); ++c) {
        Choices other = found;
        other[v] = c;
        EXPECT_GE(cost_of(network, other), cost_of(network, found));
      }
    }
  });
}

TEST(Solve, WhatSuitsAllIsFoundByFollowing) {
  CostNetwork network;
  // A ring of four, each one choice ahead of the one before: from any beginning it can cost nothing.
  CostTable ahead{3, 3, {9, 0, 9, 9, 9, 0, 0, 9, 9}};
  CostTable back{3, 3, {0, 9, 9, 9, 0, 9, 9, 9, 0}};
  for (int i = 0; i < 4; ++i) network.add_variable(3);
  for (std::size_t i = 0; i < 3; ++i) {
    network.add_term(i, i + 1, std::make_shared<const CostTable>(ahead));
  }
  network.add_term(3, 0, std::make_shared<const CostTable>(back));
  EXPECT_EQ(propagated(network, 1, 2), (Choices{1, 2, 0, 1}));
  EXPECT_EQ(cost_of(network, best_propagated(network)), 0);
}

CostNetwork tangled() {
  CostNetwork network;
  const auto different = std::make_shared<const CostTable>(CostTable{2, 2, {7, 0, 0, 7}});
  for (std::size_t i = 0; i < 3; ++i) {
    network.add_variable(2);
    for (std::size_t j = 0; j < i; ++j) network.add_term(j, i, different);
  }
  return network;
}

TEST(Solve, ASolverIsAskedWhereNothingElseDoes) {
  const CostNetwork network = tangled();
  int requested = 0;
  const auto answer = [&requested](const std::string&) -> core::Result<MilpAnswer> {
    ++requested;
    MilpAnswer result = answer_with({0, 1, 0});
    result.bound = 1;
    return result;
  };
  const Solved solved =
      solve(network, Choices{0, 0, 0}, {.elimination = kNoTables, .milp = answer});
  EXPECT_EQ(solved.cost, 7);
  EXPECT_EQ(requested, 1);
  EXPECT_EQ(solved.counts.by_milp, 3U);
  EXPECT_EQ(solved.bound, 7);
}

TEST(Solve, ABoundAboveWhatIsKnownIsNotBelieved) {
  const auto lies = [](const std::string&) -> core::Result<MilpAnswer> {
    MilpAnswer result = answer_with({0, 1, 0});
    result.bound = 99999;
    return result;
  };
  const Solved solved =
      solve(tangled(), Choices{0, 0, 0}, {.elimination = kNoTables, .milp = lies});
  EXPECT_EQ(solved.cost, 7);
  EXPECT_EQ(solved.bound, 0);
  ASSERT_EQ(solved.failures.size(), 1U);
  EXPECT_EQ(solved.failures[0]->code, "optimal.answer");
}

TEST(Solve, ASolverThatFoundOnlyABoundRaisesTheBound) {
  const auto stopped = [](const std::string&) -> core::Result<MilpAnswer> {
    return MilpAnswer{.values = {}, .bound = 0.6};
  };
  const Solved solved =
      solve(tangled(), Choices{0, 1, 1}, {.elimination = kNoTables, .milp = stopped});
  EXPECT_TRUE(solved.failures.empty());
  EXPECT_EQ(solved.cost, 7);
  EXPECT_EQ(solved.bound, 5) << "0.6 of 7";
  EXPECT_EQ(solved.counts.left, 3U);
}

TEST(Solve, AFailureIsToldAndChangesNothing) {
  const auto fails = [](const std::string&) -> core::Result<MilpAnswer> {
    return core::fail({.code = "test.solver", .message = "it fails", .help = "none"});
  };
  const Solved solved =
      solve(tangled(), Choices{0, 1, 1}, {.elimination = kNoTables, .milp = fails});
  ASSERT_EQ(solved.failures.size(), 1U);
  EXPECT_EQ(solved.failures[0]->code, "test.solver");
  EXPECT_EQ(solved.choices, (Choices{0, 1, 1}));
  EXPECT_EQ(solved.cost, 7);
  EXPECT_EQ(solved.bound, 0);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
