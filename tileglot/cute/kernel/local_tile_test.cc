// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/local_tile.h"

#include <gtest/gtest.h>

#include <set>

#include "tileglot/cute/kernel/example_tensors.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

using LocalTileTest = ExampleTensors;

TEST_F(LocalTileTest, ATileIsThePartOfTheTensorThatItCovers) {
  for_each_kind([](auto t) {
    const auto tile = local_tile(t, make_tile(_4{}, _2{}), make_coord(1, 2));
    EXPECT_EQ(size<0>(tile), 4);
    EXPECT_EQ(size<1>(tile), 2);
    for (int m = 0; m < 4; ++m) {
      for (int n = 0; n < 2; ++n) EXPECT_EQ(tile(m, n), t(4 + m, 4 + n));
    }
    const auto column_of_tiles = local_tile(t, make_tile(_4{}, _2{}), make_coord(_, 2));
    EXPECT_EQ(rank(column_of_tiles), 3);
    EXPECT_EQ(column_of_tiles(1, 0, 1), t(5, 4));
  });
}

TEST_F(LocalTileTest, ThreadsPartitionATensor) {
  for_each_kind([](auto t) {
    std::multiset<int> seen;
    for (int thread = 0; thread < 8; ++thread) {
      // Thread 1 is right of thread 0.
      const auto mine = local_partition(t, Layout<Shape<_2, _4>, Stride<_4, _1>>{}, thread);
      EXPECT_EQ(size(mine), 8);
      EXPECT_EQ(mine(0, 0), t(thread / 4, thread % 4));
      EXPECT_EQ(mine(1, 1), t(2 + thread / 4, 4 + thread % 4));
      for (int i = 0; i < 8; ++i) seen.insert(mine(i));
    }
    EXPECT_EQ(seen.size(), 64U);
    EXPECT_EQ(std::set<int>(seen.begin(), seen.end()).size(), 64U);
  });
}

TEST_F(LocalTileTest, DividesAndCompositionKeepThePointer) {
  for_each_kind([](auto t) {
    EXPECT_EQ(zipped_divide(t, make_tile(_4{}, _2{}))(make_coord(1, 1), make_coord(1, 3)), t(5, 7));
    EXPECT_EQ(logical_divide(t, make_tile(_4{}, _2{}))(make_coord(1, 1), make_coord(1, 3)),
              t(5, 7));
    EXPECT_EQ(composition(t, make_tile(Layout<_4, _2>{}, _8{}))(3, 5), t(6, 5));
  });
}

}  // namespace
