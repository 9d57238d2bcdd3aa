// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/python_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

std::string read(std::string_view text) { return answer_text(parse(text)); }

TEST(PythonText, BasesOutputsAndSizes) {
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("register", [[1], [2]])], ["dim0"]))"),
            "{register: [[1],[2]]} -> {dim0: 4}");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([('i', [(0, 1)]), ('j', [])], ('a', 'b')))"),
            "{i: [[0,1]], j: []} -> {a: 1, b: 2}");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("i", [[1]])], ["o"], [4], False))"),
            "{i: [[1]]} -> {o: 4}, surjective: false");
  EXPECT_EQ(read(R"(LinearLayout.from_bases(bases=[("i", [[2]])], out_dim_names=["o"],
                 out_dim_sizes=None, require_surjective=False))"),
            "{i: [[2]]} -> {o: 4}, surjective: false");
}

TEST(PythonText, WhatIsNotSoIsRefused) {
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("i", [[2]])], ["o"]))"), "linear.not_surjective");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("i", [[1]])], ["o"], [4, 2]))"), "linear.text");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("i", [[1]])], ["o"], [2], 1))"), "scan.expected");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([("i", [[1]])], ["o"]) x)"), "scan.trailing");
  EXPECT_EQ(read(R"(LinearLayout.from_bases([(i, [[1]])], ["o"]))"), "scan.expected");
  EXPECT_EQ(read("LinearLayout.identity_1d(4)"), "scan.expected");
}

TEST(PythonText, EveryLayoutComesBack) {
  EXPECT_EQ(print_python(layout_of("{i: [[0,1]], j: []} -> {a: 1, b: 2}")),
            R"(LinearLayout.from_bases([("i", [[0, 1]]), ("j", [])], ["a", "b"]))");
  core::check_law("linear_to_python", 10000, [] {
    const Layout layout = *any_layout();
    EXPECT_EQ(parse_python(print_python(layout)).value(), layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
