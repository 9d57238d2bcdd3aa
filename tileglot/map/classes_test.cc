// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/classes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {
namespace {

using Classes = std::vector<DimClass>;

TEST(Classes, AnInnerValueLinksItsDimensions) {
  EXPECT_EQ(classes(tiled({7, 5, 11}, {{kCombine, 2, 3}})),
            (Classes{{{0, 1}, false}, {{2}, true}}));
}

TEST(Classes, AParityLinksItsDimensions) {
  const IndexMap f = swizzled({8, 3, 64}, {64, 512, 1}, swizzle_rows(3, 3, 3));
  EXPECT_EQ(classes(f), (Classes{{{0, 2}, false}, {{1}, true}}));
}

TEST(Classes, AParityWithinOneDimensionIsNotPlain) {
  EXPECT_EQ(classes(swizzled({64}, {1}, swizzle_rows(3, 0, 3))), (Classes{{{0}, false}}));
}

TEST(Classes, DimensionsWithoutTermsStandAlone) {
  EXPECT_EQ(classes(strided({4, 4}, {0, 1})), (Classes{{{0}, true}, {{1}, true}}));
}

TEST(Classes, CommonClassesJoinWhatEitherMapLinks) {
  const IndexMap f = swizzled({8, 8, 8}, {1, 8, 64}, swizzle_rows(1, 0, 3));
  const IndexMap g = swizzled({8, 8, 8}, {1, 8, 64}, swizzle_rows(1, 3, 3));
  EXPECT_EQ(classes(f), (Classes{{{0, 1}, false}, {{2}, true}}));
  EXPECT_EQ(common_classes(f, g), (Classes{{{0, 1, 2}, false}}));
}

/// f(x) = f(0) + the sum of what each class adds.
void expect_sum_of_parts(const IndexMap& f, const Recipe& recipe) {
  std::vector<Evaluator> parts;
  for (const DimClass& members : classes(f)) {
    parts.emplace_back(f.inner(), part_over(f, members), f.rank());
  }
  for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
    std::int64_t sum = f.out().base;
    for (const Evaluator& part : parts) sum += part(x);
    EXPECT_EQ(sum, recipe(x)) << recipe;
  });
}

TEST(ClassesLaw, AMapIsTheSumOfItsClasses) {
  Tally tally;
  core::check_law("map_is_sum_of_classes", 20000, [&] {
    const Recipe recipe = *any_recipe({.max_rank = 4});
    tally.count(recipe.map());
    expect_sum_of_parts(recipe.map(), recipe);
  });
  EXPECT_TRUE(tally.is_balanced()) << tally;
}

/// A part moves with the dimensions of its class only.
TEST(ClassesLaw, APartDependsOnItsClassOnly) {
  core::check_law("part_depends_on_its_class", 10000, [] {
    const Recipe recipe = *any_recipe({.max_rank = 4});
    const IndexMap f = recipe.map();
    for (const DimClass& members : classes(f)) {
      const Evaluator part(f.inner(), part_over(f, members), f.rank());
      for_each_coordinate(recipe.extents, [&](const Coordinate& x) {
        Coordinate inside(x.size(), 0);
        for (const std::size_t k : members.dims) inside[k] = x[k];
        EXPECT_EQ(part(x), part(inside)) << recipe;
      });
    }
  });
}

}  // namespace
}  // namespace tileglot::map
