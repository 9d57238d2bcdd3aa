// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/tile_borders.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {
namespace {

using Lines = std::vector<Line>;
using Dims = std::vector<std::size_t>;

/// Two tiles, the outer 8 x 128, the inner 2 x 1, as of bf16[16,256]{1,0:T(8,128)(2,1)}.
const Boundaries& nested_tiles() {
  static const Boundaries tiles{{{2, 0}, {8, 1}}, {{1, 0}, {128, 1}}};
  return tiles;
}

/// Of a map's dimensions, every element.
Lines lines_along(const map::IndexMap& map, const Dims& dims, const Boundaries& boundaries) {
  const Flattened axis(dims, map.domain());
  return lines_of(axis, sampled({0, axis.extent()}, 1, 1), boundaries);
}

TEST(TileBorders, BoundariesAreTheDivisorsOfEachDimension) {
  EXPECT_EQ(boundaries_of(map_of("f32[3,5]{1,0:T(2,2)}")), (Boundaries{{{2, 0}}, {{2, 0}}}));
  EXPECT_EQ(boundaries_of(map_of("bf16[16,256]{1,0:T(8,128)(2,1)}")),
            (Boundaries{{{2, 0}, {8, 1}}, {{128, 1}}}));
  EXPECT_EQ(boundaries_of(map_of("(4,6):(6,1)")), (Boundaries{{}, {}}));
  // A swizzle reads bits, of which those it does not change make no tile; inner values make none.
  EXPECT_EQ(boundaries_of(map_of("f32[7,5,11]{2,1,0:T(*,2,3)}")), (Boundaries{{}, {}, {{3, 0}}}));
  EXPECT_EQ(boundaries_of(map_of("f32[]")), Boundaries{});
}

TEST(TileBorders, NestedTilesHaveLinesOfTwoLevels) {
  const map::IndexMap map = map_of("bf16[16,256]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(lines_along(map, {0}, nested_tiles()),
            (Lines{{2, 0}, {4, 0}, {6, 0}, {8, 1}, {10, 0}, {12, 0}, {14, 0}}));
  const Lines columns = lines_along(map, {1}, nested_tiles());
  ASSERT_EQ(columns.size(), 255U);
  EXPECT_EQ(columns[0], (Line{1, 0}));
  EXPECT_EQ(columns[127], (Line{128, 1}));
}

TEST(TileBorders, TilesThatStartAnewEndWithTheOuterTile) {
  const map::IndexMap map = map_of("f32[16]");
  EXPECT_EQ(lines_along(map, {0}, {{{3, 0, {8}}, {8, 1}}}),
            (Lines{{3, 0}, {6, 0}, {8, 1}, {11, 0}, {14, 0}}));
}

TEST(TileBorders, EachValueOfAnOuterDimensionBeginsWithALine) {
  const map::IndexMap map = map_of("f32[2,2,4]{2,1,0:T(2,2)}");
  const Boundaries tiles{{}, {{2, 0}}, {{2, 0}}};
  EXPECT_EQ(lines_along(map, {1, 2}, tiles), (Lines{{2, 0}, {4, 1}, {6, 0}}));
  EXPECT_EQ(lines_along(map, {0, 1}, tiles), (Lines{{2, 1}}));
  EXPECT_EQ(lines_along(map, {2, 1, 0}, tiles),
            (Lines{{2, 1}, {4, 3}, {6, 1}, {8, 4}, {10, 1}, {12, 3}, {14, 1}}));
}

TEST(TileBorders, WhatEveryCellBeginsAtDrawsNothing) {
  const map::IndexMap map = map_of("bf16[16,256]{1,0:T(8,128)(2,1)}");
  const Flattened rows(Dims{0}, map.domain());
  // Every second row: tiles of 2 rows are single cells, tiles of 8 are four.
  EXPECT_EQ(lines_of(rows, sampled({0, 16}, 2, 1), nested_tiles()), (Lines{{4, 1}}));
  EXPECT_EQ(lines_of(rows, sampled({0, 16}, 8, 8), nested_tiles()), (Lines{{1, 1}}));
  EXPECT_EQ(lines_of(rows, sampled({6, 10}, 1, 1), nested_tiles()), (Lines{{2, 1}}));
  EXPECT_TRUE(lines_of(rows, sampled({4, 4}, 1, 1), nested_tiles()).empty());
  EXPECT_TRUE(lines_of(Flattened({}, map.domain()), sampled({0, 1}, 1, 1), nested_tiles()).empty());
  const Flattened columns(Dims{1}, map.domain());
  EXPECT_TRUE(lines_of(columns, sampled({0, 128}, 4, 4), nested_tiles()).empty());
}

TEST(TileBorders, RowsAndColumnsAreNumberedTogether) {
  Axis rows;
  Axis columns;
  set_borders(rows, Lines{{2, 1}, {8, 3}}, columns, Lines{{8, 3}});
  EXPECT_EQ(rows.borders, (std::vector<Border>{{2, 0}, {8, 1}}));
  EXPECT_EQ(columns.borders, (std::vector<Border>{{8, 1}}));
}

TEST(TileBorders, LevelsEndAt255) {
  std::vector<std::int64_t> divisors;
  for (std::int64_t d = 401; d < 800; ++d) divisors.push_back(d);
  const std::vector<map::Dim> domain = map::dims_of({800});
  const Flattened axis(Dims{0}, domain);
  const Lines lines = lines_of(axis, sampled({0, 800}, 1, 1), with_levels({divisors}));
  ASSERT_EQ(lines.size(), 399U);
  Axis rows;
  Axis columns;
  set_borders(rows, lines, columns, {});
  EXPECT_EQ(rows.borders[0], (Border{401, 0}));
  EXPECT_EQ(rows.borders[254].level, 254);
  EXPECT_EQ(rows.borders[398], (Border{799, 255}));
}

TEST(TileBorders, TilesAreCountedByTheOutermostLines) {
  using Tiles = std::vector<std::int64_t>;
  const Boundaries two{{{2, 0}, {4, 1}}, {{1, 0}}};
  EXPECT_EQ(tiles_along(Lines{{2, 0}, {4, 1}, {6, 0}}, 8, two), (Tiles{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(tiles_along(Lines{{1, 0}, {2, 0}, {3, 0}}, 4, two), (Tiles{0, 0, 0, 0}));
  EXPECT_EQ(tiles_along(Lines{{1, 0}, {3, 0}}, 4, {{{1, 0}}}), (Tiles{0, 1, 1, 2}));
  EXPECT_EQ(tiles_along({}, 3, {}), (Tiles{0, 0, 0}));
  EXPECT_TRUE(tiles_along({}, 0, {}).empty());
}

struct AnyAxis {
  std::vector<map::Dim> domain;
  Boundaries boundaries;
  Dims dims;
};

AnyAxis any_axis() {
  AnyAxis any;
  const std::size_t rank = *rc::gen::inRange<std::size_t>(1, 4);
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t extent = *rc::gen::inRange(1, 9);
    any.domain.push_back({extent});
    std::vector<Boundary>& boundaries = any.boundaries.emplace_back();
    for (std::int64_t d = 1; d < extent; ++d) {
      if (*rc::gen::inRange(0, 3) != 0) continue;
      boundaries.push_back({.every = d, .level = *rc::gen::inRange<std::size_t>(0, 3)});
    }
    // At the front or at the end, or a slice.
    const int place = *rc::gen::inRange(0, 3);
    if (place < 2) any.dims.insert(place == 0 ? any.dims.begin() : any.dims.end(), k);
  }
  return any;
}

/// Whether a tile of `d` of dimension `k` begins at each cell, told by the coordinates of all cells.
std::vector<bool> changes(const std::vector<map::Coordinate>& cells, std::size_t k,
                          std::int64_t d) {
  std::vector<bool> result(cells.size(), false);
  for (std::size_t i = 1; i < cells.size(); ++i) result[i] = cells[i][k] / d != cells[i - 1][k] / d;
  return result;
}

/// All lines by brute force: the highest at each cell.
Lines slow_lines(const AnyAxis& any, const std::vector<map::Coordinate>& cells, bool are_elements) {
  std::size_t levels = 0;
  for (const auto& of_dim : any.boundaries) {
    for (const Boundary& boundary : of_dim) levels = std::max(levels, boundary.level + 1);
  }
  std::vector<std::optional<std::size_t>> drawn(cells.size());
  const auto draw = [&](const std::vector<bool>& line, std::size_t level, bool is_tile) {
    const auto count = static_cast<std::size_t>(std::count(line.begin(), line.end(), true));
    if (count == cells.size() - 1 && cells.size() != 2 && !(is_tile && are_elements)) return;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (line[i]) drawn[i] = std::max(drawn[i].value_or(0), level);
    }
  };
  std::size_t folded = 0;
  for (std::size_t i = any.dims.size(); i-- > 0;) {
    const std::size_t k = any.dims[i];
    if (i + 1 < any.dims.size()) {
      draw(changes(cells, k, 1), folded * (levels + 1) + levels, false);
      ++folded;
    }
    for (const Boundary& b : any.boundaries[k])
      draw(changes(cells, k, b.every), folded * (levels + 1) + b.level, true);
  }
  Lines lines;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (drawn[i]) lines.push_back({i, *drawn[i]});
  }
  return lines;
}

TEST(TileBordersLaw, LinesAreWhereTilesChange) {
  core::check_law("lines_are_where_tiles_change", 5000, [] {
    const AnyAxis any = any_axis();
    const Flattened axis(any.dims, any.domain);
    const std::int64_t first = *rc::gen::inRange<std::int64_t>(0, axis.extent());
    const std::int64_t step = *rc::gen::inRange(1, 4);
    const Samples samples = sampled({first, axis.extent()}, step, 1);
    std::vector<map::Coordinate> cells;
    for (const std::int64_t element : samples.at) {
      map::Coordinate x(any.domain.size(), 0);
      std::int64_t rest = element;
      for (std::size_t i = any.dims.size(); i-- > 0;) {
        const std::int64_t extent = any.domain[any.dims[i]].extent;
        x[any.dims[i]] = rest % extent;
        rest /= extent;
      }
      cells.push_back(x);
    }
    ASSERT_EQ(lines_of(axis, samples, any.boundaries), slow_lines(any, cells, step == 1));
  });
}

}  // namespace
}  // namespace tileglot::render
