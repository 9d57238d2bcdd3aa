// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/extreme.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/classes.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

TEST(Extreme, BoxesRunOut) {
  // Divisors that do not nest: the bound of the whole box is the sum of the terms' bounds, too
  // wide.
  const IndexMap f = map_of({1000003}, [](MapBuilder& b) {
    return b.subtract(b.floor_div(b.dim(0), 2), b.floor_div(b.dim(0), 3));
  });
  EXPECT_EQ(range_by_boxes(f, f.out(), classes(f)[0], 0), std::nullopt);
}

/// What the boxes find is the smallest and largest value of each class.
void expect_exact_range_of_classes(const Recipe& recipe) {
  const IndexMap f = recipe.map();
  for (const DimClass& members : classes(f)) {
    const Value part = part_over(f, members);
    const Evaluator evaluate(f.inner(), part, f.rank());
    Range truth{core::kInt64Max, core::kInt64Min};
    for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
      truth = {std::min(truth.lo, evaluate(x)), std::max(truth.hi, evaluate(x))};
    });
    EXPECT_EQ(range_by_boxes(f, part, members, kPointLimit), truth) << recipe;
  }
}

TEST(ExtremeLaw, BoxesFindTheExactRange) {
  Tally tally;
  core::check_law("boxes_find_the_exact_range", 10000, [&] {
    const Recipe recipe = *any_recipe({.max_points = 300});
    tally.count(recipe.map());
    expect_exact_range_of_classes(recipe);
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

}  // namespace
}  // namespace tileglot::map
