// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/grid.h"

#include <gtest/gtest.h>

#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/grid_text.h"
#include "tileglot/render/table.h"

namespace tileglot::render {
namespace {

/// x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)
map::IndexMap tiled(std::int64_t rows, std::int64_t columns) {
  map::MapBuilder b(map::dims_of({rows, columns}));
  map::Value sum = b.add(b.dim(1), b.scale(b.floor_div(b.dim(1), 2), 2));
  sum = b.add(sum, b.add(b.scale(b.dim(0), 2), b.scale(b.floor_div(b.dim(0), 2), 8)));
  return *b.finish(sum, {{24}});
}

TEST(grid, cells_outside_the_logical_extents_are_padding) {
  const Picture picture = grids_of(tiled(3, 5), tiled(4, 6), {});
  ASSERT_EQ(picture.grids.size(), 1U);
  EXPECT_TRUE(picture.is_whole);
  EXPECT_EQ(picture.grids[0].at(2, 3), (Cell{17, false}));
  EXPECT_EQ(picture.grids[0].at(0, 5), (Cell{9, true}));
}

TEST(grid, a_window_shows_a_part) {
  const Picture picture = grids_of(tiled(4, 6), tiled(4, 6), {.rows = {1, 2}, .columns = {2, 9}});
  EXPECT_FALSE(picture.is_whole);
  EXPECT_EQ(picture.grids[0].cells.size(), 4U);
  EXPECT_EQ(picture.grids[0].at(1, 2), (Cell{6, false}));
}

TEST(grid, three_dimensions_are_several_grids) {
  map::MapBuilder b(map::dims_of({2, 2, 2}));
  const map::IndexMap map =
      *b.finish(b.add(b.scale(b.dim(0), 4), b.add(b.scale(b.dim(1), 2), b.dim(2))), {{8}});
  const Picture picture = grids_of(map, map, {});
  ASSERT_EQ(picture.grids.size(), 2U);
  EXPECT_EQ(picture.grids[1].title, "x0=1");
  EXPECT_EQ(picture.grids[1].at(1, 0).offset, 6);
}

TEST(grid_text, the_worked_example_drawn) {
  const Picture picture = grids_of(tiled(3, 5), tiled(4, 6), {});
  EXPECT_EQ(to_text(picture.grids[0], Lines::kBox),
            "       0   1 │   2   3 │   4   5\n"
            "  0    0   1 │   4   5 │   8  ·9\n"
            "  1    2   3 │   6   7 │  10 ·11\n"
            "    ─────────┼─────────┼────────\n"
            "  2   12  13 │  16  17 │  20 ·21\n"
            "  3  ·14 ·15 │ ·18 ·19 │ ·22 ·23\n");
}

TEST(grid_text, ascii_where_there_are_no_boxes) {
  const Picture picture = grids_of(tiled(1, 3), tiled(1, 4), {});
  EXPECT_EQ(to_text(picture.grids[0], Lines::kAscii), "     0  1 |  2  3\n 0   0  1 |  4 .5\n");
}

TEST(table, a_line_a_coordinate_row_major) {
  EXPECT_EQ(*to_table(tiled(1, 3)), "(0,0) 0\n(0,1) 1\n(0,2) 4\n");
  EXPECT_EQ(to_table(tiled(1000, 1000)).error().code, "convert.too_long");
}

}  // namespace
}  // namespace tileglot::render
