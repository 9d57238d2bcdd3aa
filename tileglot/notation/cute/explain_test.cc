// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileglot::notation::cute {
namespace {

using Arguments = std::vector<std::string>;

Lines steps(const char* operation, const Arguments& arguments) {
  return explain_operation(operation, arguments).value_or(Lines{"refused"});
}

TEST(Explain, ACompositionIsADivisionThroughTheModes) {
  EXPECT_EQ(
      steps("composition", {"(6,2):(8,2)", "(4,3):(3,1)"}),
      (Lines{"4:3 of B takes 4 elements of A, 3 apart:",
             "  4:3 through 6:8: 6 / 3 = 2 steps inside, so 2:24, and 4 / 2 = 2 are left",
             "  2:1 through 2:2: 1 * 2 = 2, so 2:2", "3:1 of B takes 3 elements of A, 1 apart:",
             "  3:1 through 6:8: 3 steps of 1 inside, so 3:8"}));
  EXPECT_EQ(steps("composition", {"(4,6,8):(2,3,5)", "6:12"}),
            (Lines{"6:12 of B takes 6 elements of A, 12 apart:",
                   "  6:12 through 4:2: a step of 12 passes all 4, 12 / 4 = 3 is left",
                   "  6:3 through 6:3: 6 / 3 = 2 steps inside, so 2:9, and 6 / 2 = 3 are left",
                   "  3:1 through 8:5: 1 * 5 = 5, so 3:5"}));
  EXPECT_EQ(steps("composition", {"(2,2,3):(1,2,7)", "3:3"})[0], "coalesce(A) = (4,3):(1,7)");
}

TEST(Explain, WhatDoesNotDivideIsSaid) {
  EXPECT_EQ(steps("composition", {"(6,4):(1,10)", "4:4"})[1],
            "  4:4 through 6:1: they do not divide, so the values decide");
}

TEST(Explain, AComplementFillsTheGaps) {
  EXPECT_EQ(
      steps("complement", {"(2,2):(1,6)", "24"}),
      (Lines{"the modes that move, by stride: 2:1, 2:6",
             "  2:1: its stride is the 1 filled so far; no gap", "    2 * 1 = 2 are filled",
             "  2:6: 6 / 2 = 3 copies fit below its stride, so 3:2", "    2 * 6 = 12 are filled",
             "up to 24: as many blocks of 12 as reach it, with stride 12"}));
}

TEST(Explain, ARightInverseFollowsTheStrides) {
  EXPECT_EQ(
      steps("right_inverse", {"(4,8):(8,1)"}),
      (Lines{"where in the domain each mode begins, and its stride:", "  4:8 at 1", "  8:1 at 4",
             "stride 1 is that of 8:1, so 8:4", "stride 8 is that of 4:8, so 4:1",
             "no mode goes on with stride 32: 32 offsets are reached"}));
}

TEST(Explain, OtherOperationsHaveNoSteps) {
  EXPECT_TRUE(steps("size", {"(4,2):(2,1)"}).empty());
  EXPECT_TRUE(steps("nope", {}).empty());
  EXPECT_TRUE(steps("complement", {"Sw<1,0,1> o 0 o 4:1"}).empty());
}

TEST(Explain, NumbersThatOverflowDoNot) {
  EXPECT_FALSE(
      steps("composition", {"(4,4):(1,3000000000000000000)", "(2,3000000000):(1,3000000000)"})
          .empty());
  EXPECT_FALSE(steps("complement", {"(3,2):(1,4611686018427387904)"}).empty());
}

}  // namespace
}  // namespace tileglot::notation::cute
