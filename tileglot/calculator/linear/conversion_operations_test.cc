// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tileglot/calculator/linear/answer.h"

namespace tileglot::calculator {
namespace {

const std::string kRows = "{register: [1], lane: [2,4,8,16,32]} -> {dim0: 64}";
const std::string kSplit = "{register: [32], lane: [1,2,4,8,16]} -> {dim0: 64}";

TEST(LinearConversionOperations, AConversionIsAnsweredByItsCounts) {
  EXPECT_EQ(linear_answer("convert_plan", {kRows, kRows, "32"}),
            R"({"class":"none","dims":[],"shuffles":0,"selects":0,"byte_permutes":0,)"
            R"("shared_stores":{},"shared_loads":{},"cta_barriers":0,"warp_barriers":0,)"
            R"("cluster_barriers":0,"shared_bytes":0})");
}

TEST(LinearConversionOperations, WhatMovesAndHow) {
  EXPECT_EQ(linear_answer("minimal_cvt_layout", {kRows, kRows}), "{} -> {}");
  EXPECT_EQ(linear_answer("warp_decomposition", {kRows, kSplit, "32"}),
            R"({"pReg":{"in":[["register",[[1]]]],"out":[["register",2]],"surjective":true},)"
            R"("pLane":{"in":[["lane",[[2],[4],[8],[16],[1]]]],"out":[["lane",32]],)"
            R"("surjective":true},"mixed":[[0,0]],"nPack":0,)"
            R"("selectors":[[12816,30292,12816,30292]]})");
}

TEST(LinearConversionOperations, WhatIsNotAConversionIsRefused) {
  EXPECT_EQ(linear_answer("convert_plan", {kRows, "{lane: [1]} -> {dim0: 2}", "32"}),
            "linear.other_tensor");
  EXPECT_EQ(linear_answer("convert_plan", {kRows, kSplit, "24"}), "linear.element_bits");
  EXPECT_EQ(linear_answer("warp_decomposition", {"{register: [3], lane: [2]} -> {dim0: 4}",
                                                 "{register: [1], lane: [2]} -> {dim0: 4}", "32"}),
            "warp.not_a_permutation");
}

}  // namespace
}  // namespace tileglot::calculator
