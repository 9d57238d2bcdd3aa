// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/move_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

Panel strip() {
  Panel panel{.rows = {.headers = {"0"}}};
  for (int offset = 0; offset < 4; ++offset) {
    panel.columns.headers.push_back(std::to_string(offset));
    panel.cells.push_back({.offset = offset, .label = "x", .title = "t"});
  }
  return panel;
}

TEST(MoveOrder, ACellHasTheNumberOfItsMove) {
  std::vector<Panel> panels{strip()};
  panels[0].cells[3].kind = CellKind::kPadding;
  mark_order(panels, {{0, 0}, {1, 2}, {2, 1}, {3, 3}});
  const std::vector<Cell>& cells = panels[0].cells;
  EXPECT_EQ(cells[0].label, "x\n#0");
  EXPECT_EQ(cells[1].label, "x\n#2");
  EXPECT_EQ(cells[2].title, "t, moved as number 1");
  EXPECT_EQ(cells[0].shade, (Shade{Shade::Kind::kRamp, 0}));
  EXPECT_EQ(cells[1].shade, (Shade{Shade::Kind::kRamp, 170}));
  EXPECT_EQ(cells[3].label, "x");  // padding
}

TEST(MoveOrder, ACellThatNothingMovesStays) {
  std::vector<Panel> panels{strip()};
  mark_order(panels, {});
  EXPECT_EQ(panels[0].cells, strip().cells);
}

TEST(MoveOrder, TheLegendSaysFirstAndLast) {
  Picture picture;
  add_order_legend(picture, 9);
  EXPECT_EQ(picture.legend_title, "number of the move");
  ASSERT_EQ(picture.legend.size(), 5U);
  EXPECT_EQ(picture.legend.front().text, "0");
  EXPECT_EQ(picture.legend.back().text, "8");
  EXPECT_EQ(picture.legend.back().shade, (Shade{Shade::Kind::kRamp, 255}));
  Picture one;
  add_order_legend(one, 1);
  EXPECT_EQ(one.legend.size(), 1U);
}

}  // namespace
}  // namespace tileglot::render
