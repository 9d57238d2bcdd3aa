// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/grid_view.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

core::Result<GridView> view_or_error(std::string_view text, const GridOptions& options = {}) {
  const map::IndexMap map = map_of(text);
  const map::IndexMap padded = padded_map_of(text);
  return grid_view({map, padded, boundaries_of(padded)}, options);
}

GridView view_of(std::string_view text, const GridOptions& options = {}) {
  return view_or_error(text, options).value();
}

Fold fold_of(std::string_view fold, std::string_view text) {
  return parse_fold(fold, map_of(text).domain()).value();
}

TEST(GridView, CellsOutsideTheLogicalExtentsArePadding) {
  const GridView view = view_of("f32[3,5]{1,0:T(2,2)}");
  ASSERT_EQ(view.panels.size(), 1U);
  EXPECT_EQ(brief(view.panels[0]),
            "0 1 | 4 5 | 8 .9\n"
            "2 3 | 6 7 | 10 .11\n"
            "-\n"
            "12 13 | 16 17 | 20 .21\n"
            ".14 .15 | .18 .19 | .22 .23\n");
  EXPECT_EQ(view.panels[0].at(2, 3).coordinate, (map::Coordinate{2, 3}));
  EXPECT_EQ(view.panels[0].at(2, 3).tile, 4);
  EXPECT_EQ(view.panels[0].title, "");
  EXPECT_EQ(view.panels[0].rows.name, "row (dim 0)");
  EXPECT_FALSE(view.is_overview);
  EXPECT_EQ(view.all_panels, 1);
  EXPECT_EQ(view.rows, 4);
  EXPECT_EQ(view.columns, 6);
}

TEST(GridView, AnOffsetThatAnotherCoordinateHasIsAnAlias) {
  EXPECT_EQ(brief(view_of("(2,3):(1,1)").panels[0]),
            "0 =1 =2\n"
            "=1 =2 3\n");
}

TEST(GridView, NoOneAndTwoDimensionsAreOnePanel) {
  EXPECT_EQ(brief(view_of("f32[]").panels[0]), "0\n");
  EXPECT_EQ(brief(view_of("f32[3]").panels[0]), "0 1 2\n");
  EXPECT_EQ(view_of("f32[3]").panels[0].rows.name, "");
  EXPECT_EQ(brief(view_of("f32[2,2]{0,1}").panels[0]), "0 2\n1 3\n");
}

TEST(GridView, FurtherDimensionsMakeSlices) {
  const GridView view = view_of("f32[2,2,1,2]");
  ASSERT_EQ(view.panels.size(), 4U);
  EXPECT_EQ(view.panels[1].title, "[dim 0=0, dim 1=1]");
  EXPECT_EQ(view.panels[3].title, "[dim 0=1, dim 1=1]");
  EXPECT_EQ(brief(view.panels[2]), "4 5\n");
  EXPECT_EQ(view.panels[2].panel_row, 0U);
  EXPECT_EQ(view.panels[2].panel_column, 2U);
}

TEST(GridView, AFoldPutsDimensionsDownAndAcross) {
  const GridView view = view_of("f32[2,3,2]", {.fold = fold_of("b h w: b w | h", "f32[2,3,2]")});
  ASSERT_EQ(view.panels.size(), 1U);
  EXPECT_EQ(brief(view.panels[0]), "0 2 4\n1 3 5\n-\n6 8 10\n7 9 11\n");
  EXPECT_EQ(view.panels[0].rows.headers, (std::vector<std::string>{"0,0", "0,1", "1,0", "1,1"}));
}

TEST(GridView, OfManySlicesTheFirstAreDrawn) {
  const GridView view = view_of("f32[1000000,2,2]");
  EXPECT_EQ(view.panels.size(), 8U);
  EXPECT_EQ(view.all_panels, 1000000);
}

TEST(GridView, ACropIsAPart) {
  const GridView view = view_of("f32[4,6]{1,0:T(2,2)}", {.crop = Window{{1, 3}, {2, 9}}});
  EXPECT_EQ(brief(view.panels[0]), "6 7 | 10 11\n-\n16 17 | 20 21\n");
  EXPECT_EQ(view.panels[0].columns.headers.front(), "2");
  EXPECT_TRUE(view_of("f32[4,6]", {.crop = Window{{3, 1}, {0, 6}}}).panels[0].cells.empty());
}

TEST(GridView, EveryNthRowAndColumn) {
  EXPECT_EQ(brief(view_of("f32[5,6]", {.every = 2}).panels[0]), "0 2 4\n12 14 16\n24 26 28\n");
  EXPECT_EQ(brief(view_of("f32[5,6]", {.every = core::kInt64Max}).panels[0]), "0\n");
  EXPECT_EQ(brief(view_of("f32[5,6]", {.every = core::kInt64Max, .group = 2}).panels[0]), "0\n");
}

TEST(GridView, NeighboursShareACell) {
  const GridView view = view_of("Sw<3,3,3> o 0 o (8,64):(64,1)", {.group = 8});
  EXPECT_EQ(view.panels[0].columns.count(), 8U);
  EXPECT_EQ(view.panels[0].at(1, 0).offset, 72);
  EXPECT_EQ(view.block_columns, 8);
  EXPECT_FALSE(view.is_overview);
  EXPECT_EQ(view.panels[0].columns.name, "column (dim 1, 8 to a cell)");
}

TEST(GridView, NeighboursThatDoNotLieTogetherShareNone) {
  const auto error = view_or_error("(4,6):(6,1)", {.group = 5});
  EXPECT_TRUE(error.has_value());
  const auto refused = view_or_error("f32[2,4]{1,0:T(2,2)}", {.group = 4});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "render.group");
  EXPECT_EQ(refused.error()->message, "4 neighbours along a row are not contiguous");
  EXPECT_EQ(refused.error()->witness, "(0,0) is at 0 and (0,2) at 4");
  const auto wide = view_or_error("f32[4,4]", {.group = core::kInt64Max});
  ASSERT_FALSE(wide.has_value());
  EXPECT_EQ(wide.error()->code, "render.group");
  EXPECT_TRUE(view_or_error("(4,4):(1152921504606846976,-576460752303423488)", {.group = 1}));
  EXPECT_FALSE(view_or_error("(2,2):(1,9223372036854775805)", {.group = 2}));
}

TEST(GridView, ALargeLayoutBecomesBlocks) {
  const GridView view = view_of("f32[4096,4096]");
  EXPECT_TRUE(view.is_overview);
  EXPECT_EQ(view.block_rows, 256);
  EXPECT_EQ(view.block_columns, 256);
  EXPECT_EQ(view.panels[0].rows.count(), 16U);
  EXPECT_EQ(view.panels[0].columns.count(), 16U);
  EXPECT_EQ(view.panels[0].at(1, 2).offset, 256 * 4096 + 512);
  EXPECT_EQ(view.panels[0].rows.name, "row (dim 0, 256 to a cell)");
  EXPECT_EQ(view.rows, 4096);
  // Blocks are whole tiles, and a short side stays as it is.
  EXPECT_EQ(view_of("bf16[60,14336]{1,0:T(8,128)(2,1)}").block_columns, 1024);
  EXPECT_EQ(view_of("bf16[60,14336]{1,0:T(8,128)(2,1)}").block_rows, 1);
  // Whatever a cell may be, there are no more than asked for.
  EXPECT_EQ(view_of("f32[20,20]", {.most_cells = 100}).panels[0].cells.size(), 100U);
  EXPECT_TRUE(view_of("f32[20,20]", {.group = 4, .most_cells = 99}).is_overview);
}

TEST(GridView, ExtentsBeyondMemoryAreBlocks) {
  for (const std::string_view text :
       {"4611686018427387904:1", "(4611686018427387904,1):(1,0)", "(1,4611686018427387904):(0,1)",
        "(2147483648,2147483648):(1,2147483648)", "(2305843009213693952,2):(1,0)"}) {
    const GridView view = view_of(text);
    EXPECT_TRUE(view.is_overview) << text;
    EXPECT_LE(view.panels[0].cells.size(), 4096U) << text;
  }
  const GridView last = view_of("4611686018427387904:1",
                                {.crop = Window{{0, 1}, {4611686018427387902, core::kInt64Max}}});
  EXPECT_EQ(brief(last.panels[0]), "4611686018427387902 4611686018427387903\n");
}

TEST(GridView, NegativeOffsetsAreDrawn) {
  EXPECT_EQ(brief(view_of("(2,3):(-3,-1)").panels[0]), "0 -1 -2\n-3 -4 -5\n");
  EXPECT_EQ(brief(view_of("(2,2):(-2305843009213693952,2305843009213693952)").panels[0]),
            "=0 2305843009213693952\n-2305843009213693952 =0\n");
}

}  // namespace
}  // namespace tileglot::render
