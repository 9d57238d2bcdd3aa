// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/memory_view.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/range.h"
#include "tileglot/map/value.h"
#include "tileglot/render/examples/brief_panel.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

MemoryView view_of(std::string_view text, const map::Range& offsets,
                   const MemoryOptions& options = {}) {
  return memory_view(map_of(text), offsets, options).value();
}

/// Forty strides of which no sum tells its parts.
map::IndexMap scattered_sums() {
  map::MapBuilder b(std::vector<map::Dim>(40, map::Dim{2}));
  map::Value sum = b.constant(0);
  std::uint64_t stride = 1234567;
  for (std::size_t k = 0; k < 40; ++k) {
    sum = b.add(sum, b.scale(b.dim(k), static_cast<std::int64_t>(stride)));
    stride = (stride * 6364136223846793005U + 1442695040888963407U) % 1000003;
  }
  const std::int64_t end = sum.bound.hi + 1;
  return b.finish(sum, {{end}}).value();
}

TEST(MemoryView, TheWorkedExampleInTheOrderOfMemory) {
  const MemoryView view = view_of("f32[3,5]{1,0:T(2,2)}", {0, 20}, {.per_row = 8});
  EXPECT_EQ(brief(view.panel),
            "0 1 2 3 4 5 6 7\n"
            "8 .9 10 .11 12 13 .14 .15\n"
            "16 17 .18 .19 20 .21 .22 .23\n");
  EXPECT_EQ(view.panel.at(2, 1).coordinate, (map::Coordinate{2, 3}));
  EXPECT_TRUE(view.panel.at(1, 1).coordinate.empty());
  EXPECT_EQ(view.panel.rows.headers[2], "16");
  EXPECT_EQ(view.panel.columns.headers[7], "7");
  EXPECT_EQ(view.first_offset, 0);
  EXPECT_EQ(view.offsets, 24);
  EXPECT_EQ(view.rows, 3);
  EXPECT_TRUE(view.is_whole);
}

TEST(MemoryView, ABroadcastIsAnAliasAndAGapIsPadding) {
  const MemoryView view = view_of("(3,2):(2,0)", {0, 4}, {.per_row = 4});
  EXPECT_EQ(brief(view.panel), "=0 .1 =2 .3\n=4 - - -\n");
  EXPECT_EQ(view.panel.at(0, 2).coordinate, (map::Coordinate{1, 0}));
}

TEST(MemoryView, WhatIsBeforeTheFirstOffsetIsAHole) {
  const MemoryView view = view_of("(2,3):(-3,-1)", {-5, 0}, {.per_row = 4});
  EXPECT_EQ(view.first_offset, -8);
  EXPECT_EQ(brief(view.panel), "- - - -5\n-4 -3 -2 -1\n0 - - -\n");
  EXPECT_EQ(view.offsets, 6);
}

TEST(MemoryView, APartIsSomeRows) {
  const MemoryView view =
      view_of("f32[3,5]{1,0:T(2,2)}", {0, 20}, {.per_row = 8, .rows = Side{2, 9}});
  EXPECT_EQ(brief(view.panel), "16 17 .18 .19 20 .21 .22 .23\n");
  EXPECT_FALSE(view.is_whole);
  EXPECT_EQ(view.rows, 3);
  EXPECT_TRUE(view_of("f32[8]", {0, 7}, {.rows = Side{3, 1}}).panel.cells.empty());
}

TEST(MemoryView, ALongMemoryShowsItsFirstCells) {
  const MemoryView view = view_of("f32[1000000]", {0, 999999});
  EXPECT_EQ(view.panel.cells.size(), 4096U);
  EXPECT_FALSE(view.is_whole);
  EXPECT_EQ(view.rows, 31250);
  EXPECT_EQ(view_of("f32[100]", {0, 99}, {.per_row = 50, .most_cells = 1}).panel.cells.size(), 50U);
}

TEST(MemoryView, OverlappingWindowsAreNotCounted) {
  // Each offset is that of thousands; two are enough to know.
  const MemoryView view = view_of("(1073741824,1073741824):(1,1)", {0, 2147483646});
  EXPECT_EQ(view.panel.at(0, 0).kind, CellKind::kData);
  EXPECT_EQ(view.panel.at(0, 1).kind, CellKind::kAlias);
  EXPECT_EQ(view.panel.at(127, 31).kind, CellKind::kAlias);
}

TEST(MemoryView, WhatIsNotFoundSoonIsRefused) {
  const map::IndexMap knapsack = scattered_sums();
  const auto view = memory_view(knapsack, knapsack.out().bound, {.rows = Side{300000, 300001}});
  ASSERT_FALSE(view.has_value());
  EXPECT_EQ(view.error()->code, "map.too_large_to_decide");
}

TEST(MemoryView, TheEndsOfInt64AreNotATrap) {
  const std::int64_t far = std::int64_t{1} << 61;
  const MemoryView view =
      view_of("(2,2):(-2305843009213693952,2305843009213693952)", {-far, far}, {.per_row = 3});
  EXPECT_EQ(view.panel.at(0, 0).kind, CellKind::kHole);
  EXPECT_EQ(view.panel.at(0, 1).offset, -far);
  EXPECT_EQ(view.panel.at(0, 1).kind, CellKind::kData);
  EXPECT_EQ(view.offsets, 2 * far + 1);
  // The last row: what 64 bits do not count is a hole.
  const std::int64_t last = core::kInt64Max - 2;
  const MemoryView end =
      view_of("(2):(9223372036854775805)", {0, last},
              {.per_row = 10, .rows = Side{922337203685477580, core::kInt64Max}});
  EXPECT_EQ(brief(end.panel),
            ".9223372036854775800 .9223372036854775801 .9223372036854775802 .9223372036854775803 "
            ".9223372036854775804 9223372036854775805 - - - -\n");
  // The first row: no multiple of 10 is before it.
  const MemoryView begin = view_of("(2):(-9223372036854775806)", {1 - core::kInt64Max, 0},
                                   {.per_row = 10, .rows = Side{0, 1}});
  EXPECT_EQ(begin.panel.at(0, 0).offset, 1 - core::kInt64Max);
  EXPECT_EQ(begin.panel.at(0, 0).kind, CellKind::kData);
}

TEST(MemoryViewLaw, EachPlaceHasWhatAScanFinds) {
  core::check_law("each_place_has_what_a_scan_finds", 3000, [] {
    const map::Recipe recipe = *map::any_recipe();
    const map::IndexMap map = recipe.map();
    std::map<std::int64_t, std::vector<map::Coordinate>> found;
    map::for_each_coordinate(recipe.extents,
                             [&](const map::Coordinate& x) { found[recipe(x)].push_back(x); });
    const map::Range range{found.begin()->first, found.rbegin()->first};
    const MemoryOptions options{.per_row = *rc::gen::inRange(1, 40), .most_cells = 512};
    const auto view = memory_view(map, range, options);
    ASSERT_TRUE(view.has_value());
    const std::int64_t begin = std::min<std::int64_t>(range.lo, 0);
    const std::int64_t end = std::max(range.hi + 1, begin + map.codomain_size());
    ASSERT_LE(view->first_offset, begin);
    ASSERT_GT(view->first_offset + options.per_row, begin);
    ASSERT_EQ(view->first_offset % options.per_row, 0);
    ASSERT_EQ(view->offsets, end - begin);
    for (std::size_t i = 0; i < view->panel.cells.size(); ++i) {
      const Cell& cell = view->panel.cells[i];
      const std::int64_t offset = view->first_offset + static_cast<std::int64_t>(i);
      if (offset < begin || offset >= end) {
        ASSERT_EQ(cell.kind, CellKind::kHole);
        continue;
      }
      ASSERT_EQ(cell.offset, offset);
      const auto at = found.find(offset);
      if (at == found.end()) {
        ASSERT_EQ(cell.kind, CellKind::kPadding);
        ASSERT_TRUE(cell.coordinate.empty());
        continue;
      }
      ASSERT_EQ(cell.kind, at->second.size() > 1 ? CellKind::kAlias : CellKind::kData);
      ASSERT_TRUE(std::ranges::find(at->second, cell.coordinate) != at->second.end());
    }
    if (view->is_whole) {
      ASSERT_GE(static_cast<std::int64_t>(view->panel.cells.size()), end - begin);
    }
  });
}

}  // namespace
}  // namespace tileglot::render
