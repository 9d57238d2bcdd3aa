// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/linear.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::value {
namespace {

namespace linear = notation::linear;

std::string read(std::string_view text) {
  const auto layout = read_linear(text);
  return layout ? linear::print(*layout) : layout.error()->code;
}

TEST(LinearValue, ALayoutAsJsonAndBack) {
  EXPECT_EQ(linear_to_json(linear::parse("{i: [1,2]} -> {o: 4}").value()).dump(),
            R"({"in":[["i",[[1],[2]]]],"out":[["o",4]],"surjective":true})");
  EXPECT_EQ(read(R"({"in":[["i",[[1],[2]]]],"out":[["o",4]],"surjective":true})"),
            "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(read("{i: [1,2]} -> {o: 4}"), "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(read(R"({"in":[],"out":[]})"), "{} -> {}");
}

TEST(LinearValue, EveryLayoutComesBack) {
  core::check_law("linear_json", 1000, [] {
    const linear::Layout layout = *linear::any_layout();
    EXPECT_EQ(linear_of_json(linear_to_json(layout)).value(), layout);
  });
}

TEST(LinearValue, WhatIsNotALayoutIsRefused) {
  EXPECT_EQ(read("[]"), "linear.json");
  EXPECT_EQ(read(R"({"in":[]})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[["i",[1]]],"out":[]})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[["i"]],"out":[]})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[],"out":[["o",18446744073709551615]]})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[["i",[[1.5]]]],"out":[["o",2]]})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[],"out":[],"surjective":1})"), "linear.json");
  EXPECT_EQ(read(R"({"in":[],"out":[["o",2]],"surjective":true})"), "linear.not_surjective");
  EXPECT_EQ(read(R"({"in":[],"out":[["o",2]]})"), "{} -> {o: 2}, surjective: false");
}

}  // namespace
}  // namespace tileglot::value
