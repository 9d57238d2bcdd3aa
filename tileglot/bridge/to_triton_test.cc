// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/to_triton.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear.h"

namespace tileglot::bridge {
namespace {

std::string attribute_of(std::string_view text) {
  const auto map = to_map(*parse_layout(text));
  const auto layout = to_linear(*map);
  EXPECT_TRUE(layout.has_value()) << text;
  const auto attribute = to_attribute(*layout);
  return attribute ? *attribute : attribute.error()->code;
}

TEST(ToTriton, WhatThreadsHoldIsALinearAttribute) {
  EXPECT_EQ(attribute_of("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}"),
            "#ttg.linear<{register = [[0, 1]], lane = [[1, 0], [2, 0]], warp = [], block = []}>");
  EXPECT_EQ(attribute_of("{register: [[1,0]], warp: [[1,1]]} -> {dim0: 2, dim1: 2}"),
            "#ttg.generic_linear<{register = [[1, 0]], lane = [], warp = [[1, 1]], block = []}>");
}

TEST(ToTriton, MemoryIsTurnedRound) {
  EXPECT_EQ(attribute_of("f32[2,2]"),
            "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>");
  EXPECT_EQ(attribute_of("Sw<1,0,1> o 0 o (2,2):(2,1)"),
            "#ttg.shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>");
  EXPECT_EQ(attribute_of("{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}"),
            "#ttg.shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>");
}

TEST(ToTriton, OutputsLoseTheirNames) {
  EXPECT_EQ(attribute_of("{i: [[2],[1]]} -> {o: 4}"),
            "#ttg.shared_linear<{offset = [[2], [1]]}, alignment = 16>");
}

TEST(ToTriton, WhatAnAttributeDoesNotSayIsRefused) {
  EXPECT_EQ(attribute_of("(2,2):(1,4)"), "bridge.no_attribute");
  EXPECT_EQ(attribute_of("{register: [[1,1]], lane: [[1,0]]} -> {dim0: 2, dim1: 2}"),
            "bridge.no_attribute");
  EXPECT_EQ(attribute_of("{register: [[1]]} -> {dim0: 4}, surjective: false"),
            "bridge.no_attribute");
}

TEST(ToTriton, AttributesComeBack) {
  for (const std::string_view text :
       {"#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0]], warp = [[0, 0]], block "
        "= "
        "[]}>",
        "#ttg.shared_linear<{offset = [[0, 1], [1, 1], [2, 0]]}, alignment = 16>"}) {
    const auto layout = parse_layout(text);
    ASSERT_TRUE(layout.has_value()) << text << layout.error()->message;
    EXPECT_EQ(attribute_of(print(*layout)), text);
  }
}

}  // namespace
}  // namespace tileglot::bridge
