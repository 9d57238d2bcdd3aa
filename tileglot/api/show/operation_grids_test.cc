// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_grids.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/core/source_text.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {
namespace {

using render::Panel;

DrawnPicture drawn(const ShowOperationRequest& request) {
  auto operation = draw_operation(request);
  EXPECT_TRUE(operation) << core::render(operation.error());
  return operation ? *std::move(operation) : DrawnPicture{};
}

std::vector<Panel> panels_of_call(const std::string& call) {
  return drawn({.call = call}).picture.panels;
}

std::vector<std::string> titles(const std::vector<Panel>& panels) {
  std::vector<std::string> all;
  for (const Panel& panel : panels) all.push_back(panel.title);
  return all;
}

TEST(ShowOperationGrids, ACompositionJoinsIndicesWithOffsets) {
  const DrawnPicture operation = drawn({.call = "composition((6,2):(8,2), (4,3):(3,1))"});
  const std::vector<Panel>& panels = operation.picture.panels;
  ASSERT_EQ(titles(panels), (std::vector<std::string>{"(6,2):(8,2)", "(4,3):(3,1)",
                                                      "composition = ((2,2),3):((24,2),8)"}));
  // B(2,0) = 6, the first element of the second column of A, at offset 2.
  EXPECT_EQ(panels[1].at(2, 0).label, "6");
  EXPECT_EQ(panels[1].at(2, 0).offset, 2);
  EXPECT_EQ(panels[2].at(2, 0).offset, 2);
  EXPECT_EQ(panels[0].at(0, 1).offset, 2);
  EXPECT_EQ(panels[2].at(2, 0).title, "(2,0), offset 2, (0,1) of the first operand");
  EXPECT_EQ(panels[0].at(0, 1).shade, panels[2].at(2, 0).shade);
  EXPECT_EQ(panels[0].at(0, 1).shade, panels[1].at(2, 0).shade);
  // 4:1 becomes two modes: its element 3 is that of row 1 and column 1.
  const auto in_modes = panels_of_call("composition((2,4):(4,1), 4:1)");
  EXPECT_EQ(in_modes[2].at(1, 1).title, "(1,1), offset 5, (1,1) of the first operand");
  EXPECT_EQ(in_modes[1].at(0, 3).offset, 5);
  const auto by_mode = panels_of_call("composition((4,6):(6,1), <2:2,3>)");
  EXPECT_EQ(by_mode[1].at(1, 2).label, "2,2");
  EXPECT_EQ(by_mode[1].at(1, 2).offset, 14);
}

TEST(ShowOperationGrids, AComplementFillsWhatTheLayoutLeaves) {
  const auto panels = panels_of_call("complement(4:2, 24)");
  ASSERT_EQ(titles(panels),
            (std::vector<std::string>{"4:2", "complement = (2,3):(1,8)",
                                      "(layout, complement) = (4,(2,3)):(2,(1,8))"}));
  EXPECT_EQ(panels[1].at(1, 2).offset, 17);
  EXPECT_EQ(panels[1].at(1, 2).tile, 5);
  std::set<std::int64_t> offsets;
  for (const render::Cell& cell : panels[2].cells) offsets.insert(*cell.offset);
  EXPECT_EQ(offsets.size(), 24U);
  EXPECT_EQ(*offsets.rbegin(), 23);
  // Copy 5 begins at 17: 17, 19, 21, 23.
  EXPECT_EQ(panels[2].at(3, 5).offset, 23);
  EXPECT_EQ(panels[2].at(3, 5).shade, panels[1].at(1, 2).shade);
}

TEST(ShowOperationGrids, ABlockedProductShowsWhichCopyEachElementIsIn) {
  const DrawnPicture operation = drawn({.call = "blocked_product((2,2):(2,1), (2,3):(3,1))"});
  const std::vector<Panel>& panels = operation.picture.panels;
  ASSERT_EQ(panels.size(), 3U);
  EXPECT_EQ(panels[2].title, "blocked_product = ((2,2),(2,3)):((2,12),(1,4))");
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 6; ++column) {
      const render::Cell& cell = panels[2].at(row, column);
      const render::Cell& copy = panels[1].at(row / 2, column / 2);
      EXPECT_EQ(cell.tile, static_cast<std::int64_t>(row / 2 + 2 * (column / 2)));
      EXPECT_EQ(cell.shade, copy.shade);
      if (row % 2 == 0 && column % 2 == 0) {
        EXPECT_EQ(cell.offset, copy.offset);
      }
    }
  }
  // The copy at (1,0) is number 3 in the order of B, and begins at 4 * 3.
  EXPECT_EQ(panels[1].at(1, 0).label, "3");
  EXPECT_EQ(panels[1].at(1, 0).offset, 12);
  EXPECT_EQ(panels[0].at(1, 1).offset, 3);
  EXPECT_EQ(panels[0].at(1, 1).shade, panels[2].at(1, 1).shade);
  EXPECT_EQ(operation.picture.legend_title, "copy");
}

TEST(ShowOperationGrids, CopiesThatShareOffsetsAreToldApart) {
  const auto panels = panels_of_call("zipped_product((2,2):(4,1), <2:1,3:1>)");
  for (const render::Cell& cell : panels[0].cells) EXPECT_EQ(cell.tile, 0);
  EXPECT_EQ(panels[2].at(2, 0).offset, panels[2].at(0, 1).offset);
  EXPECT_EQ(panels[2].at(2, 0).tile, 0);
  EXPECT_EQ(panels[2].at(0, 1).tile, 1);
}

TEST(ShowOperationGrids, AnInverseJoinsItsIndicesWithOffsets) {
  const auto panels = panels_of_call("right_inverse((2,3):(3,1))");
  // The element of offset 1 is A(0,1), index 2.
  EXPECT_EQ(panels[1].at(1, 0).label, "2");
  EXPECT_EQ(panels[1].at(1, 0).offset, 1);
  EXPECT_EQ(panels[0].at(0, 1).offset, 1);
}

TEST(ShowOperationGrids, APartHasTheOffsetsOfTheWhole) {
  const auto panels = panels_of_call("slice_and_offset((1,_), (4,8):(8,1))");
  EXPECT_EQ(panels[1].title, "slice_and_offset = ((8):(1),8)");
  EXPECT_EQ(panels[1].at(0, 3).offset, panels[0].at(1, 3).offset);
  EXPECT_EQ(panels[1].at(0, 3).shade, panels[0].at(1, 3).shade);
}

TEST(ShowOperationGrids, TheHeaderNamesWhatIsCompared) {
  const auto facts = [](const ShowOperationRequest& request) {
    return drawn(request).picture.facts;
  };
  EXPECT_EQ(facts({.call = "get(1, (4,2):(1,4))", .names = {"", "B"}})[1],
            "cells with equal offsets are the same element of B");
  EXPECT_EQ(facts({.call = "coalesce((4,2):(1,4))"})[1],
            "cells with equal offsets are the same element of the operand");
  EXPECT_EQ(
      facts({.call = "zipped_divide((8,6):(1,8), <4,2>)", .dtype = "f16", .label = "bank"})[1],
      "cells with equal offsets are the same element of the first operand");
  EXPECT_EQ(facts({.call = "zipped_divide((8,6):(1,8), _)"})[1], "the tiler _ is not drawn");
  EXPECT_EQ(facts({.call = "make_layout(4:1, 2:4)"})[1],
            "offsets of different grids are not compared");
}

}  // namespace
}  // namespace tileglot::api
