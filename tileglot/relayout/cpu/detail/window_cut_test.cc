// SPDX-License-Identifier: Apache-2.0
// window_cut_test.cc: where windows are cut.
#include "tileglot/relayout/cpu/detail/window_cut.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"

namespace tileglot::relayout::cpu {
namespace {

using Slices = std::vector<map::Slice>;

TEST(WindowCut, AWindowIsCutWhereTheFirstWholeTileBegins) {
  const map::IndexMap tiles = map::tiled({104, 4}, {{8, 2}});
  const map::IndexMap rows = map::tiled({97, 4}, {});
  const auto pairs =
      cut_windows(tiles, Slices{{3, 97, 1}, {0, 4, 1}}, rows, Slices{{0, 97, 1}, {0, 4, 1}});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].source, (Slices{{3, 5, 1}, {0, 4, 1}}));
  EXPECT_EQ(pairs[1].source, (Slices{{8, 92, 1}, {0, 4, 1}}));
  EXPECT_EQ(pairs[1].target, (Slices{{5, 92, 1}, {0, 4, 1}}));
}

TEST(WindowCut, BackwardsItIsCutWhereATileEnds) {
  const map::IndexMap tiles = map::tiled({104, 4}, {{8, 2}});
  const map::IndexMap rows = map::tiled({97, 4}, {});
  const auto pairs =
      cut_windows(rows, Slices{{0, 97, 1}, {0, 4, 1}}, tiles, Slices{{98, 97, -1}, {3, 4, -1}});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].target, (Slices{{98, 3, -1}, {3, 4, -1}}));
  EXPECT_EQ(pairs[1].target, (Slices{{95, 94, -1}, {3, 4, -1}}));
}

TEST(WindowCut, WhatBeginsWithATileIsNotCut) {
  const map::IndexMap tiles = map::tiled({104, 4}, {{8, 2}});
  const Slices window = {{16, 50, 1}, {0, 4, 1}};
  EXPECT_EQ(cut_windows(tiles, window, tiles, window).size(), 1U);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
