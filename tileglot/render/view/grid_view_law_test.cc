// SPDX-License-Identifier: Apache-2.0
// The grid of any map, held against the recipe of the map, which is evaluated in plain arithmetic.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {
namespace {

/// Each dimension goes down, goes across or makes slices, in any order.
Fold any_fold(std::size_t rank) {
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = rank; i-- > 1;)
    std::swap(order[i], order[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  Fold fold;
  for (const std::size_t k : order) {
    const int place = *rc::gen::inRange(0, 3);
    (place == 0 ? fold.rows : place == 1 ? fold.columns : fold.slices).push_back(k);
  }
  return fold;
}

/// A map, and the same sum on extents that are smaller or equal.
struct AnySubject {
  map::Recipe large = *map::any_recipe();
  map::Recipe small = large;
  std::map<std::int64_t, int> counts = {};  ///< how many elements each offset has

  AnySubject() {
    for (std::int64_t& extent : small.extents)
      extent = *rc::gen::inRange<std::int64_t>((extent + 1) / 2, extent + 1);
    for (const std::int64_t offset : map::table_of(small)) ++counts[offset];
  }

  CellKind kind_at(const map::Coordinate& x) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (x[k] >= small.extents[k]) return CellKind::kPadding;
    }
    return counts[large(x)] > 1 ? CellKind::kAlias : CellKind::kData;
  }
};

/// The number of a coordinate's part in some dimensions, the last fastest.
std::int64_t number_of(const map::Coordinate& x, const std::vector<std::size_t>& dims,
                       const std::vector<std::int64_t>& extents) {
  std::int64_t number = 0;
  for (const std::size_t k : dims) number = number * extents[k] + x[k];
  return number;
}

std::int64_t product_of(const std::vector<std::size_t>& dims,
                        const std::vector<std::int64_t>& extents) {
  std::int64_t product = 1;
  for (const std::size_t k : dims) product *= extents[k];
  return product;
}

TEST(GridViewLaw, EveryCellIsAnElementOfTheMap) {
  core::check_law("every_cell_is_an_element_of_the_map", 5000, [] {
    AnySubject any;
    const map::IndexMap map = any.small.map();
    const map::IndexMap padded = any.large.map();
    const Fold fold = any_fold(map.rank());
    const auto view =
        grid_view({map, padded, boundaries_of(map)}, {.fold = fold, .most_panels = 1U << 20});
    ASSERT_TRUE(view.has_value());
    std::set<map::Coordinate> seen;
    for (std::size_t slice = 0; slice < view->panels.size(); ++slice) {
      const Panel& panel = view->panels[slice];
      for (std::size_t row = 0; row < panel.rows.count(); ++row) {
        for (std::size_t column = 0; column < panel.columns.count(); ++column) {
          const Cell& cell = panel.at(row, column);
          const map::Coordinate& x = cell.coordinate;
          ASSERT_EQ(x.size(), map.rank());
          ASSERT_TRUE(seen.insert(x).second);
          ASSERT_EQ(number_of(x, fold.slices, any.small.extents), std::int64_t(slice));
          ASSERT_EQ(number_of(x, fold.rows, any.large.extents), std::int64_t(row));
          ASSERT_EQ(number_of(x, fold.columns, any.large.extents), std::int64_t(column));
          ASSERT_EQ(cell.offset, any.large(x));
          ASSERT_EQ(cell.kind, any.kind_at(x));
        }
      }
    }
    ASSERT_EQ(std::int64_t(seen.size()), product_of(fold.slices, any.small.extents) *
                                             product_of(fold.rows, any.large.extents) *
                                             product_of(fold.columns, any.large.extents));
  });
}

TEST(GridViewLaw, ACellIsInTheTileOfItsNotation) {
  core::check_law("a_cell_is_in_the_tile_of_its_notation", 1000, [] {
    // Two tiles or more each way, of two rows and columns or more: then both are seen in the map.
    const std::int64_t height = *rc::gen::inRange(2, 6);
    const std::int64_t width = *rc::gen::inRange(2, 6);
    const std::int64_t rows = *rc::gen::inRange<std::int64_t>(height + 1, 5 * height);
    const std::int64_t columns = *rc::gen::inRange<std::int64_t>(width + 1, 5 * width);
    const std::string text =
        fmt::format("f32[{},{}]{{1,0:T({},{})}}", rows, columns, height, width);
    const map::IndexMap map = map_of(text);
    const map::IndexMap padded = padded_map_of(text);
    const Panel panel = grid_view({map, padded, boundaries_of(padded)}, {}).value().panels.at(0);
    const std::int64_t across = (columns + width - 1) / width;
    for (const Cell& cell : panel.cells) {
      const std::int64_t tile = cell.coordinate[0] / height * across + cell.coordinate[1] / width;
      ASSERT_EQ(cell.tile, tile) << text;
      // XLA stores tile after tile.
      ASSERT_EQ(cell.tile, *cell.offset / (height * width)) << text;
    }
  });
}

TEST(GridViewLaw, ACropIsTheSameCellsOfTheWhole) {
  core::check_law("a_crop_is_the_same_cells_of_the_whole", 3000, [] {
    const map::Recipe recipe = *map::any_recipe();
    const map::IndexMap map = recipe.map();
    const Subject subject{map, map, boundaries_of(map)};
    GridOptions options{.fold = any_fold(map.rank())};
    const GridView whole = grid_view(subject, options).value();
    const auto any_side = [](std::int64_t extent) {
      const std::int64_t first = *rc::gen::inRange<std::int64_t>(-2, extent + 2);
      return Side{first, *rc::gen::inRange<std::int64_t>(first, extent + 3)};
    };
    options.crop = Window{any_side(whole.rows), any_side(whole.columns)};
    options.every = *rc::gen::inRange(1, 4);
    const GridView part = grid_view(subject, options).value();
    ASSERT_EQ(part.panels.size(), whole.panels.size());
    const auto first_row = std::size_t(std::max<std::int64_t>(options.crop->rows.first, 0));
    const auto first_column = std::size_t(std::max<std::int64_t>(options.crop->columns.first, 0));
    const auto every = static_cast<std::size_t>(options.every);
    for (std::size_t slice = 0; slice < part.panels.size(); ++slice) {
      const Panel& panel = part.panels[slice];
      std::size_t cells = 0;
      for (std::size_t row = first_row;
           std::int64_t(row) < options.crop->rows.last && row < whole.panels[slice].rows.count();
           row += every) {
        for (std::size_t column = first_column; std::int64_t(column) < options.crop->columns.last &&
                                                column < whole.panels[slice].columns.count();
             column += every) {
          const Cell& expected = whole.panels[slice].at(row, column);
          ASSERT_LT(cells, panel.cells.size());
          ASSERT_EQ(panel.cells[cells].coordinate, expected.coordinate);
          ASSERT_EQ(panel.cells[cells].offset, expected.offset);
          ASSERT_EQ(panel.cells[cells].kind, expected.kind);
          ++cells;
        }
      }
      ASSERT_EQ(cells, panel.cells.size());
    }
  });
}

TEST(GridViewLaw, AGroupIsConsecutiveOrRefused) {
  std::int64_t drawn = 0;
  std::int64_t refused = 0;
  core::check_law("a_group_is_consecutive_or_refused", 5000, [&] {
    const map::Recipe recipe = *map::any_recipe({.kind = map::MapKind::kPlain});
    const map::IndexMap map = recipe.map();
    const std::int64_t group = *rc::gen::inRange(2, 5);
    const auto view =
        grid_view({map, map, boundaries_of(map)}, {.group = group, .most_panels = 1U << 20});
    bool together = true;
    map::for_each_coordinate(recipe.extents, [&](const map::Coordinate& x) {
      if (x.empty() || x.back() % group == 0) return;
      map::Coordinate before = x;
      --before.back();
      together = together && recipe(x) == recipe(before) + 1;
    });
    ASSERT_EQ(view.has_value(), together);
    ++(together ? drawn : refused);
  });
  EXPECT_GT(drawn, 0);
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace tileglot::render
