// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/matrix_view.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/bridge/linear.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

namespace linear = notation::linear;

using Headers = std::vector<std::string>;

TEST(MatrixView, AColumnIsWhatOneBitOfTheInputDoes) {
  const Panel panel = matrix_view(map_of("{lane: [[1],[3]]} -> {offset: 4}"));
  EXPECT_EQ(brief(panel), "1 1\n0 1\n");
  EXPECT_EQ(panel.columns.headers, (Headers{"lane0", "lane1"}));
  EXPECT_EQ(panel.rows.headers, (Headers{"offset0", "offset1"}));
  EXPECT_EQ(panel.at(0, 1).title, "lane1 changes offset0");
  EXPECT_EQ(panel.at(1, 0).title, "lane0 leaves offset1");
}

TEST(MatrixView, LinesSeparateTheDimensions) {
  const Panel panel =
      matrix_view(map_of("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}"));
  EXPECT_EQ(brief(panel), "0 | 1 0\n0 | 0 1\n-\n1 | 0 0\n");
  EXPECT_EQ(panel.rows.headers, (Headers{"dim0_0", "dim0_1", "dim1_0"}));
  EXPECT_EQ(panel.columns.borders, (std::vector<Border>{{1, 0}}));
}

TEST(MatrixView, ASwizzleIsXorsAboveTheDiagonal) {
  const Panel panel = matrix_view(map_of("Sw<1,0,1> o 0 o (2,2):(1,2)"));
  EXPECT_EQ(brief(panel), "1 | 1\n0 | 1\n");
  EXPECT_EQ(panel.columns.headers, (Headers{"dim0_0", "dim1_0"}));
}

TEST(MatrixView, WhatHasNoBitsHasNoRowAndNoColumn) {
  const Panel one = matrix_view(map_of("f32[]"));
  EXPECT_EQ(one.rows.count(), 0U);
  EXPECT_EQ(one.columns.count(), 0U);
  const Panel broadcast = matrix_view(map_of("(1,2):(0,0)"));
  EXPECT_EQ(broadcast.columns.headers, (Headers{"dim1_0"}));
  EXPECT_TRUE(broadcast.columns.borders.empty());
  EXPECT_TRUE(broadcast.cells.empty());
}

TEST(MatrixView, TheLargestMatrixHas62Columns) {
  const Panel panel = matrix_view(map_of("(2147483648,2147483648):(2147483648,1)"));
  EXPECT_EQ(panel.cells.size(), 62U * 62U);
  EXPECT_EQ(panel.at(61, 30).label, "1");
  EXPECT_EQ(panel.at(0, 31).label, "1");
}

TEST(MatrixViewLaw, AColumnIsTheLayoutsOwnVector) {
  core::check_law("a_column_is_the_layouts_own_vector", 3000, [] {
    const linear::Layout layout = *linear::any_layout();
    const Panel panel = matrix_view(bridge::to_map(layout).value());
    ASSERT_EQ(panel.columns.count(), static_cast<std::size_t>(layout.in_bits()));
    ASSERT_EQ(panel.rows.count(), static_cast<std::size_t>(layout.out_bits()));
    std::size_t column = 0;
    for (int bit = 0; bit < layout.in_bits(); ++bit, ++column) {
      const std::uint64_t image = linear::apply_flat(layout, std::uint64_t{1} << bit);
      std::size_t row = 0;
      for (const linear::Dimension& out : layout.outs()) {
        for (int b = 0; b < out.bits; ++b, ++row) {
          const bool is_one = (linear::part_of(image, out) >> b & 1U) != 0;
          ASSERT_EQ(panel.at(row, column).label, is_one ? "1" : "0");
          ASSERT_EQ(panel.at(row, column).label, is_one ? "1" : "0");
        }
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::render
