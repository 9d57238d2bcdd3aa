// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/arrange.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

std::vector<Panel> panels_of(std::string_view text) {
  const map::IndexMap map = map_of(text);
  return grid_view({map, map, boundaries_of(map)}, {}).value().panels;
}

TEST(Arrange, CellsThatDifferAreWitnessesWithBothOffsets) {
  std::vector<Panel> panels = panels_of("f32[2,2]{1,0}");
  EXPECT_EQ(mark_difference(panels, panels_of("f32[2,2]{0,1}")), 2);
  EXPECT_EQ(brief(panels[0]), "0 !1|2\n!2|1 3\n");
  EXPECT_EQ(panels[0].at(0, 1).title, "(0,1): offset 1 in the first, 2 in the second");
  EXPECT_EQ(panels[0].at(0, 0).kind, CellKind::kData);
  EXPECT_EQ(panels[0].at(0, 0).label, "0");
}

TEST(Arrange, WhatIsEqualHasNoWitness) {
  std::vector<Panel> panels = panels_of("f32[2,3,4]");
  EXPECT_EQ(mark_difference(panels, panels_of("f32[2,3,4]")), 0);
}

TEST(Arrange, AnOffsetThatIsMissingIsADash) {
  std::vector<Panel> panels = panels_of("f32[2]");
  std::vector<Panel> other = panels;
  other[0].cells[0].offset.reset();
  panels[0].cells[1].offset.reset();
  EXPECT_EQ(mark_difference(panels, other), 2);
  EXPECT_EQ(panels[0].cells[0].label, "0|-");
  EXPECT_EQ(panels[0].cells[1].label, "-|1");
  other = panels;
  EXPECT_EQ(mark_difference(panels, other), 0);
}

TEST(Arrange, PanelsStandBesideThoseThatAreThere) {
  Picture picture;
  put_beside(picture, panels_of("f32[2,1,1]"), "before");
  put_beside(picture, panels_of("f32[1,1]"), "after");
  ASSERT_EQ(picture.panels.size(), 3U);
  EXPECT_EQ(picture.panels[0].title, "before [dim 0=0]");
  EXPECT_EQ(picture.panels[1].panel_column, 1U);
  EXPECT_EQ(picture.panels[2].title, "after");
  EXPECT_EQ(picture.panels[2].panel_column, 2U);
  EXPECT_EQ(picture.panels[2].panel_row, 0U);
}

TEST(Arrange, PanelsBeginAtAPlace) {
  Picture picture;
  put_at(picture, panels_of("f32[2,1,1]"), 1, 3, "");
  EXPECT_EQ(picture.panels[1].panel_row, 1U);
  EXPECT_EQ(picture.panels[1].panel_column, 4U);
  EXPECT_EQ(picture.panels[1].title, "[dim 0=1]");
}

}  // namespace
}  // namespace tileglot::render
