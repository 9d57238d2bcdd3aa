// SPDX-License-Identifier: Apache-2.0
// operation_law_test.cc: every element has the colour of its tile, before and after a divide.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/law.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {
namespace {

struct AnyDivide {
  std::vector<std::int64_t> extents = {};  ///< of ((a,b),(c,d))
  std::string layout = {};                 ///< compact, its strides in any order
  std::vector<std::int64_t> tiles = {};    ///< n and d of n:d, of both modes or of the whole
  std::string tiler = {};

  std::string call(const std::string& name) const {
    return name + "(" + layout + ", " + tiler + ")";
  }
};

std::string nested_text(const std::vector<std::int64_t>& t) {
  return "((" + std::to_string(t[0]) + "," + std::to_string(t[1]) + "),(" + std::to_string(t[2]) +
         "," + std::to_string(t[3]) + "))";
}

std::string tile_text(const AnyDivide& divide, std::size_t k) {
  return std::to_string(divide.tiles[2 * k]) + ":" + std::to_string(divide.tiles[2 * k + 1]);
}

AnyDivide any_divide() {
  AnyDivide divide;
  for (int i = 0; i < 4; ++i) divide.extents.push_back(*rc::gen::inRange<std::int64_t>(1, 5));
  std::vector<std::size_t> order{0, 1, 2, 3};
  for (std::size_t i = 4; i-- > 1;)
    std::swap(order[i], order[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  std::vector<std::int64_t> strides(4);
  std::int64_t stride = 1;
  for (const std::size_t k : order) {
    strides[k] = stride;
    stride *= divide.extents[k];
  }
  divide.layout = nested_text(divide.extents) + ":" + nested_text(strides);
  const int modes = *rc::gen::inRange(1, 3);
  for (int i = 0; i < 2 * modes; ++i) divide.tiles.push_back(*rc::gen::inRange<std::int64_t>(1, 5));
  divide.tiler = modes == 1 ? tile_text(divide, 0)
                            : "<" + tile_text(divide, 0) + "," + tile_text(divide, 1) + ">";
  return divide;
}

std::string any_name() {
  return *rc::gen::element<std::string>("logical_divide", "zipped_divide", "tiled_divide",
                                        "flat_divide");
}

/// The number of the tile that has each offset, by listing zipped_divide. Empty if the tiles do not
/// divide the layout.
std::map<std::int64_t, std::int64_t> tiles_by_offset(const std::string& layout,
                                                     const std::string& tiler) {
  std::map<std::int64_t, std::int64_t> tiles;
  const std::vector<std::string> arguments{layout, tiler};
  const auto zipped = calculator::operations().apply("zipped_divide", arguments);
  if (!zipped) return tiles;
  const auto divided = *bridge::parse_layout(calculator::print_value(*zipped));
  const auto evaluator = *bridge::Evaluator::of(divided);
  const auto whole = *bridge::Evaluator::of(*bridge::parse_layout(layout));
  if (evaluator.size() != whole.size()) return tiles;
  for (std::int64_t tile = 0; tile < evaluator.extents()[1]; ++tile) {
    for (std::int64_t i = 0; i < evaluator.extents()[0]; ++i)
      tiles.emplace(evaluator.offset(std::vector<std::int64_t>{i, tile}), tile);
  }
  return tiles;
}

TEST(ShowOperationLaw, EveryElementHasTheColourOfItsTile) {
  std::int64_t divided = 0;
  core::check_law("every_element_has_the_colour_of_its_tile", 4000, [&] {
    const AnyDivide divide = any_divide();
    const auto tiles = tiles_by_offset(divide.layout, divide.tiler);
    if (tiles.empty()) return;
    ++divided;
    const auto drawn = draw_operation({.call = divide.call(any_name())});
    ASSERT_TRUE(drawn) << drawn.error()->message;
    const std::vector<render::Panel>& panels = drawn->picture.panels;
    ASSERT_EQ(panels.size(), 3U);
    for (const render::Panel& panel : panels) {
      for (const render::Cell& cell : panel.cells) {
        ASSERT_EQ(cell.kind, render::CellKind::kData) << panel.title;
        const std::int64_t tile = tiles.at(*cell.offset);
        EXPECT_EQ(cell.tile, tile) << panel.title << " at " << cell.title;
        EXPECT_EQ(cell.shade.kind, render::Shade::Kind::kBucket);
        EXPECT_EQ(cell.shade.value, tile % 8);
      }
    }
    EXPECT_EQ(panels[0].cells.size(), tiles.size());
    EXPECT_EQ(panels[2].cells.size(), tiles.size());
  });
  EXPECT_GT(divided, core::law_minimum(100));
}

/// Of n:d, tile i mod d begins at i mod d, and takes every d-th index, n of them.
std::int64_t tile_of(std::int64_t index, std::int64_t n, std::int64_t d) {
  return n == 1 ? index : index % d + d * (index / (n * d));
}

std::int64_t count_of_tiles(std::int64_t size, std::int64_t n, std::int64_t d) {
  return n == 1 ? size : d * ((size + n * d - 1) / (n * d));
}

/// By the definition of a divide, whether or not tiles run beyond the end.
std::int64_t tile_at(const AnyDivide& divide, std::size_t row, std::size_t column) {
  const std::int64_t rows = divide.extents[0] * divide.extents[1];
  const auto i = static_cast<std::int64_t>(row);
  const auto j = static_cast<std::int64_t>(column);
  const std::vector<std::int64_t>& t = divide.tiles;
  if (t.size() == 2) return tile_of(i + rows * j, t[0], t[1]);
  return tile_of(i, t[0], t[1]) + count_of_tiles(rows, t[0], t[1]) * tile_of(j, t[2], t[3]);
}

TEST(ShowOperationLaw, EveryElementIsInOneTileWhereTilesRunBeyondTheEnd) {
  std::int64_t beyond = 0;
  core::check_law("every_element_is_in_one_tile", 4000, [&] {
    const AnyDivide divide = any_divide();
    const auto drawn = draw_operation({.call = divide.call(any_name())});
    if (!drawn) return;
    const std::vector<render::Panel>& panels = drawn->picture.panels;
    ASSERT_EQ(panels.size(), 3U);
    std::map<std::int64_t, std::int64_t> tiles;
    for (std::size_t row = 0; row < panels[0].rows.count(); ++row) {
      for (std::size_t column = 0; column < panels[0].columns.count(); ++column) {
        const render::Cell& cell = panels[0].at(row, column);
        EXPECT_EQ(cell.tile, tile_at(divide, row, column)) << divide.call("divide") << cell.title;
        tiles[*cell.offset] = cell.tile;
      }
    }
    std::size_t elements = 0;
    for (const render::Cell& cell : panels[2].cells) {
      if (cell.kind == render::CellKind::kPadding) continue;
      ++elements;
      EXPECT_EQ(cell.tile, tiles.at(*cell.offset)) << divide.call("divide") << cell.title;
    }
    EXPECT_EQ(elements, panels[0].cells.size());
    if (elements < panels[2].cells.size()) ++beyond;
  });
  EXPECT_GT(beyond, core::law_minimum(50));
}

}  // namespace
}  // namespace tileglot::api
