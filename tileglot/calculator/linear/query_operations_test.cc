// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tileglot/calculator/linear/answer.h"

namespace tileglot::calculator {
namespace {

constexpr const char* kRow = "{register: [1,0], lane: [2]} -> {dim0: 4}";

TEST(LinearQueryOperations, NumbersFlagsAndLists) {
  EXPECT_EQ(linear_answer("matrix", {"{i: [2,4,1]} -> {o: 8}"}), "[4,1,2]");
  EXPECT_EQ(linear_answer("table", {"{i: [1]} -> {o: 2}"}), "[[0],[1]]");
  EXPECT_EQ(linear_answer("apply", {kRow, R"([["lane",1],["register",1]])"}), R"([["dim0",3]])");
  EXPECT_EQ(linear_answer("flags", {kRow}),
            R"({"surjective":true,"injective":false,"invertible":false,"in_bits":3,"out_bits":2})");
  EXPECT_EQ(linear_answer("free_variable_masks", {kRow}), R"([["register",2],["lane",0]])");
  EXPECT_EQ(linear_answer("num_consecutive_in_out", {kRow}), "2");
  EXPECT_EQ(linear_answer("supremum", {R"(["a"])", R"(["b","a"])"}), R"(["b","a"])");
}

TEST(LinearQueryOperations, QuestionsAreAnsweredYesOrNo) {
  const char* const same = "{lane: [1]} -> {lane: 2}";
  EXPECT_EQ(linear_answer("equal", {kRow, kRow}), "true");
  EXPECT_EQ(linear_answer("equal_ignoring_order", {kRow, same}), "false");
  EXPECT_EQ(linear_answer("equal_ignoring_out_dim_sizes", {kRow, kRow}), "true");
  EXPECT_EQ(linear_answer("is_trivial_over", {same, R"(["lane"])"}), "true");
  EXPECT_EQ(linear_answer("square_sublayout_is_identity", {same, "[]"}), "true");
  EXPECT_EQ(linear_answer("is_identity_on_out_dim", {same, "lane"}), "true");
  EXPECT_EQ(linear_answer("sublayout_is_zero", {kRow, R"(["lane"])", R"(["dim0"])"}), "false");
}

TEST(LinearQueryOperations, RegistersAreNumberedByActions) {
  const char* const tile = "{register: [0]} -> {dim0: 1}";
  const char* const other = "{register: [2]} -> {dim0: 4}, surjective: false";
  EXPECT_EQ(linear_answer("action_remove_broadcasted_regs", {kRow}),
            "\"ColumnAction([0], register, 2)\"");
  EXPECT_EQ(linear_answer("action_remove_broadcasted_regs_apply", {kRow}),
            "{register: [[1]], lane: [[2]]} -> {dim0: 4}");
  EXPECT_EQ(linear_answer("column_action_apply", {kRow, "[1,0]"}),
            "{register: [[0],[1]], lane: [[2]]} -> {dim0: 4}");
  EXPECT_EQ(linear_answer("column_action_inverse", {"[2,0,1]", "3"}),
            "\"ColumnAction([1, 2, 0], register, 3)\"");
  EXPECT_EQ(linear_answer("column_action_left_compose", {"[1,0]", "[1,0]", "2"}),
            "\"ColumnAction([0, 1], register, 2)\"");
  EXPECT_EQ(linear_answer("reg_perm_for_divide", {kRow, tile, "true"}),
            "\"ColumnAction([1, 0], register, 2)\"");
  EXPECT_EQ(linear_answer("column_action_inverse", {"ColumnAction([1, 2, 0], register, 3)", "3"}),
            "\"ColumnAction([2, 0, 1], register, 3)\"");
  EXPECT_EQ(linear_answer("column_action_inverse", {"ColumnAction([1, x], register, 3)", "3"}),
            "eval.syntax");
  EXPECT_EQ(linear_answer("reg_perm_for_divide", {kRow, other, "false"}), "null");
  EXPECT_EQ(
      linear_answer("largest_vectorisation", {"{register: [1,2]} -> {offset: 4}", "64", "null"}),
      "[2,\"ColumnAction([0, 1], register, 2)\"]");
}

TEST(LinearQueryOperations, TextsAndViews) {
  EXPECT_EQ(linear_answer("to_string", {"{i: []} -> {o: 1}"}),
            R"x("\n - i is a size 1 dimension\nwhere out dims are: [o (size 1)]")x");
  EXPECT_EQ(linear_answer("to_python", {"{i: []} -> {o: 1}"}),
            R"x("LinearLayout.from_bases([(\"i\", [])], [\"o\"])")x");
  EXPECT_EQ(linear_answer("distributed_view", {"{lane: [1]} -> {o: 2}", "false"}),
            R"x("[T0:0, T1:0]\n")x");
  EXPECT_EQ(linear_answer("shared_view", {"{offset: [1]} -> {o: 2}", "true"}),
            R"x("Block: 0:\nOffset: 0 -> (0)\nOffset: 1 -> (1)\n")x");
}

}  // namespace
}  // namespace tileglot::calculator
