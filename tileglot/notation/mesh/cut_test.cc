// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/cut.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

using Dims = std::vector<DimCut>;

core::Result<AxisCut> cut_of(std::string_view words, std::string_view mesh, std::size_t rank) {
  TILEGLOT_TRY(read, parse_words(words));
  TILEGLOT_TRY(on, parse_mesh(mesh));
  TILEGLOT_TRY(cut, cut_on(read, on, rank));
  return cut.cut;
}

std::string code_of(std::string_view words, std::string_view mesh, std::size_t rank) {
  const auto cut = cut_of(words, mesh, rank);
  return cut ? "fine" : cut.error()->code;
}

TEST(Cut, ASpecCutsAtOnce) {
  EXPECT_EQ(cut_of("P(('y','x'))", "x=4 y=2", 2)->dims, (Dims{{{1, 0}, false}, {}}));
  EXPECT_EQ(cut_of("P(None, 'y')", "x=4 y=2", 2)->dims, (Dims{{}, {{1}, false}}));
}

TEST(Cut, PlacementsCutFromLeftToRight) {
  EXPECT_EQ(cut_of("S(0)S(0)", "(4,2)", 2)->dims, (Dims{{{0, 1}, true}, {}}));
  EXPECT_EQ(cut_of("S(0)S(0)", "(4,1)", 1)->dims, (Dims{{{0, 1}, false}}));
  EXPECT_EQ(cut_of("RS(-1)", "(4,2)", 2)->dims, (Dims{{}, {{1}, false}}));
}

TEST(Cut, AStridedShardCutsAfterTheAxesToItsRight) {
  EXPECT_EQ(cut_of("_S(0,2)S(0)", "(4,2)", 1)->dims, (Dims{{{1, 0}, true}}));
  EXPECT_EQ(cut_of("S(0)_S(0,2)S(0)", "(2,3,2)", 1)->dims, (Dims{{{0, 2, 1}, true}}));
  EXPECT_EQ(cut_of("_S(0,6)_S(0,2)S(0)", "(5,3,2)", 1)->dims, (Dims{{{2, 1, 0}, true}}));
  EXPECT_EQ(cut_of("_S(0,2)S(0)S(0)", "(5,2,3)", 1)->dims, (Dims{{{1, 0, 2}, true}}));
}

TEST(Cut, AStrideThatNoAxisMakesIsRefused) {
  EXPECT_EQ(code_of("_S(0,2)R", "(4,2)", 1), "mesh.strided");
  EXPECT_EQ(code_of("_S(0,4)S(0)", "(4,2)", 1), "mesh.strided");
  EXPECT_EQ(code_of("_S(1,2)S(0)", "(4,2)", 2), "mesh.strided");
}

TEST(Cut, AxesThatCutNothingHoldCopies) {
  const auto mesh = parse_mesh("x=4 y=2 z=3");
  const auto cut = resolve(PartitionSpec{{{}, {"y"}}}, *mesh, 2);
  ASSERT_TRUE(cut);
  EXPECT_EQ(copy_axes(*cut, *mesh), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(copy_count(*cut, *mesh), 12);
  EXPECT_EQ(tile_count(cut->dims[1], *mesh), 2);
}

TEST(Cut, WordsThatDoNotFitTheMeshOrTheArrayAreRefused) {
  EXPECT_EQ(code_of("P('z')", "x=4 y=2", 1), "mesh.no_axis");
  EXPECT_EQ(code_of("P(None, 'x')", "x=4", 1), "mesh.rank");
  EXPECT_EQ(code_of("S(1)", "4", 1), "mesh.rank");
  EXPECT_EQ(code_of("S(-2)", "4", 1), "mesh.rank");
  EXPECT_EQ(code_of("S(0)", "(4,2)", 1), "mesh.placements");
  EXPECT_EQ(code_of("R", "4", 65), "mesh.limit");
  EXPECT_EQ(code_of("P()", "4", 65), "mesh.limit");
  const auto twice = resolve(PartitionSpec{{{"x"}, {"x"}}}, *parse_mesh("x=4"), 2);
  EXPECT_EQ(twice.error()->code, "mesh.axis_twice");
}

TEST(Cut, AMisspelledAxisIsGuessed) {
  const auto cut = cut_of("P('modle')", "data=4 model=2", 1);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error()->help, "did you mean 'model'?");
}

}  // namespace
}  // namespace tileglot::notation::mesh
