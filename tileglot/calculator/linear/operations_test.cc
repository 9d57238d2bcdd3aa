// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/operations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/linear/answer.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {
namespace {

TEST(LinearOperations, ConstructorsTakeNamesAndSizes) {
  EXPECT_EQ(linear_answer("identity_1d", {"4", "i", "o"}), "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(linear_answer("strided_1d", {"2", "4", "i", "o"}),
            "{i: [[4]]} -> {o: 8}, surjective: false");
  EXPECT_EQ(linear_answer("zeros_1d", {"2", "i", "o", "1"}), "{i: [[0]]} -> {o: 1}");
  EXPECT_EQ(linear_answer("identity_standard_nd", {"i", "[2,2]", "[1,0]"}),
            "{i: [[1,0],[0,1]]} -> {dim1: 2, dim0: 2}");
  EXPECT_EQ(linear_answer("make", {R"([["i",[[1]]]])", R"([["o",4]])", "false"}),
            "{i: [[1]]} -> {o: 4}, surjective: false");
  EXPECT_EQ(linear_answer("make", {R"([["i",[[1]]]])", R"([["o",4]])", "true"}),
            "linear.not_surjective");
  EXPECT_EQ(linear_answer("make_infer", {R"([["i",[[1]]]])", R"(["o"])"}), "{i: [[1]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("modular_identity_1d", {"3", "i", "o"}), "linear.modular");
}

TEST(LinearOperations, WhatHasNoAnswerIsNull) {
  EXPECT_EQ(linear_answer("divide_left", {"{i: [1]} -> {o: 2}", "{j: [1]} -> {o: 2}"}), "null");
  EXPECT_EQ(linear_answer("divide_right", {"{i: [1]} -> {o: 2}", "{i: [1]} -> {o: 2}"}),
            "{i: []} -> {o: 1}");
  EXPECT_EQ(linear_answer("quotient", {"{i: [1]} -> {i: 2}", R"(["j"])"}), "null");
  EXPECT_EQ(linear_answer("reps", {"{i: [1]} -> {o: 2}", "{i: [1]} -> {o: 2}"}),
            "{i: [[0]]} -> {o: 2}, surjective: false");
}

TEST(LinearOperations, OneLayoutOrTwo) {
  const char* const turned = "{i: [2,1]} -> {o: 4}";
  EXPECT_EQ(linear_answer("invert", {turned}), "{o: [[2],[1]]} -> {i: 4}");
  EXPECT_EQ(linear_answer("left_inverse", {turned}), "{o: [[2],[1]]} -> {i: 4}");
  EXPECT_EQ(linear_answer("complement", {turned, "8"}),
            "{rest: [[4]]} -> {o: 8}, surjective: false");
  EXPECT_EQ(linear_answer("invert_and_compose", {turned, turned}), "{i: [[1],[2]]} -> {i: 4}");
  EXPECT_EQ(linear_answer("logical_product", {turned, "{i: [1]} -> {o: 2}"}),
            "{i: [[2],[1],[4]]} -> {o: 8}");
}

TEST(LinearOperations, AnErrorPointsIntoAllArguments) {
  const auto error = operations()
                         .apply("linear.mul", std::vector<std::string>{"{i: [1]} -> {o: 2}",
                                                                       "{i: [1,x]} -> {o: 2}"})
                         .error();
  EXPECT_EQ(error->span, (core::Span{27, 28}));
  EXPECT_EQ(linear_answer("mul", {"{} -> {}"}), "eval.arguments");
  EXPECT_EQ(linear_answer("make_infer", {"[]", "[1]"}), "eval.syntax");
  EXPECT_EQ(linear_answer("make_infer", {"x", "[]"}), "eval.syntax");
}

}  // namespace
}  // namespace tileglot::calculator
