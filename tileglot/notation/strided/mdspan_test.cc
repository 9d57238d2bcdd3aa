// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/mdspan.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string read(std::string_view text, const std::optional<Array>& tensor = {}) {
  const auto mapping = parse_mdspan(text, tensor);
  return mapping ? print(*mapping) : mapping.error()->code;
}

TEST(Mdspan, MappingsReadPrintAndEvaluate) {
  const std::string right = "layout_right::mapping(extents(3,5))";
  EXPECT_EQ(read(right), right);
  EXPECT_EQ(read("std::layout_right::mapping(std::extents(3,5))"), right);
  EXPECT_EQ(read("layout_right::mapping{extents<int, 3, 5>{}}"), right);
  EXPECT_EQ(read("layout_right::mapping(dextents<size_t, 2>(3, 5))"), right);
  EXPECT_EQ(read("layout_right", Array{{3, 5}}), right);
  const std::string stride = "layout_stride::mapping(extents(3,5), array{5,1})";
  EXPECT_EQ(read(stride), stride);
  EXPECT_EQ(read("layout_stride::mapping(extents(3,5), std::array<int, 2>{5,1})"), stride);
  for (const std::string_view text : {std::string_view(right), std::string_view(stride)}) {
    EXPECT_EQ(offset_of(*parse_mdspan(text), Numbers{2, 3}), 13) << text;
    EXPECT_EQ(positions(*parse_mdspan(text)), 15) << text;
  }
  EXPECT_EQ(offset_of(*parse_mdspan("layout_left::mapping(extents(3,5))"), Numbers{2, 3}), 11);
}

TEST(Mdspan, TheSpanOfStridesEndsAfterTheLastElement) {
  EXPECT_EQ(positions(*parse_mdspan("layout_stride::mapping(extents(3,5), array{8,1})")), 21);
  EXPECT_EQ(positions(*parse_mdspan("layout_stride::mapping(extents(3,0), array{8,1})")), 0);
  EXPECT_EQ(positions(*parse_mdspan("layout_left::mapping(extents())")), 1);
}

TEST(Mdspan, WhatCppRefusesIsRefused) {
  EXPECT_EQ(read("layout_up::mapping(extents(3,5))"), "strided.policy");
  EXPECT_EQ(read("layout_right"), "strided.shape_missing");
  EXPECT_EQ(read("layout_stride::mapping(extents(3,5), array{5,0})"), "strided.stride");
  EXPECT_EQ(read("layout_stride::mapping(extents(3,5), array{5})"), "strided.rank");
  EXPECT_EQ(read("layout_stride::mapping(extents(3,5))"), "scan.expected");
  EXPECT_EQ(read("layout_right::mapping(extents(3,5), array{5,1})"), "scan.expected");
  EXPECT_EQ(read("layout_right::mapping(extents(3,5)) x"), "scan.trailing");
  EXPECT_EQ(read("layout_right::mapping(extents(3,-5))"), "strided.extent");
  EXPECT_EQ(read("layout_right::map(extents(3,5))"), "scan.expected");
  EXPECT_EQ(read("layout_right::mapping(array(3,5))"), "scan.expected");
}

}  // namespace
}  // namespace tileglot::notation::strided
