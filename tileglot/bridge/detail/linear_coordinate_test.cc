// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/linear_coordinate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::bridge {
namespace {

notation::linear::Layout layout() {
  return *notation::linear::parse(
      "{register: [[0,1]], lane: [[1,0],[2,0]], warp: []} -> {dim0: 4, dim1: 2}");
}

std::string code_of(std::string_view text) {
  const auto coordinate = linear_coordinate(text, layout());
  return coordinate ? "" : coordinate.error()->code;
}

TEST(LinearCoordinate, ValuesAreGivenInOrderOrByName) {
  const std::vector<std::int64_t> expected{1, 3, 0};
  for (const std::string_view text :
       {"1,3,0", "(1, 3, 0)", "lane=3,register=1", "(register = 1, lane = 3, warp = 0)"}) {
    const auto coordinate = linear_coordinate(text, layout());
    ASSERT_TRUE(coordinate.has_value()) << text << ": " << coordinate.error()->message;
    EXPECT_EQ(*coordinate, expected) << text;
  }
  const auto empty = notation::linear::parse("{} -> {dim0: 1}");
  EXPECT_EQ(*linear_coordinate("()", *empty), std::vector<std::int64_t>{});
}

TEST(LinearCoordinate, WhatNamesNoInputIsRefused) {
  EXPECT_EQ(code_of("1,3"), "linear.coordinate");
  EXPECT_EQ(code_of("1,3,0,0"), "linear.coordinate");
  EXPECT_EQ(code_of("2,3,0"), "linear.coordinate");
  EXPECT_EQ(code_of("-1,3,0"), "linear.coordinate");
  EXPECT_EQ(code_of("lanes=3"), "linear.no_dimension");
  EXPECT_EQ(code_of("lane=3,lane=3"), "linear.duplicate");
  EXPECT_EQ(code_of("lane"), "scan.expected");
  EXPECT_EQ(code_of("(1,3,0"), "scan.expected");
  EXPECT_EQ(code_of("1,3,0)"), "scan.trailing");
  EXPECT_EQ(code_of("1,x,0"), "scan.integer");
  EXPECT_EQ(linear_coordinate("1,4,0", layout()).error()->message, "lane is 4, and there are 4");
}

}  // namespace
}  // namespace tileglot::bridge
