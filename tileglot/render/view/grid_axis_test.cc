// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/grid_axis.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

using Dims = std::vector<std::size_t>;
using Headers = std::vector<std::string>;

TEST(GridAxis, AnAxisHasHeadersAndLines) {
  const map::IndexMap padded = padded_map_of("f32[3,5]{1,0:T(2,2)}");
  const Boundaries boundaries = boundaries_of(padded);
  GridAxis columns(Dims{1}, padded.domain(), boundaries);
  EXPECT_EQ(columns.extent(), 6);
  columns.choose({0, 100}, 1, 1);
  EXPECT_EQ(columns.cells(), 6);
  columns.cut();
  const Axis drawn = columns.drawn("column");
  EXPECT_EQ(drawn.name, "column (dim 1)");
  EXPECT_EQ(drawn.headers, (Headers{"0", "1", "2", "3", "4", "5"}));
  EXPECT_EQ(columns.lines(), (std::vector<Line>{{2, 0}, {4, 0}}));
  EXPECT_EQ(columns.element(3), 3);
}

TEST(GridAxis, SeveralDimensionsAreOneAxis) {
  const std::vector<map::Dim> domain = {{2, "b"}, {3, ""}};
  const Boundaries boundaries(2);
  GridAxis rows(Dims{1, 0}, domain, boundaries);
  rows.choose({1, 6}, 2, 2);
  rows.cut();
  const Axis drawn = rows.drawn("row");
  EXPECT_EQ(drawn.name, "row (dim 1, b, 2 to a cell)");
  EXPECT_EQ(drawn.headers, (Headers{"0,1", "1,1", "2,1"}));
}

TEST(GridAxis, AnAxisOfNoDimensionIsOneCell) {
  const Boundaries boundaries;
  GridAxis rows({}, {}, boundaries);
  rows.choose({0, 1}, 1, 1);
  rows.cut();
  const Axis drawn = rows.drawn("row");
  EXPECT_EQ(drawn.name, "");
  EXPECT_EQ(drawn.headers, (Headers{""}));
}

TEST(GridAxis, WhatIsOutsideIsLeftOut) {
  const std::vector<map::Dim> domain = map::dims_of({10});
  const Boundaries boundaries(1);
  GridAxis axis(Dims{0}, domain, boundaries);
  const auto cells = [&](std::int64_t first, std::int64_t last) {
    axis.choose({first, last}, 1, 1);
    return axis.cells();
  };
  EXPECT_EQ(cells(-5, 3), 3);
  EXPECT_EQ(cells(8, 20), 2);
  EXPECT_EQ(cells(7, 2), 0);
  EXPECT_EQ(cells(20, 30), 0);
  EXPECT_EQ(cells(core::kInt64Min, core::kInt64Max), 10);
  EXPECT_EQ(cells(core::kInt64Max, core::kInt64Min), 0);
}

TEST(GridAxis, ALongAxisBecomesBlocksBeforeItIsListed) {
  const std::vector<map::Dim> domain = map::dims_of({std::int64_t{1} << 62});
  const Boundaries boundaries = {{{.every = 128}}};
  GridAxis axis(Dims{0}, domain, boundaries);
  axis.choose({0, std::int64_t{1} << 62}, 1, 1);
  EXPECT_EQ(axis.cells(), std::int64_t{1} << 62);
  axis.shorten();
  EXPECT_EQ(axis.cells(), 16);
  EXPECT_EQ(axis.covers(), std::int64_t{1} << 58);
  axis.cut();
  EXPECT_EQ(axis.element(15), std::int64_t{15} << 58);
}

}  // namespace
}  // namespace tileglot::render
