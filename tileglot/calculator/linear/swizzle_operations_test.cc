// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tileglot/calculator/linear/answer.h"

namespace tileglot::calculator {
namespace {

/// 8 elements of a row in 2 registers and 4 lanes; its transpose.
constexpr const char* kRows =
    "{register: [[0,1]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 8, dim1: 8}";
constexpr const char* kColumns =
    "{register: [[1,0]], lane: [[2,0],[4,0],[0,1],[0,2],[0,4]]} -> {dim0: 8, dim1: 8}";
constexpr const char* kPlain = R"([{"laneContig":[],"laneAddr":[0,1,2]}])";

TEST(LinearSwizzleOperations, TheWidthOfAVector) {
  const std::string a = "{register: [1,2], lane: [4]} -> {dim0: 8}";
  const std::string b = "{register: [1,2,4], lane: []} -> {dim0: 8}";
  EXPECT_EQ(linear_answer("vec_bitwidth_ld_st", {a, b, "16"}), "64");
  EXPECT_EQ(linear_answer("vec_bitwidth_ld_st", {a, b, "12"}), "linear.element_bits");
  EXPECT_EQ(linear_answer("vec_bitwidth_ld_st", {a, b, "99999999999"}), "eval.syntax");
}

TEST(LinearSwizzleOperations, ATransposeIsSwizzled) {
  EXPECT_EQ(linear_answer("optimal_swizzling_ld_st", {kRows, kColumns, "32", "32"}),
            R"({"smem":{"in":[["vector",[]],["bank",[[0,1],[2,0],[4,0],[0,2],[0,4]]],)"
            R"(["segment",[[1,1]]],["block",[]],["reps",[]]],"out":[["dim0",8],["dim1",8]],)"
            R"("surjective":true},"read_conflicts":0,"write_conflicts":0})");
  EXPECT_EQ(linear_answer("optimal_swizzling_ld_st", {kRows, kColumns, "32", "3"}), "linear.banks");
}

TEST(LinearSwizzleOperations, TilesAreChosenFrom) {
  EXPECT_TRUE(linear_answer("optimal_swizzling", {kRows, kColumns, kPlain, kPlain, "32"})
                  .ends_with(R"("tiles":[0,0]})"));
  EXPECT_EQ(linear_answer("optimal_swizzling", {kRows, kColumns, kPlain, "[]", "32"}),
            "linear.tile");
  EXPECT_EQ(linear_answer("optimal_swizzling", {kRows, kColumns, kPlain, "[7]", "32"}),
            "linear.json");
  EXPECT_EQ(linear_answer("optimal_swizzling", {kRows, kColumns, kPlain,
                                                R"([{"laneContig":[-1],"laneAddr":[]}])", "32"}),
            "linear.json");
  EXPECT_EQ(linear_answer("optimal_swizzling",
                          {kRows, kColumns, kPlain, R"([{"laneContig":[],"laneAddr":[0]}])", "32"}),
            "linear.tile");
}

TEST(LinearSwizzleOperations, ConflictsAreCounted) {
  const std::string memory =
      "{offset: [[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 8, dim1: 8}";
  EXPECT_EQ(linear_answer("bank_conflicts", {kColumns, memory, "32"}),
            R"({"elems_per_vec":1,"extra_wavefronts":1})");
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "128"}), "3");
}

TEST(LinearSwizzleOperations, BanksAndTheLanesOfAWavefrontMayBeGiven) {
  const std::string memory =
      "{offset: [[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 8, dim1: 8}";
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "32", "64"}), "0");
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "32", "8", "[0,1]"}), "3");
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "32", "8", "null"}), "3");
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "32", "8", "[9]"}),
            "linear.tile");
  EXPECT_EQ(linear_answer("bank_conflicts_memdesc", {kColumns, memory, "32", "8", "7"}),
            "linear.json");
  EXPECT_TRUE(
      linear_answer("optimal_swizzling_ld_st", {kRows, kColumns, "4", "64", "[0,1,4]", "null"})
          .ends_with(R"("read_conflicts":0,"write_conflicts":0})"));
}

}  // namespace
}  // namespace tileglot::calculator
