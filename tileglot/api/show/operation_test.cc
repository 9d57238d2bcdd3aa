// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/source_text.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {
namespace {

using render::CellKind;
using render::Panel;

DrawnPicture drawn(const ShowOperationRequest& request) {
  auto operation = draw_operation(request);
  EXPECT_TRUE(operation) << core::render(operation.error());
  return operation ? *std::move(operation) : DrawnPicture{};
}

std::vector<Panel> panels_of_call(const std::string& call) {
  return drawn({.call = call}).picture.panels;
}

std::string code_of_call(const std::string& call) {
  return draw_operation({.call = call}).error()->code;
}

std::vector<std::string> titles(const std::vector<Panel>& panels) {
  std::vector<std::string> all;
  for (const Panel& panel : panels) all.push_back(panel.title);
  return all;
}

TEST(ShowOperation, AZippedDivideShowsWhichTileEachElementIsIn) {
  const DrawnPicture operation = drawn(
      {.call = "zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)", .names = {"A", "T"}});
  const render::Picture& picture = operation.picture;
  ASSERT_EQ(titles(picture.panels),
            (std::vector<std::string>{
                "A = (9,(4,8)):(59,(13,1))", "T = <3:3,(2,4):(1,8)>",
                "zipped_divide = ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"}));
  // A(2,(1,3)) is D((0,(1,1)),(2,(0,1))): row 0 + 3*(1 + 2*1), column 2 + 3*(0 + 2*1).
  const render::Cell& in_a = picture.panels[0].at(2, 13);
  const render::Cell& in_result = picture.panels[2].at(9, 8);
  EXPECT_EQ(in_a.offset, 134);
  EXPECT_EQ(in_a.title, "(2,13), offset 134, tile 8");
  EXPECT_EQ(in_result.title, "(9,8), offset 134, tile 8, (2,13) of A");
  EXPECT_EQ(in_a.shade, in_result.shade);
  // The tile's place (1,(1,2)) is A's row 3*1 and column 1 + 8*2.
  const render::Cell& in_tile = picture.panels[1].at(1, 5);
  EXPECT_EQ(in_tile.label, "3,17");
  EXPECT_EQ(in_tile.offset, picture.panels[0].at(3, 17).offset);
  EXPECT_EQ(picture.panels[2].rows.name, "row: inside a tile (dim 0)");
  EXPECT_EQ(picture.panels[2].columns.name, "column: which tile (dim 1)");
  EXPECT_EQ(picture.legend_title, "tile mod 8");
  EXPECT_EQ(picture.facts[1],
            "cells with equal offsets are the same element of A; labels of the tile are "
            "coordinates of A");
}

TEST(ShowOperation, TheFactsAreThoseOfTheResult) {
  const DrawnPicture operation = drawn({.call = "zipped_divide((8,6):(1,8), <4,2>)"});
  const Json& facts = operation.facts;
  EXPECT_EQ(facts["operation"], "zipped_divide");
  EXPECT_EQ(facts["layout"], "((4,2),(2,3)):((1,8),(4,16))");
  EXPECT_EQ(facts["notation"], "cute");
  EXPECT_EQ(facts["extents"], Json({8, 6}));
  EXPECT_EQ(facts["size"], 48);
  EXPECT_EQ(facts["codomain_size"], 48);
  EXPECT_EQ(facts["padding"], 0);
  EXPECT_EQ(facts["joins"], Json({"offset"}));
  const std::vector<Panel>& panels = operation.picture.panels;
  ASSERT_EQ(panels.size(), 3U);
  EXPECT_EQ(panels[0].tensor, "operand 1");
  EXPECT_EQ(panels[1].tensor, "operand 2");
  EXPECT_EQ(panels[2].tensor, "result");
}

TEST(ShowOperation, ALogicalDivideColoursTilesWithoutMovingThem) {
  const auto panels = panels_of_call("logical_divide((4,6):(6,1), <2,3>)");
  ASSERT_EQ(panels.size(), 3U);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 6; ++column) {
      const auto tile = static_cast<std::int64_t>(row / 2 + 2 * (column / 3));
      EXPECT_EQ(panels[0].at(row, column).tile, tile);
      EXPECT_EQ(panels[2].at(row, column).tile, tile);
      EXPECT_EQ(panels[0].at(row, column).shade, panels[2].at(row, column).shade);
    }
  }
}

TEST(ShowOperation, EveryDivideHasTheTileInItsRows) {
  for (const std::string name : {"zipped_divide", "tiled_divide", "flat_divide"}) {
    const Panel result = panels_of_call(name + "((8,6):(1,8), <4,2>)")[2];
    ASSERT_EQ(result.rows.count(), 8U) << name;
    ASSERT_EQ(result.columns.count(), 6U) << name;
    // Element (1,1) of tile (0,2): A(1,5), in tile 0 + 2*2.
    EXPECT_EQ(result.at(1 + 4 * 1, 4).offset, 41) << name;
    EXPECT_EQ(result.at(1 + 4 * 1, 4).tile, 4) << name;
  }
}

TEST(ShowOperation, ATileOfSeveralModesIsInTheRowsOfAFlatDivide) {
  const Panel result = panels_of_call("flat_divide((2,4):(4,1), 4:1)")[2];
  EXPECT_EQ(result.title, "flat_divide = (2,2,2):(4,1,2)");
  ASSERT_EQ(result.rows.count(), 4U);
  EXPECT_EQ(result.at(3, 0).offset, 5);
  EXPECT_EQ(result.at(3, 0).tile, 0);
  EXPECT_EQ(result.at(3, 1).tile, 1);
}

TEST(ShowOperation, TilesThatRunBeyondTheEndArePaddingThere) {
  const auto of_whole = panels_of_call("zipped_divide(10:1, 4:1)");
  EXPECT_EQ(of_whole[0].at(0, 9).tile, 2);
  EXPECT_EQ(of_whole[2].at(1, 2).kind, CellKind::kData);
  EXPECT_EQ(of_whole[2].at(2, 2).kind, CellKind::kPadding);
  EXPECT_EQ(of_whole[2].at(3, 2).label, "11");
  // By mode: row 3 of 3 has the offset of (0,1), but is not that element.
  const auto by_mode = panels_of_call("zipped_divide((3,2):(1,3), <2,1>)");
  EXPECT_EQ(by_mode[0].at(0, 1).tile, 2);
  EXPECT_EQ(by_mode[2].at(1, 1).offset, 3);
  EXPECT_EQ(by_mode[2].at(1, 1).kind, CellKind::kPadding);
}

TEST(ShowOperation, ElementsOfOneOffsetKeepTheirTiles) {
  const auto panels = panels_of_call("zipped_divide((2,4):(1,0), <2,2>)");
  EXPECT_EQ(panels[0].at(0, 1).tile, 0);
  EXPECT_EQ(panels[0].at(0, 2).tile, 1);
  EXPECT_EQ(panels[0].at(0, 1).offset, panels[0].at(0, 2).offset);
}

TEST(ShowOperation, AResultThatIsNotALayoutIsSaid) {
  const DrawnPicture operation = drawn({.call = "size((4,2):(1,4))"});
  EXPECT_EQ(titles(operation.picture.panels), std::vector<std::string>{"(4,2):(1,4)"});
  EXPECT_EQ(operation.picture.facts, std::vector<std::string>{"size = 8"});
  EXPECT_EQ(operation.facts["value"], "8");
  EXPECT_EQ(operation.facts["type"], "int");
  EXPECT_EQ(operation.facts["operation"], "size");
}

TEST(ShowOperation, CallsInsideAreOperands) {
  EXPECT_EQ(titles(panels_of_call("size(coalesce((2,(1,6)):(1,(6,2))))")),
            std::vector<std::string>{"12:1"});
  const auto panels = panels_of_call("zipped_divide(coalesce((2,4):(1,2)), coalesce((2,2):(1,2)))");
  EXPECT_EQ(titles(panels),
            (std::vector<std::string>{"8:1", "4:1", "zipped_divide = (4,2):(1,4)"}));
  EXPECT_EQ(panels[0].at(0, 5).tile, 1);
}

TEST(ShowOperation, ErrorsAreThoseOfEvaluation) {
  const auto refused = draw_operation({.call = "composition((6,4):(1,10), 4:4)"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "cute.composition");
  EXPECT_EQ(refused.error()->witness,
            "offsets 0, 4, 12, 20: at 3 it would have to be 16 and is 20");
  EXPECT_EQ(core::render(draw_operation({.call = "coalesce((2,4):(1,2)x)"}).error()),
            "error[cute.syntax]: argument 1 of coalesce: expected the end of a layout, found 'x'\n"
            "  1 | (2,4):(1,2)x\n"
            "    |            ^\n"
            "  help: write shape:stride, as in (4,2):(2,1), or Sw<3,0,3> o 0 o (8,8):(8,1)\n");
  EXPECT_EQ(code_of_call("nosuch(3)"), "eval.operation");
}

TEST(ShowOperation, WhatHasNoGridIsRefused) {
  EXPECT_EQ(code_of_call("(4,2):(1,4)"), "show.option");
  EXPECT_EQ(code_of_call("ceil_div(24, 5)"), "show.view");
  EXPECT_EQ(code_of_call("make_identity_layout((8,6))"), "show.view");
  EXPECT_EQ(draw_operation({.call = "coalesce(4:1)", .color = "bank"}).error()->code,
            "render.no_type");
  EXPECT_EQ(draw_operation({.call = "coalesce(4:1)", .label = "x"}).error()->code, "show.label");
}

TEST(ShowOperation, OtherNotationsAreDrawnWithoutAKey) {
  const DrawnPicture operation =
      drawn({.call = "linear.compose({a: [[1],[2]]} -> {b: 4}, {b: [[2],[1]]} -> {c: 4})"});
  ASSERT_EQ(operation.picture.panels.size(), 3U);
  EXPECT_EQ(operation.facts["notation"], "linear");
  EXPECT_EQ(operation.facts["joins"], Json::array());
  EXPECT_EQ(panels_of_call("xla.with_default_layout(f32[2,3])").size(), 2U);
}

TEST(ShowOperation, EveryExampleOfAnOperationIsDrawnOrRefused) {
  std::size_t count = 0;
  for (const calculator::Operation& operation : calculator::operations().rows()) {
    const auto found = draw_operation({.call = std::string(operation.example)});
    if (found) ++count;
    if (found || found.error()->code == "show.view") continue;
    // Some examples show a refusal.
    const Reply refused = evaluate_expression(std::string(operation.example));
    ASSERT_FALSE(refused) << operation.example;
    EXPECT_EQ(found.error(), refused.error()) << operation.example;
  }
  EXPECT_GT(count, 100U);
}

TEST(ShowOperation, ALargeOperationIsAnOverview) {
  const DrawnPicture operation = drawn({.call = "zipped_divide((4096,4096):(1,4096), <64,64>)"});
  EXPECT_EQ(operation.picture.panels.size(), 3U);
  EXPECT_EQ(operation.note.substr(0, 75),
            "overview of (4096,4096):(1,4096), 4096 x 4096: a cell is 256 x 256 elements");
  EXPECT_EQ(operation.facts["size"], 16777216);
}

}  // namespace
}  // namespace tileglot::api
