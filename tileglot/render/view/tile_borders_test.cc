// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/tile_borders.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {
namespace {

using Borders = std::vector<Border>;
using Dims = std::vector<std::size_t>;

/// Of a map's dimensions, every element.
Borders borders_along(const map::IndexMap& map, const Dims& dims) {
  const Flattened axis(dims, map.domain());
  return borders_of(axis, sampled({0, axis.extent()}, 1, 1), boundaries_of(map));
}

TEST(TileBorders, BoundariesAreTheDivisorsOfEachDimension) {
  EXPECT_EQ(boundaries_of(map_of("f32[3,5]{1,0:T(2,2)}")), (Boundaries{{2}, {2}}));
  EXPECT_EQ(boundaries_of(map_of("bf16[16,256]{1,0:T(8,128)(2,1)}")), (Boundaries{{2, 8}, {128}}));
  EXPECT_EQ(boundaries_of(map_of("(4,6):(6,1)")), (Boundaries{{}, {}}));
  // A swizzle reads bits, of which those it does not change make no tile; inner values make none.
  EXPECT_EQ(boundaries_of(map_of("f32[7,5,11]{2,1,0:T(*,2,3)}")), (Boundaries{{}, {}, {3}}));
  EXPECT_EQ(boundaries_of(map_of("f32[]")), Boundaries{});
}

TEST(TileBorders, NestedTilesHaveLinesOfTwoLevels) {
  const map::IndexMap map = map_of("bf16[16,256]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(borders_along(map, {0}),
            (Borders{{2, 0}, {4, 0}, {6, 0}, {8, 1}, {10, 0}, {12, 0}, {14, 0}}));
  EXPECT_EQ(borders_along(map, {1}), (Borders{{128, 0}}));
}

TEST(TileBorders, EachValueOfAnOuterDimensionBeginsWithALine) {
  const map::IndexMap map = map_of("f32[2,2,4]{2,1,0:T(2,2)}");
  EXPECT_EQ(borders_along(map, {1, 2}), (Borders{{2, 0}, {4, 1}, {6, 0}}));
  EXPECT_EQ(borders_along(map, {0, 1}), (Borders{{2, 0}}));
  EXPECT_EQ(borders_along(map, {2, 1, 0}),
            (Borders{{2, 0}, {4, 1}, {6, 0}, {8, 2}, {10, 0}, {12, 1}, {14, 0}}));
}

TEST(TileBorders, WhatEveryCellBeginsAtDrawsNothing) {
  const map::IndexMap map = map_of("bf16[16,256]{1,0:T(8,128)(2,1)}");
  const Flattened rows(Dims{0}, map.domain());
  const Boundaries boundaries = boundaries_of(map);
  // Every second row: tiles of 2 rows are single cells, tiles of 8 are four.
  EXPECT_EQ(borders_of(rows, sampled({0, 16}, 2, 1), boundaries), (Borders{{4, 0}}));
  EXPECT_EQ(borders_of(rows, sampled({0, 16}, 8, 8), boundaries), (Borders{{1, 0}}));
  EXPECT_EQ(borders_of(rows, sampled({6, 10}, 1, 1), boundaries), (Borders{{2, 0}}));
  EXPECT_TRUE(borders_of(rows, sampled({4, 4}, 1, 1), boundaries).empty());
  EXPECT_TRUE(borders_of(Flattened({}, map.domain()), sampled({0, 1}, 1, 1), boundaries).empty());
}

TEST(TileBorders, LevelsEndAt255) {
  Boundaries boundaries(1);
  for (std::int64_t d = 401; d < 800; ++d) boundaries[0].push_back(d);
  const std::vector<map::Dim> domain = map::dims_of({800});
  const Flattened axis(Dims{0}, domain);
  const Borders borders = borders_of(axis, sampled({0, 800}, 1, 1), boundaries);
  ASSERT_EQ(borders.size(), 399U);
  EXPECT_EQ(borders[0], (Border{401, 0}));
  EXPECT_EQ(borders[254].level, 254);
  EXPECT_EQ(borders[398], (Border{799, 255}));
}

TEST(TileBorders, TilesAreCountedByTheHighestLines) {
  using Tiles = std::vector<std::int64_t>;
  EXPECT_EQ(tiles_along(Borders{{2, 0}, {4, 1}, {6, 0}}, 8), (Tiles{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(tiles_along(Borders{{1, 0}, {3, 0}}, 4), (Tiles{0, 1, 1, 2}));
  EXPECT_EQ(tiles_along({}, 3), (Tiles{0, 0, 0}));
  EXPECT_TRUE(tiles_along({}, 0).empty());
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
    std::vector<std::int64_t>& divisors = any.boundaries.emplace_back();
    for (std::int64_t d = 2; d < extent; ++d) {
      if (*rc::gen::inRange(0, 3) == 0) divisors.push_back(d);
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

/// All lines by brute force.
Borders slow_borders(const AnyAxis& any, const std::vector<map::Coordinate>& cells) {
  std::vector<std::vector<bool>> lines;
  const auto keep = [&](const std::vector<bool>& line) {
    const auto count = static_cast<std::size_t>(std::count(line.begin(), line.end(), true));
    if (count > 0 && (count < cells.size() - 1 || cells.size() == 2)) lines.push_back(line);
  };
  for (std::size_t i = any.dims.size(); i-- > 0;) {
    if (i + 1 < any.dims.size()) keep(changes(cells, any.dims[i], 1));
    for (const std::int64_t d : any.boundaries[any.dims[i]]) keep(changes(cells, any.dims[i], d));
  }
  // The last line at each cell; lines that are nowhere the last do not count as a level.
  std::vector<std::size_t> last(cells.size(), lines.size());
  std::set<std::size_t> drawn;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t l = 0; l < lines.size(); ++l) {
      if (lines[l][i]) last[i] = l;
    }
    if (last[i] < lines.size()) drawn.insert(last[i]);
  }
  Borders borders;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (last[i] == lines.size()) continue;
    const auto level = std::distance(drawn.begin(), drawn.find(last[i]));
    borders.push_back({i, static_cast<std::uint8_t>(level)});
  }
  return borders;
}

TEST(TileBordersLaw, LinesAreWhereTilesChange) {
  core::check_law("lines_are_where_tiles_change", 5000, [] {
    const AnyAxis any = any_axis();
    const Flattened axis(any.dims, any.domain);
    const std::int64_t first = *rc::gen::inRange<std::int64_t>(0, axis.extent());
    const Samples samples = sampled({first, axis.extent()}, *rc::gen::inRange(1, 4), 1);
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
    ASSERT_EQ(borders_of(axis, samples, any.boundaries), slow_borders(any, cells));
  });
}

}  // namespace
}  // namespace tileglot::render
