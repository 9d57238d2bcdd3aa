// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/sum_difference.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

TEST(SumDifference, EqualTermsCancel) {
  const IndexMap f = map_of(
      {9, 9}, [](MapBuilder& b) { return b.add(b.scale(b.dim(0), 5), b.floor_div(b.dim(1), 2)); });
  const IndexMap g = map_of({9, 9}, [](MapBuilder& b) {
    return b.add(b.scale(b.dim(0), 5), b.scale(b.floor_div(b.dim(1), 4), 3));
  });
  const SumDifference d = subtract(f, g);
  EXPECT_EQ(d.left.floors, (core::SmallVector<FloorTerm, 12>{{1, 2, 1}}));
  EXPECT_EQ(d.right.floors, (core::SmallVector<FloorTerm, 12>{{3, 4, 1}}));
}

TEST(SumDifference, InnerValuesAreOneWhereTheirTermsAre) {
  // g has one more inner value, so that their numbers differ.
  const IndexMap f = tiled({7, 5, 11}, {{kCombine, 2, 3}});
  const IndexMap g = map_of({7, 5, 11}, [&](MapBuilder& b) {
    const Value more = b.floor_div(b.add(b.scale(b.dim(0), 3), b.scale(b.dim(1), 4)), 7);
    return b.add(b.adopt(f), more);
  });
  const SumDifference d = subtract(f, g);
  EXPECT_TRUE(d.left.is_constant());
  EXPECT_EQ(d.right.floors.size(), 1U);
}

TEST(SumDifference, CoefficientsAtBothEndsOfInt64Subtract) {
  const IndexMap f = strided({2}, {core::kInt64Max});
  const IndexMap g = strided({2}, {core::kInt64Min + 1});
  EXPECT_EQ(subtract(f, g).evaluator()(Coordinate{1}), -2);  // 2^64 - 2 in 64 bits
}

/// left - right is f - g up to a constant, modulo 2^64.
TEST(SumDifferenceLaw, WhatIsLeftIsTheDifference) {
  Tally tally;
  core::check_law("what_is_left_is_the_difference", 10000, [&] {
    const RecipePair pair = *any_recipe_pair();
    const IndexMap f = pair.f.map();
    const IndexMap g = pair.g.map();
    tally.count(f);
    const Evaluator left = subtract(f, g).evaluator();
    const Coordinate zero(f.rank(), 0);
    const std::int64_t base = pair.f(zero) - pair.g(zero) - left(zero);
    for_each_coordinate(pair.f.extents, [&](const Coordinate& x) {
      EXPECT_EQ(left(x) + base, pair.f(x) - pair.g(x)) << pair;
    });
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

}  // namespace
}  // namespace tileglot::map
