// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/triton_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(TritonText, ALineForEachVector) {
  EXPECT_EQ(to_string(layout_of("{register: [1,0], lane: []} -> {d: 8}, surjective: false")),
            "\n - register=1 -> (1)\n   register=2 -> (0)\n - lane is a size 1 dimension\n"
            "where out dims are: [d (size 8)]");
  EXPECT_EQ(to_string(layout_of("{i: [[1,0]]} -> {a: 2, b: 1}")),
            "\n - i=1 -> (1, 0)\nwhere out dims are: [a (size 2), b (size 1)]");
  EXPECT_EQ(to_string(Layout()), "\n(empty layout)");
  EXPECT_EQ(to_string(layout_of("{} -> {d: 8}, surjective: false")),
            "\n(empty layout with out-dims [d (size 8)])");
}

TEST(TritonText, EveryLayoutComesBack) {
  core::check_law("linear_to_string", 10000, [] {
    const Layout layout = *any_layout();
    EXPECT_EQ(parse_triton(to_string(layout)).value(), layout);
    EXPECT_EQ(parse(to_string(layout)).value(), layout);
  });
  for (const std::string_view text : {"{} -> {}", "{} -> {d: 8}, surjective: false"})
    EXPECT_EQ(answer_text(parse(to_string(layout_of(text)))), text);
}

TEST(TritonText, WhatIsNotSoIsRefused) {
  const auto code = [](std::string_view text) { return answer_text(parse_triton(text)); };
  EXPECT_EQ(code("- i=2 -> (1) where out dims are: [o (size 2)]"), "linear.text");
  EXPECT_EQ(code("- i=1 -> (1) i=4 -> (1) where out dims are: [o (size 2)]"), "linear.text");
  EXPECT_EQ(code("- i=1 -> (1) j=2 -> (1) where out dims are: [o (size 2)]"), "scan.expected");
  EXPECT_EQ(code("- i=1 -> (1)"), "scan.expected");
  EXPECT_EQ(code("- i=1 -> (1) where out dims are: [o (size 2)] x"), "scan.trailing");
  EXPECT_EQ(code("- i=1 -> (2) where out dims are: [o (size 2)]"), "linear.out_of_range");
  EXPECT_EQ(code("(empty layout"), "scan.expected");
}

TEST(TritonText, ANameMayBeginAsTheLastLineDoes) {
  const Layout layout = parse("{wherei: [1,1]} -> {o: 2}").value();
  EXPECT_EQ(parse(to_string(layout)).value(), layout);
}

}  // namespace
}  // namespace tileglot::notation::linear
