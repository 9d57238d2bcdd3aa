// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tileglot/calculator/linear/answer.h"

namespace tileglot::calculator {
namespace {

TEST(LinearDimensionOperations, DimensionsAreCutDroppedAndRenamed) {
  const char* const layout = "{i: [[1,1,0]], j: []} -> {a: 2, b: 2, c: 1}, surjective: false";
  EXPECT_EQ(linear_answer("flatten_outs", {"{i: [[1,1]]} -> {a: 2, b: 2}, surjective: false"}),
            "{i: [[3]]} -> {a: 4}, surjective: false");
  EXPECT_EQ(linear_answer("flatten_ins", {"{i: [1], j: [2]} -> {o: 4}"}),
            "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(linear_answer("squeeze_ins", {layout, "j"}),
            "{i: [[1,1,0]]} -> {a: 2, b: 2, c: 1}, surjective: false");
  EXPECT_EQ(linear_answer("squeeze_outs", {layout, "c"}),
            "{i: [[1,1]], j: []} -> {a: 2, b: 2}, surjective: false");
  EXPECT_EQ(linear_answer("unsqueeze_ins", {"{} -> {}", "i"}), "{i: []} -> {}");
  EXPECT_EQ(linear_answer("unsqueeze_outs", {"{} -> {}", "o"}), "{} -> {o: 1}");
  EXPECT_EQ(linear_answer("rename_in_dim", {"{i: []} -> {o: 1}", "i", "k"}), "{k: []} -> {o: 1}");
  EXPECT_EQ(linear_answer("rename_out_dim", {"{i: []} -> {o: 1}", "o", "k"}), "{i: []} -> {k: 1}");
  EXPECT_EQ(linear_answer("sublayout", {layout, R"(["i"])", R"(["b"])"}), "{i: [[1]]} -> {b: 2}");
  EXPECT_EQ(linear_answer("remove_standard_dim", {"{i: [[1,0]]} -> {dim0: 2, dim1: 1}", "1"}),
            "{i: [[1]]} -> {dim0: 2}");
}

TEST(LinearDimensionOperations, SizesAndOrdersAreLists) {
  EXPECT_EQ(linear_answer("reshape_ins", {"{i: [1,2]} -> {o: 4}", R"([["k",2],["l",2]])"}),
            "{k: [[1]], l: [[2]]} -> {o: 4}");
  EXPECT_EQ(linear_answer("reshape_outs", {"{i: [1,2]} -> {o: 4}", R"([["k",2],["l",2]])"}),
            "{i: [[1,0],[0,1]]} -> {k: 2, l: 2}");
  EXPECT_EQ(linear_answer("reshape_layout", {"{i: [1,2]} -> {dim0: 4}", "[2,2]"}),
            "{i: [[0,1],[1,0]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(linear_answer("transpose_ins", {"{i: [1], j: []} -> {o: 2}", R"(["j","i"])"}),
            "{j: [], i: [[1]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("transpose_outs", {"{i: [[1,0]]} -> {a: 2, b: 1}", R"(["b","a"])"}),
            "{i: [[0,1]]} -> {b: 1, a: 2}");
  EXPECT_EQ(
      linear_answer("transpose_linear_layout", {"{i: [[1,0]]} -> {dim0: 2, dim1: 1}", "[1,0]"}),
      "{i: [[0,1]]} -> {dim0: 1, dim1: 2}");
  EXPECT_EQ(linear_answer("resize_in_dim", {"{i: [1]} -> {o: 2}", "i", "4"}),
            "{i: [[1],[0]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("resize_out_dim", {"{i: [1,2]} -> {o: 4}", "o", "2"}),
            "{i: [[1],[0]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("remove_zero_bases_along_dim", {"{i: [1,0]} -> {o: 2}", "i"}),
            "{i: [[1]]} -> {o: 2}");
}

TEST(LinearDimensionOperations, LayoutsAreFittedToAShape) {
  const char* const layout = "{register: [2,1]} -> {o: 4}";
  const char* const two = R"([["o",2]])";
  EXPECT_EQ(linear_answer("ensure_layout_not_larger_than", {layout, two, "true"}),
            "{register: [[0],[1]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("ensure_layout_not_larger_than", {layout, two, "false"}),
            "{register: [[1]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("ensure_layout_not_smaller_than", {layout, R"([["o",8]])"}),
            "{register: [[2],[1],[4]]} -> {o: 8}");
  EXPECT_EQ(linear_answer("ensure_both", {layout, two}), "{register: [[0],[1]]} -> {o: 2}");
  EXPECT_EQ(linear_answer("ensure_both", {layout, R"([["o"]])"}), "linear.json");
  EXPECT_EQ(linear_answer("ensure_both", {layout, R"([["o o",2]])"}), "linear.name");
}

}  // namespace
}  // namespace tileglot::calculator
