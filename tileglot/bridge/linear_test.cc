// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

map::IndexMap map_of(std::string_view text) {
  const auto layout = linear::parse(text);
  EXPECT_TRUE(layout.has_value()) << text;
  auto map = to_map(*layout);
  EXPECT_TRUE(map.has_value()) << text;
  return *std::move(map);
}

TEST(Linear, ADistributedLayoutIsAMapOntoTheNumbersOfElements) {
  const map::IndexMap map =
      map_of("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}");
  EXPECT_EQ(map.domain(), (std::vector<map::Dim>{{2, "register"}, {4, "lane"}}));
  EXPECT_EQ(map.codomain(), (std::vector<map::Dim>{{4, "dim0"}, {2, "dim1"}}));
  EXPECT_TRUE(map.is_plain());
  EXPECT_EQ(map(std::vector<std::int64_t>{1, 3}), 7);
}

TEST(Linear, XorsAreParities) {
  const map::IndexMap map = map_of("{i: [[1],[3]], j: [[1]]} -> {o: 4}");
  EXPECT_TRUE(map.is_xor());
  EXPECT_EQ(map(std::vector<std::int64_t>{3, 0}), 2);
  EXPECT_EQ(map(std::vector<std::int64_t>{3, 1}), 3);
}

TEST(Linear, EmptyLayoutsHaveMaps) {
  EXPECT_EQ(map_of("{} -> {}").size(), 1);
  EXPECT_EQ(map_of("{} -> {dim0: 1}").codomain_size(), 1);
  EXPECT_EQ(map_of("{i: []} -> {o: 4}, surjective: false").codomain_size(), 4);
}

TEST(Linear, WhatDoesNotFit64BitsIsRefused) {
  linear::Layout large = linear::identity(62, linear::kRegister, linear::kOffset);
  EXPECT_TRUE(to_map(large).has_value());
  large.add_in(linear::kLane, std::vector<std::uint64_t>{1});
  EXPECT_EQ(to_map(large).error()->code, "map.overflow");
}

std::string linear_text(std::string_view text) {
  const auto map = to_map(*parse_layout(text));
  const auto layout = to_linear(*map);
  return layout ? linear::print(*layout) : layout.error()->code + ": " + layout.error()->message;
}

TEST(Linear, LayoutsOfOtherNotationsAreLinearWhereBitsDoNotMeet) {
  EXPECT_EQ(linear_text("(2,2,2):(2,4,1)"),
            "{dim0: [[2]], dim1: [[4]], dim2: [[1]]} -> {offset: 8}");
  EXPECT_EQ(linear_text("4:5"), "{dim0: [[5],[10]]} -> {offset: 16}, surjective: false");
  EXPECT_EQ(linear_text("f32[4,4]{1,0:T(2,2)}"),
            "{dim0: [[2],[8]], dim1: [[1],[4]]} -> {offset: 16}");
  EXPECT_EQ(linear_text("Sw<1,0,2> o 0 o (4,2):(2,1)"),
            "{dim0: [[2],[5]], dim1: [[1]]} -> {offset: 8}");
  EXPECT_EQ(linear_text("f32[4,4]{1,0:T(8,128)}"),
            "{dim0: [[128],[256]], dim1: [[1],[2]]} -> {offset: 1024}, surjective: false");
  EXPECT_EQ(linear_text("(1,1):(5,5)"), "{dim0: [], dim1: []} -> {offset: 1}");
}

TEST(Linear, AMapThatIsNotLinearIsRefusedWithThreeValues) {
  const std::string code = "bridge.not_f2_linear: not F2-linear: ";
  EXPECT_EQ(linear_text("(8,4):(64,64)"),
            code + "L(1,0)=64, L(0,1)=64, but L(1,1)=128, not 64^64=0");
  EXPECT_EQ(linear_text("4:3"), code + "L(2)=6, L(1)=3, but L(3)=9, not 6^3=5");
  EXPECT_EQ(linear_text("(4,8):(6,2)"), code + "L(1,0)=6, L(0,1)=2, but L(1,1)=8, not 6^2=4");
  EXPECT_EQ(linear_text("(2,6):(1,2)"), code + "x1 has extent 6, which is not a power of two");
  EXPECT_EQ(linear_text("f32[4,0]"), code + "x1 has extent 0, which is not a power of two");
  EXPECT_EQ(linear_text("(2,2):(1,-2)"), code + "L(0,1)=-2, which is negative");
  EXPECT_EQ(linear_text("Sw<0,0,0> o 5 o 4:1"), code + "L(0)=5, not 0");
  EXPECT_EQ(linear_text("f32[64,64]{1,0:SC(1:40)}").substr(0, 20), "bridge.not_f2_linear");
}

}  // namespace
}  // namespace tileglot::bridge
